import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FileReference, NameConflict, Quota } from '@triptych/contract/files'
import { fileAddress, filesApi, formOf } from '../../../test/fixtures/files-api.ts'
import type { FilesApi } from '../../../test/fixtures/files-api.ts'

const taken = [409, 'files.name_taken'] as const
const notReplaceable = [409, 'files.not_replaceable'] as const
const content = { 'a.txt': 'new', 't/a.txt': 'old', 'd/x': 'x', 't/d/y': 'y' }

function formFor(folder: string, name: string, data: string, conflict: NameConflict) {
  const { body, type } = formOf([{ name: 'file', filename: name, data }])
  const path = `/upload?id=${encodeURIComponent(folder)}&conflict=${conflict}`
  return ['POST', path, body, { 'content-type': type }] as const
}

async function upload(
  { ask }: FilesApi,
  ...sent: Parameters<typeof formFor>
): Promise<FileReference> {
  const { status, json } = await ask(...formFor(...sent))
  assert.equal(status, 200, JSON.stringify(json))
  return (json as { result: FileReference }).result
}

type Transfer = [operation: 'move' | 'copy', ids: string[], target: string, conflict: NameConflict]

function transferOf(...[operation, ids, target, conflict]: Transfer) {
  return ['PUT', '/files', { operation, ids, target, conflict }] as const
}

async function transfer({ ok }: FilesApi, ...sent: Transfer): Promise<string[]> {
  const { result } = await ok<{ result: FileReference[] }>(...transferOf(...sent))
  return result.map(({ id }) => id)
}

function renameOf(id: string, name: string, conflict: NameConflict) {
  return ['PUT', fileAddress(id), { operation: 'rename', name, conflict }] as const
}

async function rename({ ok }: FilesApi, ...sent: Parameters<typeof renameOf>): Promise<string> {
  return (await ok<{ result: FileReference }>(...renameOf(...sent))).result.id
}

function madeOf(name: string, type: 'file' | 'folder', conflict: NameConflict) {
  return ['POST', '/files/%2F', { name, type, size: 5, conflict }] as const
}

async function make({ ok }: FilesApi, ...sent: Parameters<typeof madeOf>): Promise<string> {
  return (await ok<{ result: FileReference }>(...madeOf(...sent))).result.id
}

async function told({ changes }: FilesApi, since = 0): Promise<string[]> {
  return (await changes(since)).map(({ operation, entity }) => `${operation} ${entity}`)
}

/** A share is of the file, and not of its path: so it tells one from another. */
async function share({ ok }: FilesApi, id: string): Promise<string> {
  return (await ok<{ id: string }>('POST', '/shares', { id, access: 'read' })).id
}

async function sharedFiles({ ok }: FilesApi): Promise<Map<string, string>> {
  const shares = await ok<{ id: string; file: string }[]>('GET', '/shares')
  return new Map(shares.map(({ id, file }) => [id, file]))
}

describe('a name that is taken', () => {
  it('is refused on request, and nothing changes', async () => {
    const api = await filesApi(content)
    await api.whenExplored(4)

    await api.refuses(taken, ...formFor('/t', 'a.txt', 'other', 'fail'))
    for (const operation of ['move', 'copy'] as const) {
      await api.refuses(taken, ...transferOf(operation, ['/d/x', '/a.txt'], '/t', 'fail'))
    }
    await api.refuses(taken, ...renameOf('/a.txt', 't', 'fail'))
    await api.assertInStep()
  })

  it('makes no difference where it is free, whatever is to happen otherwise', async () => {
    const api = await filesApi({ 'a.txt': 'a', 't/': '' })

    for (const conflict of ['rename', 'number', 'replace', 'skip', 'fail'] as const) {
      const name = `${conflict}.txt`
      assert.equal((await upload(api, '/', name, 'bytes', conflict)).id, `/${name}`)
      assert.deepEqual(await transfer(api, 'copy', [`/${name}`], '/t', conflict), [`/t/${name}`])
      assert.equal(await rename(api, `/t/${name}`, `r-${name}`, conflict), `/t/r-${name}`)
      assert.deepEqual(await transfer(api, 'move', [`/${name}`], '/t', conflict), [`/t/${name}`])
      assert.equal(await api.read(`t/${name}`), 'bytes')
    }
    await api.assertInStep()
  })

  it('gets a number on request, and what is there stays', async () => {
    const files = { 'a.txt': 'new', 't/a.txt': 'old', 'v1.2/x': 'x', 't/v1.2/y': 'y' }
    const api = await filesApi(files)
    await api.whenExplored(4)

    assert.equal((await upload(api, '/t', 'a.txt', 'up', 'number')).id, '/t/a (2).txt')
    assert.deepEqual(await transfer(api, 'copy', ['/a.txt', '/v1.2'], '/t', 'number'), [
      '/t/a (3).txt',
      '/t/v1.2 (2)',
    ])
    assert.deepEqual(await transfer(api, 'move', ['/a.txt', '/v1.2'], '/t', 'number'), [
      '/t/a (4).txt',
      '/t/v1.2 (3)',
    ])
    assert.equal(await rename(api, '/t/a (2).txt', 'a.txt', 'number'), '/t/a (2).txt')
    assert.equal(await rename(api, '/t/a (2).txt', 'v1.2', 'number'), '/t/v1 (2).2')
    assert.deepEqual(await transfer(api, 'copy', ['/t/a.txt'], '/t', 'number'), ['/t/a (2).txt'])
    assert.equal(await api.read('t/a.txt'), 'old')
    assert.equal(await api.read('t/v1 (2).2'), 'up')
    await api.assertInStep()
  })

  it('gets its number by what it is, also where a file and a folder of one name come together', async () => {
    const files = { 'a/photos.2024': 'a', 'b/photos.2024/x': 'x', 't/photos.2024': 'here' }
    const api = await filesApi(files)
    await api.whenExplored(3)
    const ids = ['/a/photos.2024', '/b/photos.2024']

    for (const [operation, number] of [
      ['copy', 2],
      ['move', 3],
    ] as const) {
      const [file, folder] = await transfer(api, operation, ids, '/t', 'number')
      assert.equal(file, `/t/photos (${number}).2024`)
      assert.equal(folder, `/t/photos.2024 (${number})`)
    }
    await api.assertInStep()
  })

  it('gets as many numbers as come at once', async () => {
    const api = await filesApi({ 'a.txt': 'new' })

    const places = await Promise.all(
      ['1', '2', '3', '4', '5'].map((data) => upload(api, '/', 'a.txt', data, 'number')),
    )

    assert.deepEqual(
      places.map(({ id }) => id).toSorted(),
      [2, 3, 4, 5, 6].map((number) => `/a (${number}).txt`),
    )
    await api.assertInStep()
  })

  it('is skipped on request: what is there is answered, and nothing changes', async () => {
    const api = await filesApi(content)
    await api.whenExplored(4)

    await api.changesNothing(async () => {
      assert.equal((await upload(api, '/t', 'a.txt', 'other', 'skip')).id, '/t/a.txt')
      assert.deepEqual(await transfer(api, 'move', ['/a.txt'], '/t', 'skip'), ['/t/a.txt'])
      assert.deepEqual(await transfer(api, 'copy', ['/a.txt', '/d'], '/t', 'skip'), [
        '/t/a.txt',
        '/t/d',
      ])
      assert.equal(await rename(api, '/a.txt', 't', 'skip'), '/t')
      await api.assertNothingHidden()
    })
    assert.deepEqual(await transfer(api, 'move', ['/a.txt', '/d/x'], '/t', 'skip'), [
      '/t/a.txt',
      '/t/x',
    ])
    assert.deepEqual([await api.read('a.txt'), await api.read('t/a.txt')], ['new', 'old'])
    await api.assertInStep()
  })

  it('is never that of a folder to be replaced, and folders are not merged', async () => {
    const api = await filesApi(content)
    await api.whenExplored(4)

    await api.refuses(notReplaceable, ...formFor('/', 't', 'bytes', 'replace'))
    await api.refuses(notReplaceable, ...renameOf('/a.txt', 't', 'replace'))
    await api.refuses(notReplaceable, ...renameOf('/d', 'a.txt', 'replace'))
    for (const operation of ['move', 'copy'] as const) {
      await api.refuses(notReplaceable, ...transferOf(operation, ['/a.txt', '/d'], '/t', 'replace'))
    }
    await api.assertInStep()
  })

  it('of something new is dealt with in the same words', async () => {
    const api = await filesApi({ 'photos.2024/x': 'x', 'a.txt': 'old' })
    await api.whenExplored(2)

    assert.equal(await make(api, 'photos.2024', 'folder', 'number'), '/photos.2024 (2)')
    assert.equal(await make(api, 'photos.2024', 'folder', 'number'), '/photos.2024 (3)')
    assert.equal(await make(api, 'photos.2024', 'file', 'number'), '/photos (2).2024')
    assert.equal(await make(api, 'photos.2024', 'folder', 'rename'), '/photos.new.2024')
    await api.changesNothing(async () => {
      assert.equal(await make(api, 'photos.2024', 'folder', 'skip'), '/photos.2024')
      assert.equal(await make(api, 'a.txt', 'file', 'skip'), '/a.txt')
      await api.refuses(taken, ...madeOf('a.txt', 'file', 'fail'))
      await api.refuses(taken, ...madeOf('photos.2024', 'folder', 'fail'))
      await api.refuses(notReplaceable, ...madeOf('photos.2024', 'folder', 'replace'))
    })
    assert.equal(await make(api, 'b', 'folder', 'fail'), '/b')
    const since = await api.head()
    assert.equal(await make(api, 'a.txt', 'file', 'replace'), '/a.txt')
    assert.deepEqual(await told(api, since), ['file-updated /a.txt'])
    assert.equal(await api.read('a.txt'), '')
    await api.assertInStep()
  })

  it('is one of five words', async () => {
    const { refuses } = await filesApi(content)
    const body = { operation: 'move', ids: ['/a.txt'], target: '/t', conflict: 'merge' }

    await refuses([422, 'body.invalid'], 'PUT', '/files', body)
    const { body: form, type } = formOf([{ name: 'file', filename: 'a', data: 'a' }])
    const bad = [422, 'query.invalid'] as const
    await refuses(bad, 'POST', '/upload?conflict=merge', form, { 'content-type': type })
  })
})

describe('a file that is replaced', () => {
  it('by an upload has the new bytes, and the log says that it has changed', async () => {
    const api = await filesApi(content)
    await api.whenExplored(4)
    const since = await api.head()

    assert.equal((await upload(api, '/t', 'a.txt', 'much newer', 'replace')).id, '/t/a.txt')

    assert.equal(await api.read('t/a.txt'), 'much newer')
    assert.deepEqual(await told(api, since), ['file-updated /t/a.txt'])
    const [change] = await api.changes(since)
    assert.deepEqual([change!.before?.['size'], change!.after?.['size']], [3, 10])
    assert.equal((await api.direct('/t/a.txt')).bytes.toString(), 'much newer')
    const { bytes, files } = await api.ok<{ bytes: number; files: number }>('GET', '/info')
    assert.deepEqual([bytes, files], [3 + 10 + 2, 4])
  })

  it('by a copy has the bytes of the original', async () => {
    const api = await filesApi(content)
    await api.whenExplored(4)
    const since = await api.head()

    assert.deepEqual(await transfer(api, 'copy', ['/a.txt'], '/t', 'replace'), ['/t/a.txt'])

    assert.deepEqual([await api.read('a.txt'), await api.read('t/a.txt')], ['new', 'new'])
    assert.deepEqual(await told(api, since), ['file-updated /t/a.txt'])
  })

  it('by a move or a new name has the bytes of the other, which is there no more', async () => {
    const api = await filesApi({ ...content, 't/b.txt': 'b' })
    await api.whenExplored(5)
    const since = await api.head()

    assert.deepEqual(await transfer(api, 'move', ['/a.txt', '/d/x'], '/t', 'replace'), [
      '/t/a.txt',
      '/t/x',
    ])
    assert.equal(await rename(api, '/t/a.txt', 'b.txt', 'replace'), '/t/b.txt')

    assert.deepEqual(await api.names('/t'), ['b.txt', 'd', 'x'])
    assert.equal(await api.read('t/b.txt'), 'new')
    assert.deepEqual((await told(api, since)).toSorted(), [
      'file-deleted /a.txt',
      'file-deleted /t/a.txt',
      'file-moved /t/x',
      'file-updated /t/a.txt',
      'file-updated /t/b.txt',
    ])
  })

  it('stays the same file: a share leads to its new bytes', async () => {
    const api = await filesApi(content)
    await api.whenExplored(4)
    const [target, other] = [await share(api, '/t/a.txt'), await share(api, '/a.txt')]

    await upload(api, '/t', 'a.txt', 'by upload', 'replace')
    await transfer(api, 'copy', ['/d/x'], '/t', 'replace')
    await transfer(api, 'move', ['/a.txt'], '/t', 'replace')

    const files = await sharedFiles(api)
    assert.equal(files.get(target), '/t/a.txt')
    assert.notEqual(files.get(other), '/t/a.txt')
  })

  it('by itself stays as it is', async () => {
    const api = await filesApi(content)
    await api.whenExplored(4)

    await api.changesNothing(async () => {
      assert.deepEqual(await transfer(api, 'copy', ['/a.txt'], '/', 'replace'), ['/a.txt'])
      assert.deepEqual(await transfer(api, 'move', ['/a.txt'], '/', 'replace'), ['/a.txt'])
      assert.equal(await rename(api, '/a.txt', 'a.txt', 'replace'), '/a.txt')
    })
    await api.assertInStep()
  })

  it('is replaced by one of two of the same name in no request', async () => {
    const api = await filesApi({ ...content, 'e/a.txt': 'third' })
    await api.whenExplored(5)

    await api.refuses(taken, ...transferOf('move', ['/a.txt', '/e/a.txt'], '/t', 'replace'))
    assert.deepEqual(await transfer(api, 'copy', ['/a.txt', '/e/a.txt'], '/d', 'skip'), [
      '/d/a.txt',
      '/d/a.txt',
    ])
    assert.equal(await api.read('d/a.txt'), 'new')
  })

  it('is found however its accents are written', async () => {
    const api = await filesApi({ 'cafe\u0301.txt': 'old' })
    await api.whenExplored(1)

    const { name } = await upload(api, '/', 'caf\u00e9.txt', 'new', 'replace')

    assert.equal(name, 'cafe\u0301.txt')
    assert.deepEqual(await api.names(), ['cafe\u0301.txt'])
  })

  it('makes room within a quota', async () => {
    const api = await filesApi({ 'a/x.bin': '12345678', 'y.bin': '1234567890' })
    await api.whenExplored(2)
    await api.ok<Quota>('PUT', '/quotas', { path: '/a', bytes: 10 })
    const full = [507, 'storage_full'] as const

    await api.refuses(full, ...formFor('/a', 'x.bin', 'x'.repeat(11), 'replace'))
    await upload(api, '/a', 'x.bin', 'x'.repeat(9), 'replace')
    await api.refuses(full, ...formFor('/a', 'z.bin', 'xx', 'replace'))
    await transfer(api, 'copy', ['/y.bin'], '/a', 'replace').then(
      () => assert.fail('It does not fit beside the other.'),
      () => {},
    )
    await rename(api, '/y.bin', 'x.bin', 'fail')
    await transfer(api, 'copy', ['/x.bin'], '/a', 'replace')
    await transfer(api, 'move', ['/x.bin'], '/a', 'replace')
    assert.deepEqual(await api.ok<Quota[]>('GET', '/quotas'), [
      { path: '/', bytes: null, used: 10 },
      { path: '/a', bytes: 10, used: 10 },
    ])
  })

  it('is replaced once by a request that comes twice with its key', async () => {
    const api = await filesApi(content)
    const [method, path, body, headers] = formFor('/t', 'a.txt', 'twice', 'replace')
    const keyed = { ...headers, 'idempotency-key': 'k1' }

    const first = await api.ask(method, path, body, keyed)
    const since = await api.head()
    const second = await api.ask(method, path, body, keyed)

    assert.deepEqual([first.status, second.json], [200, first.json])
    assert.deepEqual(await told(api, since), [])
    assert.equal(await api.read('t/a.txt'), 'twice')
  })

  it('by many at once has the bytes of one of them, and nobody is refused', async () => {
    const api = await filesApi(content)
    const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`)

    const answers = await Promise.all(
      texts.map((text) => upload(api, '/t', 'a.txt', text, 'replace')),
    )

    assert.deepEqual(new Set(answers.map(({ id }) => id)), new Set(['/t/a.txt']))
    assert.deepEqual(await api.names('/t'), ['a.txt', 'd'])
    assert.ok(texts.includes(await api.read('t/a.txt')))
  })
})
