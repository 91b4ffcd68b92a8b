import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesServer } from './files-server.ts'

interface Upload {
  id: string
  status: string
  name: string
  error?: string
}

/** The stand-alone uploader: one part called `upload`; what is answered is laid over what it has. */
async function upload(url: string, name: string, bytes: string | Buffer): Promise<Upload> {
  const form = new FormData()
  form.append('upload', new File([bytes], name))
  const record = { id: 'temporary', status: 'client', name }
  try {
    const answer = await fetch(url, { method: 'POST', body: form })
    return { ...record, status: 'server', ...((await answer.json()) as object) }
  } catch {
    return { ...record, status: 'error' }
  }
}

describe('the uploader of SVAR', () => {
  it('gets the id of what it has sent, and the name it was given', async (t) => {
    const server = await filesServer(t, { '/docs/a b+.txt': 'first' })

    const one = await upload(
      `${server.url}/upload?id=${encodeURIComponent('/docs')}`,
      'a b+.txt',
      '2',
    )
    const two = await upload(`${server.url}/upload/%2Fdocs`, 'a b+.txt', '3')
    const three = await upload(`${server.url}/upload`, 'ü"%22.txt', '4')

    for (const { status } of [one, two, three]) assert.equal(status, 'server')
    assert.deepEqual([one.id, one.name], ['/docs/a b+.new.txt', 'a b+.new.txt'])
    assert.deepEqual([two.id, two.name], ['/docs/a b+.new.new.txt', 'a b+.new.new.txt'])
    const { content } = await server.drive()
    assert.deepEqual(
      [one, two, three].map(({ id }) => content.get(id)),
      ['2', '3', '4'],
    )
    assert.equal((await server.download(three.id)).toString(), '4')
  })

  it('sends many at once', async (t) => {
    const server = await filesServer(t)

    const all = Array.from({ length: 30 }, (_, at) =>
      upload(`${server.url}/upload?id=%2F`, 'same.bin', `bytes ${at}`),
    )
    const done = await Promise.all(all)

    assert.ok(done.every(({ status }) => status === 'server'))
    const { content } = await server.drive()
    for (const [at, { id }] of done.entries()) assert.equal(content.get(id), `bytes ${at}`)
    assert.equal(content.size, 30)
    await server.assertNothingHidden()
  })

  it('is told when the folder is not there, or is none', async (t) => {
    const server = await filesServer(t, { '/file.txt': 'x' })

    for (const folder of ['/gone', '/file.txt', '/../up', '/.triptych']) {
      const id = encodeURIComponent(folder)
      const { status, error, id: kept } = await upload(`${server.url}/upload?id=${id}`, 'a', 'b')
      assert.deepEqual([status, kept], ['error', 'temporary'], folder)
      assert.ok(error, folder)
    }

    assert.equal((await server.drive()).content.size, 1)
    await server.assertNothingHidden()
  })

  it('is told when the name cannot be given', async (t) => {
    const server = await filesServer(t)

    for (const name of ['..', 'a/../../b', 'n'.repeat(300)]) {
      const { status, error } = await upload(`${server.url}/upload`, name, 'bytes')
      assert.equal(status, 'error', name)
      assert.ok(error, name)
    }

    assert.deepEqual((await server.drive()).paths, [])
    await server.assertNothingHidden()
  })

  for (const [what, bytes] of [
    ['a little', 1001],
    ['much', 1 << 20],
  ] as const) {
    it(`is told when the file is ${what} too large`, async (t) => {
      const limits = { body: 1000, depth: 10, changes: 100, upload: 1000, batch: 100 }
      const server = await filesServer(t, {}, { limits })

      const fits = await upload(`${server.url}/upload`, 'fits', Buffer.alloc(1000))
      const large = await upload(`${server.url}/upload`, 'large', Buffer.alloc(bytes))

      assert.equal(fits.status, 'server')
      assert.equal(large.status, 'error')
      assert.ok(large.error)
      assert.deepEqual((await server.drive()).paths, ['/fits'])
      await server.assertNothingHidden()
    })
  }
})
