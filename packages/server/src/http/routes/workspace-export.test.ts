import assert from 'node:assert/strict'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { checkArchive } from '../../domain/archive/check-archive.ts'
import { createTriptych } from '../../index.ts'
import { newFolder } from '../../../test/fixtures/run-program.ts'
import { patient } from '../../../test/fixtures/patient.ts'

describe('the archive of a workspace', () => {
  it('is sent to two at once, and the next is told to come again', async (t) => {
    const [data, files] = [newFolder(), newFolder()]
    // More than connections and streams take in advance.
    writeFileSync(join(files, 'large.bin'), Buffer.alloc(32 * 1024 * 1024, 'large'))
    const triptych = await createTriptych({ data, files, empty: true, port: 0 })
    t.after(() => triptych.close())
    const { url } = await triptych.listen()
    const address = new URL('workspaces/main/export', url)
    const given = new AbortController()
    const [first, second] = [await fetch(address, given), await fetch(address)]
    assert.equal(first.status, 200)
    assert.equal(second.headers.get('content-type'), 'application/x-tar')

    const third = await fetch(address)
    assert.equal(third.status, 503)
    assert.equal(((await third.json()) as { code: string }).code, 'unavailable')

    given.abort()
    assert.equal((await checkArchive(second.body!)).files, 1)
    assert.equal((await fetch(address, { method: 'HEAD' })).status, 200)
    await t.waitFor(async () => {
      const again = await fetch(address)
      assert.equal(again.status, 200)
      await again.body?.cancel()
    }, patient)
  })

  it('is not there for a workspace that is not', async (t) => {
    const triptych = await createTriptych({ data: ':memory:', empty: true })
    t.after(() => triptych.close())
    for (const name of ['none', '..%2Fmain', 'UPPER']) {
      const answer = await triptych.fetch(new Request(`http://localhost/workspaces/${name}/export`))
      assert.equal(answer.status, 404, name)
    }
  })
})
