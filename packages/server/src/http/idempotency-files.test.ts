import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { credentialLines } from '../../test/fixtures/credentials.ts'
import { fileAddress, filesApi, formOf } from '../../test/fixtures/files-api.ts'
import type { FileAnswer } from '../../test/fixtures/files-api.ts'

type Drive = Awaited<ReturnType<typeof filesApi>>

const keyed = { 'idempotency-key': 'k' }

function assertReplay(answer: FileAnswer, first: FileAnswer): void {
  assert.equal(first.status, 200, JSON.stringify(first.json))
  assert.deepEqual(answer.json, first.json)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), first.headers.get('content-type'))
  assert.equal(first.headers.get('idempotency-replayed'), null)
  assert.equal(answer.headers.get('idempotency-replayed'), 'true')
}

function upload(drive: Drive, name: string, data = 'text'): Promise<FileAnswer> {
  return drive.upload('/', [{ name: 'file', filename: name, data }], keyed)
}

describe('changing files again under a key', () => {
  const tree = { 'a.txt': 'a', 'b/c.txt': 'c', 'to/x': 'x' }
  const changes: [what: string, path: string, body: object, left: string[]][] = [
    [
      'copies them once',
      '/files',
      { operation: 'copy', ids: ['/a.txt', '/b'], target: '/' },
      ['a.new.txt', 'a.txt', 'b', 'b.new', 'to'],
    ],
    [
      'moves them once',
      '/files',
      { operation: 'move', ids: ['/a.txt', '/b'], target: '/to' },
      ['to'],
    ],
    [
      'renames one once',
      fileAddress('/a.txt'),
      { operation: 'rename', name: 'to' },
      ['b', 'to', 'to.new'],
    ],
  ]

  for (const [what, path, body, left] of changes) {
    it(`${what}, and answers as it did the first time`, async () => {
      const drive = await filesApi(tree)
      const first = await drive.ask('PUT', path, body, keyed)
      const revision = await drive.head()

      for (let times = 0; times < 3; times++) {
        assertReplay(await drive.ask('PUT', path, body, keyed), first)
      }

      assert.equal(await drive.head(), revision)
      assert.deepEqual((await drive.names()).toSorted(), left)
      await drive.assertInStep()
    })
  }

  it('is one copy for twenty at once', async () => {
    const drive = await filesApi(tree)
    const body = { operation: 'copy', ids: ['/a.txt'], target: '/' }
    const twenty = Array.from({ length: 20 }, () => drive.ask('PUT', '/files', body, keyed))

    for (const { status, json } of await Promise.all(twenty)) {
      assert.deepEqual([status, json], [200, { result: [{ id: '/a.new.txt', name: 'a.new.txt' }] }])
    }
    assert.deepEqual((await drive.names()).toSorted(), ['a.new.txt', 'a.txt', 'b', 'to'])
    await drive.assertInStep()
  })
})

describe('making a file or a folder again under its key', () => {
  for (const type of ['folder', 'file']) {
    it(`makes one, and answers as it did the first time: a ${type}`, async () => {
      const drive = await filesApi({ 'new/x': 'x' })
      const body = { name: 'new', type }
      const first = await drive.ask('POST', fileAddress('/'), body, keyed)
      await drive.rename('/new.new', 'moved away')
      const revision = await drive.head()

      assertReplay(await drive.ask('POST', fileAddress('/'), body, keyed), first)

      assert.deepEqual(first.json, { result: { id: '/new.new', name: 'new.new' } })
      assert.equal(await drive.head(), revision)
      assert.deepEqual(await drive.names(), ['moved away', 'new'].toSorted())
      await drive.assertInStep()
    })

    it(`is one thing for fifty at once: a ${type}`, async () => {
      const drive = await filesApi()
      const body = { name: 'new', type }
      const fifty = Array.from({ length: 50 }, () =>
        drive.ask('POST', fileAddress('/'), body, keyed),
      )

      for (const { status, json } of await Promise.all(fifty)) {
        assert.equal(status, 200)
        assert.deepEqual(json, { result: { id: '/new', name: 'new' } })
      }
      assert.deepEqual(await drive.names(), ['new'])
      assert.equal((await drive.changes()).length, 1)
      await drive.assertInStep()
    })
  }

  it('is refused for another request, and free after one that failed', async () => {
    const drive = await filesApi()
    const body = { name: 'new', type: 'folder' }
    const early = await drive.ask('POST', fileAddress('/none'), body, keyed)
    assert.equal(early.status, 404)
    await drive.ask('POST', fileAddress('/'), body, keyed)

    const other = { name: 'newer', type: 'folder' }
    for (const [path, sent] of [
      [fileAddress('/new'), body],
      [fileAddress('/'), other],
    ] as const) {
      await drive.refuses([422, 'idempotency.mismatch'], 'POST', path, sent, keyed)
    }
    await drive.assertInStep()
  })

  it('goes on as usual for different keys at once', async () => {
    const drive = await filesApi()
    const many = Array.from({ length: 20 }, (_, n) =>
      drive.ask(
        'POST',
        fileAddress('/'),
        { name: 'a', type: n % 2 ? 'file' : 'folder' },
        {
          'idempotency-key': `k${n}`,
        },
      ),
    )

    const answers = await Promise.all(many)

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal((await drive.names()).length, 20)
    await drive.assertInStep()
  })
})

describe('an upload that is sent again under its key', () => {
  it('makes one file, and answers as it did the first time', async () => {
    const drive = await filesApi()
    const first = await upload(drive, 'a.txt')
    const revision = await drive.head()

    assertReplay(await upload(drive, 'a.txt'), first)

    const file = { id: '/a.txt', name: 'a.txt' }
    assert.deepEqual(first.json, { ...file, result: file, status: 'server' })
    assert.equal(await drive.head(), revision)
    assert.deepEqual(await drive.names(), ['a.txt'])
    await drive.assertInStep()
  })

  it('makes one file for ten at once', async () => {
    const drive = await filesApi()
    const ten = Array.from({ length: 10 }, () => upload(drive, 'a.txt', 'x'.repeat(100_000)))

    for (const { status } of await Promise.all(ten)) assert.equal(status, 200)

    assert.deepEqual(await drive.names(), ['a.txt'])
    await drive.assertInStep()
  })

  it('makes the folders on the way, and the file in them, once', async () => {
    const drive = await filesApi()
    const first = await upload(drive, 'photos/2026/a.jpg')

    assertReplay(await upload(drive, 'photos/2026/a.jpg'), first)

    assert.deepEqual(Object.keys(await drive.tree()).toSorted(), [
      'photos',
      'photos/2026',
      'photos/2026/a.jpg',
    ])
    assert.equal((first.json as { id: string }).id, '/photos/2026/a.jpg')
    await drive.assertInStep()
  })

  it('can come again after one that broke off, or was no form', async () => {
    const drive = await filesApi()
    const { body, type } = formOf([{ name: 'file', filename: 'a.txt', data: 'text' }])
    const half = body.subarray(0, body.length - 20)
    const headers = { ...keyed, 'content-type': type }
    assert.equal((await drive.ask('POST', '/upload?id=%2F', half, headers)).status, 400)

    assert.equal((await upload(drive, 'a.txt')).status, 200)
    assert.deepEqual(await drive.names(), ['a.txt'])
    await drive.assertInStep()
  })

  it('is answered before its bytes have come', async () => {
    const drive = await filesApi()
    await upload(drive, 'a.txt')
    const socket = connect(drive.port, '127.0.0.1')
    socket.write(
      [
        'POST /upload?id=%2F HTTP/1.1',
        'Host: localhost',
        'Idempotency-Key: k',
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 1000000',
        `${credentialLines(drive.port)}\r\n`,
      ].join('\r\n'),
    )

    let answer = ''
    for await (const chunk of socket) {
      answer += String(chunk)
      if (answer.includes('"status":"server"')) break
    }

    assert.match(answer, /^HTTP\/1.1 200 OK\r\n/)
    assert.match(answer, /\r\nidempotency-replayed: true\r\n/i)
    assert.deepEqual(await drive.names(), ['a.txt'])
  })

  it('is refused under the key of another folder', async () => {
    const drive = await filesApi({ 'docs/x': 'x' })
    await upload(drive, 'a.txt')
    const { body, type } = formOf([{ name: 'file', filename: 'a.txt', data: 'text' }])
    const headers = { ...keyed, 'content-type': type }

    await drive.refuses([422, 'idempotency.mismatch'], 'POST', '/upload?id=/docs', body, headers)
  })
})
