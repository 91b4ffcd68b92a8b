import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashPassword, isPassword } from './password.ts'

async function timed(kept: string | null): Promise<number> {
  const from = performance.now()
  for (let n = 0; n < 5; n++) await isPassword(kept, 'wrong')
  return performance.now() - from
}

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

  it('is compared as slowly where there is none', async () => {
    const stored = await hashPassword('correct horse')
    await timed(stored)
    const ratio = (await timed(null)) / (await timed(stored))

    assert.ok(ratio > 0.4 && ratio < 2.5, String(ratio))
  })
})
