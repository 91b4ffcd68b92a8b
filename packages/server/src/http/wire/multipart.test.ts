import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { AppError } from '../../errors.ts'
import { readMultipart, type Part } from './multipart.ts'

const limits = { parts: 20, headerBytes: 2_000, fieldBytes: 1_000 }
const type = 'multipart/form-data; boundary=xyz'

interface Read {
  name: string
  filename: string | null
  type: string | null
  content: string
}

describe('readMultipart', () => {
  it('reads what FormData wrote, cut into pieces of any length', async () => {
    const { body, contentType } = await written((form) => {
      form.append('file', new File(['\r\n--\r\n-\r\r\n', 'end\r\n'], 'a.txt', { type: 'text/x' }))
      form.append('name', 'naïve 🎬.txt')
      form.append('empty', '')
      form.append('none', new File([], 'none.bin'))
    })

    for (let length = 1; length <= 100; length++) {
      assert.deepEqual(
        await readAll(inPieces(body, length), contentType),
        [
          { name: 'file', filename: 'a.txt', type: 'text/x', content: '\r\n--\r\n-\r\r\nend\r\n' },
          { name: 'name', filename: null, type: null, content: 'naïve 🎬.txt' },
          { name: 'empty', filename: null, type: null, content: '' },
          {
            name: 'none',
            filename: 'none.bin',
            type: 'application/octet-stream',
            content: '',
          },
        ],
        `pieces of ${length}`,
      )
    }
  })

  it('reads the same wherever the body is cut in two', async () => {
    const body = Buffer.from(
      'before\r\n--xyz \t\r\ncontent-disposition: form-data; name=a\r\n\r\n\r\n--xy\r\n--xyz\r\n' +
        'Content-Disposition: form-data; name="b"\r\n\r\nB\r\n--xyz--\r\nafter',
    )
    for (let cut = 0; cut <= body.length; cut++) {
      const halves = pieces([body.subarray(0, cut), body.subarray(cut)])
      assert.deepEqual(
        (await readAll(halves, type)).map(({ name, content }) => [name, content]),
        [
          ['a', '\r\n--xy'],
          ['b', 'B'],
        ],
        `cut at ${cut}`,
      )
    }
  })

  it('keeps names as a browser writes them', async () => {
    const names = ['a"b.txt', 'a;b=c.txt', "it's (1).txt", 'ü é 🎬.txt', 'a\\b.txt', 'ends in \\']
    const { body, contentType } = await written((form) => {
      for (const name of names) form.append('file', new File(['x'], name))
      form.append('a "field"', 'y')
    })

    const read = await readAll(inPieces(body, 7), contentType)

    assert.deepEqual(
      read.map(({ filename }) => filename),
      [...names, null],
    )
    assert.equal(read.at(-1)?.name, 'a "field"')
  })

  it('understands the other ways to write a file name', async () => {
    const ways = [
      ['filename="a\\"b\\\\c.txt"', 'a"b\\c.txt'],
      ['filename=plain.txt', 'plain.txt'],
      ['filename=""', ''],
      [`filename="x"; filename*=UTF-8''na%C3%AFve%20%22`, 'naïve "'],
      [`filename*=utf-8'en'%F0%9F%8E%AC; filename="x"`, '🎬'],
      [`filename="x"; filename*=UTF-8''%FF`, 'x'],
      [`filename="x"; filename*=koi8-r''a`, 'x'],
      ['FileName="a.txt" ;', 'a.txt'],
    ]
    for (const [header, filename] of ways) {
      const body = `--xyz\r\nContent-Disposition: form-data; name="f"; ${header}\r\n\r\n\r\n--xyz--`
      assert.deepEqual(
        (await readAll(inPieces(body, 9), type)).map((part) => part.filename),
        [filename],
        header,
      )
    }
  })

  it('takes a quoted boundary of 70 characters and an empty form', async () => {
    const boundary = `a?b c${'='.repeat(65)}`
    const parts = await readAll(
      inPieces(`--${boundary}--`, 3),
      `Multipart/Form-Data; charset=utf-8; boundary="${boundary}"`,
    )
    assert.deepEqual(parts, [])
  })

  it('reads what fetch sends to a server, to its last byte', async (t) => {
    const ends: boolean[] = []
    const server = createServer((incoming, response) => {
      const contentType = incoming.headers['content-type'] ?? null
      void readAll(incoming, contentType).then((parts) => {
        ends.push(incoming.readableEnded && !incoming.socket.destroyed)
        response.end(JSON.stringify(parts))
      })
    })
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const content = 'film\r\n'.repeat(100_000)

    for (let time = 0; time < 3; time++) {
      const form = new FormData()
      form.append('file', new File([content], 'ä.txt', { type: 'text/plain' }))
      form.append('name', 'ä.txt')
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form })
      assert.deepEqual(await answer.json(), [
        { name: 'file', filename: 'ä.txt', type: 'text/plain', content },
        { name: 'name', filename: null, type: null, content: 'ä.txt' },
      ])
    }

    assert.deepEqual(ends, [true, true, true])
  })

  it('asks for bytes only when its reader does', async () => {
    let given = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(head('file'))
      for (;;) {
        given++
        yield Buffer.alloc(1000)
      }
    }
    const reading = readMultipart(endless(), type, limits)
    const { value: part } = await reading.next()
    const bytes = (part as Part).bytes()

    for (let taken = 0; taken < 10; taken++) await bytes.next()

    assert.ok(given <= 11, `${given} pieces given`)
  })

  it('holds nothing of a file that has passed', async () => {
    const piece = Buffer.alloc(65_536, '\r\n--xy')
    async function* file(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(head('file'))
      for (let count = 0; count < 4_096; count++) yield piece
      yield Buffer.from('\r\n--xyz--\r\n')
    }
    let bytes = 0
    let most = 0
    for await (const part of readMultipart(file(), type, limits)) {
      for await (const piece of part.bytes()) {
        bytes += piece.length
        most = Math.max(most, piece.length)
      }
    }
    assert.equal(bytes, 2 ** 28)
    assert.ok(most < 65_536 + 10, `a piece of ${most} bytes`)
  })

  it('skips what is not read, and goes on behind it', async () => {
    const body = `${head('a')}12345678\r\n${head('b')}B\r\n${head('c')}C\r\n--xyz--`
    const names: string[] = []
    let first: Part | undefined
    for await (const part of readMultipart(inPieces(body, 3), type, limits)) {
      first ??= part
      names.push(part.name)
      if (part.name === 'a') for await (const _ of part.bytes()) break
      if (part.name === 'c') assert.equal(await part.text(), 'C')
    }
    assert.deepEqual(names, ['a', 'b', 'c'])
    assert.equal(await first?.text(), '')
  })

  it('refuses a content type that is none or has no usable boundary', async () => {
    const types = [
      null,
      '',
      'text/plain',
      'multipart/mixed; boundary=xyz',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
      'multipart/form-data; boundary="a\r\n"',
      'multipart/form-data; boundary="a "',
      'multipart/form-data; boundary=ü',
      'multipart/form-data; boundary=a; boundary=b',
      `multipart/form-data; boundary=${'a'.repeat(71)}`,
    ]
    for (const one of types) await refuses('bad_request', '--xyz--', one)
  })

  it('refuses a form that is malformed', async () => {
    const bodies = [
      '',
      'no boundary at all',
      '--xyz',
      '--xyz-',
      '--xyz\r\n',
      '--xyz\r\n\r\n\r\n--xyz--',
      '--xyzz\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--xyz--',
      `${head('a')}never ends`,
      `${head('a')}ends\r\n--xyz`,
      `${head('')}x\r\n--xyz--`,
      headed('Content-Type: text/plain'),
      headed('Content-Disposition: form-data'),
      headed('Content-Disposition: attachment; name=a'),
      headed('Content-Disposition: form-data; name="a'),
      headed('Content-Disposition: form-data; name=a; name=b'),
      headed('Content-Disposition: form-data; name'),
      headed('Content-Disposition: form-data; name=a\r\nno colon'),
      headed('Content-Disposition: form-data; name=a\r\n folded: line'),
      headed('Content-Disposition: form-data; name=a\r\ncontent-disposition: form-data; name=b'),
      headed('Content-Disposition: form-data; name=a').replaceAll('\r', ''),
    ]
    for (const body of bodies) await refuses('body.malformed', body)
    const notUtf8 = Buffer.from(`${head('\xff')}x\r\n--xyz--`, 'latin1')
    await refuses('body.malformed', notUtf8)
    await refuses('body.malformed', Buffer.from(`${head('a')}\xff\r\n--xyz--`, 'latin1'))
    await refuses('body.malformed', Buffer.from(`${head('a')}\xc3\r\n--xyz--`, 'latin1'))
  })

  it('refuses a body that breaks off with an error', async () => {
    await assert.rejects(readAll(broken(), type), { code: 'body.malformed' })
  })

  it('takes what is as long as the limits, and refuses what is longer', async () => {
    const name = (bytes: number) => 'n'.repeat(bytes - '\r\n'.length - emptyHead)
    const emptyHead = 'Content-Disposition: form-data; name=""'.length
    const field = (bytes: number) => `${head('a')}${'x'.repeat(bytes)}\r\n--xyz--`
    const form = (parts: number) => `${`${head('a')}x\r\n`.repeat(parts)}--xyz--`

    for (const length of [1, 50, 10_000]) {
      await readAll(inPieces(`${head(name(2_000))}x\r\n--xyz--`, length), type)
      await readAll(inPieces(field(1_000), length), type)
      await readAll(inPieces(form(20), length), type)
    }

    await refuses('body.too_large', `${head(name(2_001))}x\r\n--xyz--`)
    await refuses('body.too_large', field(1_001))
    await refuses('body.too_large', form(21))
    await refuses('body.too_large', `--xyz\r\n${'x'.repeat(3_000)}`)
    await refuses('body.too_large', 'x'.repeat(3_000))
    await refuses('body.too_large', `--xyz--${'x'.repeat(3_000)}`)
  })

  it('refuses a part that is skipped and longer than a field', async () => {
    const reading = readMultipart(inPieces(`${head('a')}${'x'.repeat(1_001)}`, 99), type, limits)
    await reading.next()
    await assert.rejects(reading.next(), { code: 'body.too_large' })
  })

  it('reads no further than its limit into a form of a million parts', async () => {
    let given = 0
    async function* million(): AsyncGenerator<Uint8Array> {
      for (; given < 1e6; given++) yield Buffer.from(`${head('a')}\r\n`)
    }
    await assert.rejects(readAll(million(), type), { code: 'body.too_large' })
    assert.ok(given <= 22, `${given} parts given`)
  })

  it('throws nothing but its own errors, whatever comes', async () => {
    const random = seededRandom(5)
    const form =
      `before\r\n${head('a')}text\r\n--xyz\r\nContent-Disposition: form-data; name="f"; ` +
      `filename="\\"ä"; filename*=UTF-8''%C3%A4\r\nContent-Type: a/b\r\n\r\n\r\n--xyz--\r\nafter`
    const bits = ['\r\n', '--', '--xyz', '\r', '"', ';', '=', ':', '\0', '\xff', '%', '\\', ' ']
    let read = 0
    for (let round = 0; round < 8_000; round++) {
      let body = Buffer.from(form).toString('latin1')
      for (let change = random.between(1, 4); change > 0; change--) {
        const at = random.between(0, body.length)
        const removed = random.between(0, random.pick([0, 1, 3, 40]))
        body = body.slice(0, at) + random.pick([...bits, '']) + body.slice(at + removed)
      }
      try {
        await readAll(inPieces(Buffer.from(body, 'latin1'), random.between(1, 60)), type)
        read++
      } catch (error) {
        assert.ok(error instanceof AppError, `${JSON.stringify(body)}: ${String(error)}`)
      }
    }
    assert.ok(read > 500 && read < 7_000, `${read} were read`)
  })
})

function head(name: string): string {
  return `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
}

function headed(headers: string): string {
  return `--xyz\r\n${headers}\r\n\r\ncontent\r\n--xyz--`
}

async function written(
  fill: (form: FormData) => void,
): Promise<{ body: Buffer; contentType: string | null }> {
  const form = new FormData()
  fill(form)
  const response = new Response(form)
  const body = Buffer.from(await response.arrayBuffer())
  return { body, contentType: response.headers.get('content-type') }
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${head('a')}half`)
  throw new Error('cable pulled')
}

async function* pieces(list: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* list
}

async function* inPieces(body: Uint8Array | string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body as string)
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function readAll(
  stream: AsyncIterable<Uint8Array>,
  contentType: string | null,
): Promise<Read[]> {
  const read: Read[] = []
  for await (const part of readMultipart(stream, contentType, limits)) {
    const { name, filename, type } = part
    read.push({ name, filename, type, content: await contentOf(part) })
  }
  return read
}

async function contentOf(part: Part): Promise<string> {
  if (part.filename === null) return part.text()
  const pieces: Buffer[] = []
  for await (const piece of part.bytes()) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

async function refuses(
  code: string,
  body: string | Uint8Array,
  contentType: string | null = type,
): Promise<void> {
  for (const length of [1, 10, 10_000]) {
    const reading = readAll(inPieces(body, length), contentType)
    await assert.rejects(reading, { name: 'AppError', code }, `${contentType} ${String(body)}`)
  }
}
