import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Problem } from '@triptych/contract/errors'
import { assertProblem } from '../../../test/fixtures/api.ts'
import {
  boundary,
  diskFilesApi,
  eventually,
  filesApi,
  formOf,
  numbered,
} from '../../../test/fixtures/files-api.ts'
import type { FilesApi, FormPart } from '../../../test/fixtures/files-api.ts'
import { connectRaw } from '../../../test/fixtures/raw-exchange.ts'

const docs = { 'a.txt': 'one', 'docs/plan.txt': 'plan' }
const file = (data: FormPart['data'], filename = 'x.bin'): FormPart => ({
  name: 'file',
  filename,
  data,
})
const name = (data: string): FormPart => ({ name: 'name', data })
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** The first bytes of an upload that says it has `length` bytes. */
function begun(length: number, data: string, field = 'file', path = '/upload?id=%2F'): string {
  return [
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n`,
    `content-type: ${multipart['content-type']}\r\n\r\n--${boundary}\r\n`,
    `content-disposition: form-data; name="${field}"; filename="x"\r\n\r\n${data}`,
  ].join('')
}

describe('an upload', () => {
  it('answers for the file manager and for the uploader, and tells the log', async () => {
    const { upload, read, changes, assertInStep } = await filesApi(docs)

    const { status, json } = await upload('/docs', [file('bytes'), name('new.txt')])

    const result = { id: '/docs/new.txt', name: 'new.txt' }
    assert.deepEqual([status, json], [200, { result, ...result, status: 'server' }])
    assert.equal(await read('docs/new.txt'), 'bytes')
    const [change, ...others] = await changes()
    assert.deepEqual([change!.operation, change!.entity, others], ['file-added', result.id, []])
    assert.equal(change!.after?.['size'], 5)
    await assertInStep()
  })

  it('goes to the folder in the address or in the query, or to the root', async () => {
    const { ask, names, assertInStep } = await filesApi(docs)
    const { body } = formOf([file('x', 'x')])
    const paths = ['/upload?id=%2Fdocs', '/upload/%2Fdocs', '/upload/docs', '/upload?id=docs/']

    for (const path of paths) assert.equal((await ask('POST', path, body, multipart)).status, 200)
    for (const path of ['/upload', '/upload?id=', '/upload/%2F', '/upload/']) {
      assert.equal((await ask('POST', path, body, multipart)).status, 200, path)
    }

    assert.equal((await names('/docs')).length, 5)
    assert.equal((await names()).length, 6)
    await assertInStep()
  })

  it('is called what name says, before or after the file, or else as the file', async () => {
    const { upload, names } = await filesApi()

    await upload('/', [name('before'), file('1')])
    await upload('/', [file('2'), name('after')])
    await upload('/', [file('3', 'own.bin')])
    await upload('/', [name(''), file('4', 'empty.bin')])
    await upload('/', [{ name: 'other', data: 'x' }, file('5'), name('among')])

    assert.deepEqual(await names(), ['after', 'among', 'before', 'empty.bin', 'own.bin'])
  })

  it('with folders in its name makes those that are missing, inside the target', async () => {
    const { upload, tree, changes, assertInStep } = await filesApi(docs)

    const { json } = await upload('/docs', [file('1'), name('photos/2026/a.jpg')])
    await upload('/docs', [file('2'), name('photos/2026/a.jpg')])
    await upload('/docs', [file('3'), name('photos//b.jpg')])

    assert.equal((json as { id: string }).id, '/docs/photos/2026/a.jpg')
    assert.deepEqual(await tree(), {
      'a.txt': 'file one',
      docs: 'folder',
      'docs/photos': 'folder',
      'docs/photos/2026': 'folder',
      'docs/photos/2026/a.jpg': 'file 1',
      'docs/photos/2026/a.new.jpg': 'file 2',
      'docs/photos/b.jpg': 'file 3',
      'docs/plan.txt': 'file plan',
    })
    assert.deepEqual(
      (await changes()).map(({ entity }) => entity),
      ['/docs/photos', '/docs/photos/2026', '/docs/photos/2026/a.jpg'].concat(
        '/docs/photos/2026/a.new.jpg',
        '/docs/photos/b.jpg',
      ),
    )
    await assertInStep()
  })

  it('with an impossible name leaves nothing, not even folders', async () => {
    const { refusesUpload, assertInStep } = await filesApi(docs)
    const impossible = ['../x', 'a/../../x', 'a/..', '..', '.', 'new/../x', 'new/./x', '../']
    const others = ['\\..\\..\\x\u0000', 'a\u0000b', 'new/a\u0001', `new/${'x'.repeat(256)}`, '/']

    for (const bad of [...impossible, ...others]) {
      await refusesUpload([422, 'files.bad_name'], '/docs', [file('x'), name(bad)])
      await refusesUpload([422, 'files.bad_name'], '/docs', [name(bad), file('x')])
    }
    await refusesUpload([422, 'files.bad_name'], '/docs', [file('x', '')])
    await refusesUpload([422, 'files.bad_name'], '/docs', [file('x', '../x')])
    await assertInStep()
  })

  it('takes a leading slash in its name for no way out', async () => {
    const { refusesUpload, tree } = await filesApi(docs)
    const before = await tree()

    await refusesUpload([422, 'files.bad_name'], '/docs', [file('x'), name('/abs')])
    await refusesUpload([422, 'files.bad_name'], '/docs', [file('x'), name('/etc/passwd')])

    assert.deepEqual(await tree(), before)
  })

  it('is refused where a file is in the way of a folder it names', async () => {
    const { refusesUpload } = await filesApi(docs)

    await refusesUpload([409, 'files.not_a_folder'], '/', [file('x'), name('a.txt/x')])
  })

  it('may be empty, and may be 20 MB, to the byte', async () => {
    const { upload, direct, tree, assertInStep } = await filesApi()
    const bytes = randomBytes(20_000_000)
    // What looks like the end of the part, but is not.
    bytes.write(`\r\n--${boundary.slice(0, -1)}\r\n`, 10_000_000)

    // And may be it at the end of any piece that arrives.
    const doubtful = Buffer.alloc(5_000_000, `\r\n--${boundary.slice(0, -1)}`)

    await upload('/', [file('', 'empty')])
    await upload('/', [file(bytes, 'large')])
    await upload('/', [file(doubtful, 'doubtful')])

    assert.equal((await direct('/empty')).bytes.length, 0)
    assert.equal((await tree())['large'], `file ${bytes.length} ${hash(bytes)}`)
    assert.equal(hash((await direct('/large')).bytes), hash(bytes))
    assert.equal(hash((await direct('/doubtful')).bytes), hash(doubtful))
    await assertInStep()
  })

  it('of thirty at once under one name makes thirty files', async () => {
    const { upload, names, tree, changes, assertInStep } = await filesApi(docs)
    const texts = Array.from({ length: 30 }, (_, n) => `text ${n}`)

    const answers = await Promise.all(
      texts.map((text) => upload('/docs', [file(text), name('deep/same.txt')])),
    )

    const found = answers.map(({ json }) => (json as { id: string }).id)
    assert.equal(new Set(found).size, 30)
    const there = await tree()
    for (const [n, id] of found.entries()) assert.equal(there[id.slice(1)], `file text ${n}`)
    assert.equal((await names('/docs/deep')).length, 30)
    assert.equal((await changes()).length, 31)
    await assertInStep()
  })

  it('is refused where there is no folder', async () => {
    const { refusesUpload, refuses } = await filesApi(docs)

    await refusesUpload([404, 'files.not_found'], '/none', [file('x')])
    await refusesUpload([404, 'files.not_found'], '/a.txt/x', [file('x')])
    await refusesUpload([409, 'files.not_a_folder'], '/a.txt', [file('x')])
    await refusesUpload([400, 'files.bad_path'], '/../x', [file('x')])
    const { body } = formOf([file('x')])
    await refuses([400, 'files.bad_path'], 'POST', '/upload?id=%zz', body, multipart)
    await refuses([405, 'method_not_allowed'], 'PUT', '/upload?id=/', body, multipart)
  })
})

describe('a form', () => {
  it('without exactly one file is refused', async () => {
    const { refusesUpload } = await filesApi(docs)

    await refusesUpload([422, 'body.invalid'], '/', [])
    await refusesUpload([422, 'body.invalid'], '/', [name('x')])
    await refusesUpload([422, 'body.invalid'], '/', [{ name: 'photo', filename: 'x', data: 'x' }])
    await refusesUpload([422, 'body.invalid'], '/', [file('1'), file('2')])
    const upload = { ...file('2'), name: 'upload' }
    await refusesUpload([422, 'body.invalid'], '/', [file('1'), name('x'), upload])
  })

  it('that is none is refused', async () => {
    const { refuses } = await filesApi(docs)
    const { body } = formOf([file('x')])
    const path = '/upload?id=%2F'
    const types = ['multipart/form-data', 'multipart/form-data; boundary=', 'text/plain', '']

    for (const type of [...types, 'application/json', 'multipart/form-data; boundary']) {
      await refuses([400, 'bad_request'], 'POST', path, body, { 'content-type': type })
    }
    await refuses([400, 'bad_request'], 'POST', path, body)
    for (const text of ['', 'x', '--', '{"a":1}', `--${boundary}`, `--${boundary}\r\n`]) {
      await refuses([400, 'body.malformed'], 'POST', path, text, multipart)
    }
  })

  it('that has no end is refused wherever it stops', async () => {
    const { refuses } = await filesApi(docs)
    const whole = formOf([file('the bytes'), name('x')]).body

    for (let end = 0; end <= whole.length - 4; end += 5) {
      const part = whole.subarray(0, end)
      await refuses([400, 'body.malformed'], 'POST', '/upload', part, multipart)
    }
  })

  it('with a huge header, a huge name or a thousand parts is refused', async () => {
    const { ask, refusesUpload, assertInStep } = await filesApi(docs)
    const parts = Array.from({ length: 1000 }, (_, n) => ({ name: `f${n}`, data: 'x' }))
    const disposition = 'content-disposition: form-data; name="file"; filename="x"'
    const header = `--${boundary}\r\n${disposition}\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\nx`

    for (const sent of [formOf([file('1'), ...parts]), formOf([...parts, file('1')])]) {
      const answer = await ask('POST', '/upload', sent.body, multipart)
      assertProblem(numbered(answer), [413, 'body.too_large'])
    }
    const long = await ask('POST', '/upload', `${header}\r\n--${boundary}--\r\n`, multipart)
    assertProblem(numbered(long), [413, 'body.too_large'])
    await refusesUpload([413, 'body.too_large'], '/', [file('x'), name('x'.repeat(100_000))])
    await assertInStep()
  })

  it('of the stand-alone uploader is answered in its own word', async () => {
    const { upload } = await filesApi(docs, { limits: { upload: 10 } as never })
    const sent = { name: 'upload', filename: 'photo.jpg', data: 'x' }

    const { json } = await upload('/', [sent])
    const result = { id: '/photo.jpg', name: 'photo.jpg' }
    assert.deepEqual(json, { result, ...result, status: 'server' })

    for (const [status, code, parts] of [
      [422, 'files.bad_name', [sent, name('..')]],
      [413, 'files.too_large', [{ ...sent, data: 'x'.repeat(11) }]],
    ] as const) {
      const refused = await upload('/', [...parts])
      const problem = refused.json as Problem
      assert.deepEqual([refused.status, problem.code, problem.status], [status, code, 'error'])
      assert.ok(problem.error.length > 0 && !('id' in problem) && !('result' in problem))
    }
  })
})

describe('an upload over the limit', () => {
  const limits = { upload: 1000 } as never
  const limited = () => filesApi(docs, { limits })

  it('is refused, and one at the limit is not', async () => {
    const { upload, refusesUpload, read } = await limited()

    assert.equal((await upload('/', [file('x'.repeat(1000), 'most')])).status, 200)
    assert.equal((await read('most')).length, 1000)
    const problem = await refusesUpload([413, 'files.too_large'], '/', [file('x'.repeat(1001))])
    assert.equal(problem['limit'], 1000)
    await refusesUpload([413, 'files.too_large'], '/', [file('x'.repeat(900_000)), name('x')])
  })

  it('gets a readable answer while it is still being sent', async () => {
    const { port, tree, assertNothingHidden } = await limited()
    const before = await tree()
    for (const length of [200_000, 100_000_000]) {
      const { socket, until } = await connectRaw(port)
      socket.write(begun(length, 'x'.repeat(100_000)))
      const pump = setInterval(() => socket.write('x'.repeat(1000)), 5)

      const answer = await until('"files.too_large"')

      clearInterval(pump)
      socket.destroy()
      assert.match(answer, /^HTTP\/1\.1 413 /)
    }
    assert.deepEqual(await tree(), before)
    await assertNothingHidden()
  })
})

describe('an upload that breaks off', () => {
  // A store is not told of less than a part.
  const enough = 'x'.repeat(10_000_000)

  it('leaves nothing', async () => {
    const api = await filesApi(docs)

    await api.changesNothing(async () => {
      await breakOff(api, begun(100_000_000, enough))
      await breakOff(api, begun(1_000_000, `x\r\n--${boundary}\r\n`))
    })

    await api.assertInStep()
  })

  it('early leaves nothing on a disk', async () => {
    const api = await diskFilesApi(docs)

    await api.changesNothing(async () => {
      await breakOff(api, begun(1_000_000, 'x'.repeat(1000)))
      await breakOff(api, begun(1_000_000, 'x'.repeat(300_000)))
    })

    await api.assertInStep()
  })

  it('is not seen by anybody while it goes on', async () => {
    const { port, names, hidden, ok } = await filesApi(docs)
    const { socket, until } = await connectRaw(port)
    const whole = formOf([file(`${enough}56789`, 'unseen')]).body.toString()
    const middle = whole.indexOf('56789')
    const head = `POST /upload HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${whole.length}\r\n`
    socket.write(`${head}content-type: ${multipart['content-type']}\r\n\r\n`)
    socket.write(whole.slice(0, middle))
    await eventually(async () => assert.equal((await hidden()).length, 1))

    assert.deepEqual(await names(), ['a.txt', 'docs'])
    assert.deepEqual(await ok('GET', '/files?text=unseen'), [])

    socket.write(whole.slice(middle))
    await until('"status":"server"')
    socket.destroy()
    assert.deepEqual(await names(), ['a.txt', 'docs', 'unseen'])
  })
})

async function breakOff(
  { port, hidden, assertNothingHidden }: FilesApi,
  bytes: string,
): Promise<void> {
  const { socket } = await connectRaw(port)
  socket.write(bytes)
  // It must have begun: what never was leaves nothing either.
  await eventually(async () => assert.equal((await hidden()).length, 1))
  socket.destroy()
  await assertNothingHidden()
}

function hash(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
