import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { person } from '../../test/fixtures/person.ts'
import { newFolder } from '../../test/fixtures/run-program.ts'
import { allIn, newBucket, noS3 } from '../../test/fixtures/s3-server.ts'
import { createTriptych } from '../index.ts'

/** A server with its files in a bucket that was there for a moment. */
async function served() {
  const { url, client } = await newBucket()
  const data = newFolder()
  const triptych = await createTriptych({ empty: true, port: 0, data, storage: url })
  const body = new FormData()
  body.set('file', new File(['text'], 'a.txt'))
  await triptych.fetch(new Request('http://localhost/upload?id=/', { method: 'POST', body }))
  await triptych.close()
  return { client, flags: ['--data', data, '--storage', url] }
}

describe('triptych files take-ownership', { skip: noS3 }, () => {
  it('says that a copy of the database, which verify has seen, is gone', async (t) => {
    const { client, flags } = await served()
    const [bytes = ''] = (await allIn(client)).keys
    assert.equal((await person(t, 'files', 'verify', ...flags)).code, 0)
    await client.ask({ method: 'PUT', key: bytes.replace(/[^/]*$/, '~claim-of-a-copy') })

    const seen = await person(t, 'files', 'verify', ...flags)
    assert.equal(seen.code, 1)
    assert.match(seen.said, /^main: another database, .* uses these bytes$/m)
    const { code, said } = await person(t, 'files', 'take-ownership', ...flags)
    assert.deepEqual(
      [code, said],
      [0, 'main: its bytes in the bucket are those of this database alone\n'],
    )
    assert.equal((await person(t, 'files', 'verify', ...flags)).code, 0)
    const [, claim, ...others] = (await allIn(client)).keys
    assert.match(claim ?? '', /~claim-/)
    assert.deepEqual(others, [])
  })

  it('has nothing to say of files in a folder', async (t) => {
    const data = newFolder()
    await (await createTriptych({ empty: true, port: 0, data })).close()
    const { code, said } = await person(t, 'files', 'take-ownership', '--data', data)
    assert.equal(code, 1)
    assert.match(said, /main: its files lie in a folder/)
  })
})
