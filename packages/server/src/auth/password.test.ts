import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leastCpu } from '../../test/fixtures/least-cpu.ts'
import { hashPassword, isPassword } from './password.ts'

describe('a password', () => {
  it('is kept as a PHC string, another one each time', async () => {
    const [one, other] = await Promise.all([
      hashPassword('correct horse'),
      hashPassword('correct horse'),
    ])

    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.notEqual(one, other)
  })

  it('is known again, in whichever form its letters come', async () => {
    const stored = await hashPassword('Mü\u0308nster-Straße')

    assert.equal(await isPassword(stored, 'Mü\u0308nster-Straße'), true)
    assert.equal(
      await isPassword(await hashPassword('u\u0308ber-alles-x'), '\u00fcber-alles-x'),
      true,
    )
  })

  it('is told from another, and from none', async () => {
    const stored = await hashPassword('correct horse')

    assert.equal(await isPassword(stored, 'correct horsf'), false)
    assert.equal(await isPassword(stored, ''), false)
    assert.equal(await isPassword(null, 'correct horse'), false)
    assert.equal(await isPassword('not a hash', 'correct horse'), false)
  })

  it('costs as much to compare where there is none', async () => {
    const stored = await hashPassword('correct horse')
    const times = await leastCpu(
      () => isPassword(stored, 'wrong'),
      () => isPassword(null, 'wrong'),
    )

    const [longer, shorter] = [Math.max(...times), Math.min(...times)]
    assert.ok(longer < 2.5 * shorter, times.join(' '))
  })
})
