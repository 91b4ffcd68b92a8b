import assert from 'node:assert/strict'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { checkArchive } from '../../domain/archive/check-archive.ts'
import { createTriptych } from '../../index.ts'
import { newFolder } from '../../../test/fixtures/run-program.ts'

describe('the archive of a workspace', () => {
  it('is sent to some at once, and to the next when one of them has left', async (t) => {
    const [data, files] = [newFolder(), newFolder()]
    // More than connections and streams take in advance.
    writeFileSync(join(files, 'large.bin'), Buffer.alloc(32 * 1024 * 1024, 'large'))
    const triptych = await createTriptych({
      data,
      files,
      empty: true,
      port: 0,
      trustProxy: ['127.0.0.1'],
    })
    t.after(() => triptych.close())
    const { url } = await triptych.listen()
    const address = new URL('workspaces/main/export', url)
    const given = Array.from({ length: 6 }, () => new AbortController())
    const begun = await Promise.all(given.map((leave) => fetch(address, leave)))
    for (const { status, headers } of begun) {
      assert.deepEqual([status, headers.get('content-type')], [200, 'application/x-tar'])
    }

    let isAnswered = false
    const next = fetch(address).then((answer) => ((isAnswered = true), answer))
    // One of another client does not wait for those.
    const other = await fetch(address, { headers: { 'X-Forwarded-For': '10.0.0.1' } })
    assert.equal(other.status, 200)
    await other.body?.cancel()
    assert.equal(isAnswered, false)
    given[0]!.abort()
    assert.equal((await checkArchive((await next).body!)).files, 1)
    assert.equal((await checkArchive(begun[1]!.body!)).files, 1)
    assert.equal((await fetch(address, { method: 'HEAD' })).status, 200)
    for (const leave of given) leave.abort()
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
