import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectRaw } from '../../../test/fixtures/raw-exchange.ts'
import { plainRoute, routeServer } from '../../../test/fixtures/route-server.ts'
import { AppError } from '../../errors.ts'
import { readUpload } from './read-upload.ts'

const limit = 1_000_000

/** What happened to the bytes of the files, in order. */
let seen: string[] = []

const { port, origin, app } = await routeServer([
  plainRoute('POST', '/upload', async (call) => {
    const upload = await readUpload(call, limit, {
      async receive(pieces) {
        let bytes = 0
        try {
          for await (const piece of pieces) bytes += piece.length
        } catch (error) {
          seen.push(`failed ${error instanceof AppError ? error.code : String(error)}`)
          throw error
        }
        seen.push(`received ${bytes}`)
        return bytes
      },
      discard: async (bytes) => void seen.push(`discarded ${bytes}`),
    })
    return upload
  }),
  plainRoute('POST', '/refused', () => {
    throw new AppError('files.not_found', 'There is no such folder.')
  }),
  plainRoute('POST', '/full', (call) =>
    readUpload(call, 1e9, {
      receive: async (pieces) => {
        await pieces[Symbol.asyncIterator]().next()
        throw new AppError('storage_full', 'The disk is full.')
      },
      discard: async () => {},
    }),
  ),
])

interface Outcome {
  status: number
  json: Record<string, unknown>
  seen: string[]
}

/** Sends a form over a socket and without one; both must come to the same. */
async function upload(form: FormData | string, type = 'multipart/form-data; boundary=xyz') {
  const outcomes: Outcome[] = []
  for (const send of [fetch, (request: Request) => app(request)]) {
    seen = []
    const headers = typeof form === 'string' ? { 'content-type': type } : undefined
    const answer = await send(
      new Request(`${origin}/upload`, { method: 'POST', body: form, ...(headers && { headers }) }),
    )
    const json = (await answer.json()) as Record<string, unknown>
    outcomes.push({ status: answer.status, json, seen })
  }
  assert.deepEqual(outcomes[0]!.json['code'], outcomes[1]!.json['code'])
  assert.deepEqual({ ...outcomes[0], json: {} }, { ...outcomes[1], json: {} })
  return outcomes[0]!
}

function formOf(...fields: [name: string, value: string | File][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value)
  }
  return form
}

const file = new File(['hello'], 'a b.txt')

describe('an upload', () => {
  it('has its name in a field before or behind it, or is called as the file is', async () => {
    const forms: [FormData, string][] = [
      [formOf(['file', file], ['name', 'näme.txt']), 'näme.txt'],
      [formOf(['name', 'näme.txt'], ['file', file]), 'näme.txt'],
      [formOf(['file', file]), 'a b.txt'],
      [formOf(['file', file], ['name', '']), 'a b.txt'],
    ]
    for (const [form, name] of forms) {
      const { status, json } = await upload(form)
      assert.deepEqual([status, json], [200, { received: 5, name }])
    }
  })

  it('may come from the stand-alone uploader, and beside fields that nobody knows', async () => {
    const { json } = await upload(formOf(['x', 'y'], ['upload', file], ['z', 'x'.repeat(1000)]))
    assert.deepEqual(json, { received: 5, name: 'a b.txt' })
  })

  it('may be empty, and as large as the limit, and not larger', async () => {
    for (const size of [0, 1, limit - 1, limit]) {
      const { json } = await upload(formOf(['file', new File(['x'.repeat(size)], 'a')]))
      assert.equal(json['received'], size)
    }
    const { status, json, seen } = await upload(
      formOf(['file', new File(['x'.repeat(limit + 1)], 'a')]),
    )
    assert.deepEqual([status, json['code'], json['limit']], [413, 'files.too_large', limit])
    assert.deepEqual(seen, ['failed files.too_large'])
  })

  it('is refused without a file, and without anything', async () => {
    for (const form of [formOf(['name', 'a']), formOf()]) {
      const { status, json, seen } = await upload(form)
      assert.deepEqual([status, json['code'], seen], [422, 'body.invalid', []])
    }
  })

  it('is refused with two files, and the first is discarded', async () => {
    for (const second of ['file', 'upload']) {
      const { status, json, seen } = await upload(formOf(['file', file], [second, file]))
      assert.deepEqual([status, json['code']], [422, 'body.invalid'])
      assert.deepEqual(seen, ['received 5', 'discarded 5'])
    }
  })

  it('is discarded when what follows is wrong', async () => {
    const part = '--xyz\r\nContent-Disposition: form-data; name="file"\r\n\r\nhello\r\n'
    for (const [rest, code] of [
      ['--xyz', 'body.malformed'],
      ['--xyz\r\nno header\r\n\r\n\r\n--xyz--', 'body.malformed'],
      ['--xyz\r\nContent-Disposition: form-data; name="name"\r\n\r\n\xff', 'body.malformed'],
      [
        `--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(100_000)}\r\n--xyz--`,
        'body.too_large',
      ],
    ]) {
      const { json, seen } = await upload(part + rest)
      assert.deepEqual([json['code'], seen], [code, ['received 5', 'discarded 5']], rest)
    }
  })

  it('is refused where it is no form', async () => {
    const { status, json } = await upload('{}', 'application/json')
    assert.deepEqual([status, json['code']], [400, 'bad_request'])
  })
})

const head = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=xyz\r\nContent-Length: ${length}\r\n${more}\r\n`
const begin = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'

describe('the connection of an upload', () => {
  it('that ends too early leaves nothing behind', async () => {
    seen = []
    const { socket, ended } = await connectRaw(port)
    socket.write(`${head('/upload', 10_000)}${begin}hello`)
    while (!socket.destroyed && socket.bytesWritten === 0) await new Promise(setImmediate)
    socket.end()
    await ended
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))

    assert.deepEqual(seen, ['failed body.malformed'])
  })

  it('has the answer before the file is sent, when its length says enough', async () => {
    const { socket, until } = await connectRaw(port)
    socket.write(head('/upload', 1e12))
    assert.match(await until('"files.too_large"'), /^HTTP\/1.1 413 /)
    socket.destroy()
  })

  for (const [path, status] of [
    ['/upload', 413],
    ['/refused', 404],
    ['/full', 507],
    ['/nothing', 404],
  ] as const) {
    for (const more of ['', 'Connection: close\r\n']) {
      it(`has the answer ${status} of ${path} though all of a large file is sent first (${more.trim() || 'kept'})`, async () => {
        const size = 32 * 1024 * 1024
        const { socket, until } = await connectRaw(port)
        socket.pause()
        const end = '\r\n--xyz--'
        socket.write(head(path, begin.length + size + end.length, more) + begin)
        const chunk = Buffer.alloc(1024 * 1024, 'x')
        for (let sent = 0; sent < size; sent += chunk.length) {
          assert.ok(!socket.destroyed, 'the connection was reset')
          if (!socket.write(chunk)) await new Promise((resolve) => socket.once('drain', resolve))
        }
        await new Promise((resolve) => socket.write(end, resolve))
        socket.resume()

        const answer = await until('"code"')

        assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
        socket.destroy()
      })
    }
  }

  it('can be used again after a refusal', async () => {
    const { socket, until } = await connectRaw(port)
    const size = 3 * limit
    socket.write(
      `${head('/upload', begin.length + size + 9)}${begin}${'x'.repeat(size)}\r\n--xyz--`,
    )
    await until('"files.too_large"')
    socket.write(`${head('/upload', begin.length + 14)}${begin}hello\r\n--xyz--`)
    await until('"received":5')
    socket.destroy()
  })

  it('is cut when nothing comes for a minute, and not when something does', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    seen = []
    const { socket, ended } = await connectRaw(port)
    let arrived = 0
    const pass = async (ms: number) => {
      // Lets the server see what was sent before the clock goes on.
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
      t.mock.timers.tick(ms)
    }
    socket.write(`${head('/upload', 10_000)}${begin}`)
    for (; arrived < 10; arrived++) {
      socket.write('x')
      await pass(50_000)
    }
    assert.ok(!socket.destroyed)
    await pass(70_000)
    await ended

    assert.deepEqual(seen, ['failed body.malformed'])
  })
})
