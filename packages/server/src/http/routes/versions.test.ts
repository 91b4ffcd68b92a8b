import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Problem } from '@triptych/contract/errors'
import type { FileReference, Quota } from '@triptych/contract/files'
import type { HistoryPage } from '@triptych/contract/history'
import { diskFilesApi, eventually, filesApi, formOf } from '../../../test/fixtures/files-api.ts'
import type { FilesApi } from '../../../test/fixtures/files-api.ts'

const gone = [404, 'files.not_found'] as const

async function put({ ask }: FilesApi, path: string, data: string): Promise<void> {
  const { body, type } = formOf([{ name: 'file', filename: path.slice(1), data }])
  const answer = await ask('POST', '/upload?id=/&conflict=replace', body, { 'content-type': type })
  assert.equal(answer.status, 200, JSON.stringify(answer.json))
}

const bytesOf = async ({ ask }: FilesApi, version: string): Promise<string> =>
  (await ask('GET', `/versions/${version}`)).bytes.toString()

/** What the versions of a file hold, the last first. */
async function former(api: FilesApi, id: string): Promise<string[]> {
  const found: string[] = []
  for (const { version } of await api.versions(id)) found.push(await bytesOf(api, version))
  return found
}

async function restore({ ok }: FilesApi, version: string): Promise<string> {
  return (await ok<{ result: FileReference }>('POST', `/versions/${version}/restore`)).result.id
}

const remove = ({ ok }: FilesApi, version: string) => ok<object>('DELETE', `/versions/${version}`)

describe('a file that is replaced', () => {
  it('keeps what it held, the last first, with who replaced it and when', async () => {
    const api = await filesApi({ 'a.txt': 'one' })
    await put(api, '/a.txt', 'second')
    await put(api, '/a.txt', 'third one')

    assert.deepEqual(await former(api, '/a.txt'), ['second', 'one'])
    assert.equal(await api.read('a.txt'), 'third one')
    const [last, first] = await api.versions('/a.txt')
    assert.deepEqual([last!.size, first!.size], [6, 3])
    assert.ok(Date.parse(last!.at) >= Date.parse(first!.at))
    assert.ok(Date.parse(last!.date) <= Date.parse(last!.at))
    assert.equal(last!.actor, (await api.changes()).at(-1)?.actor)
    await api.assertInStep()
  })

  it('by a copy, a move or a new name keeps it, too, and those of what was moved onto it', async () => {
    const api = await filesApi({ 'a.txt': 'a', 'b.txt': 'b', 't/a.txt': 'old a' })
    await api.whenExplored(3)
    await put(api, '/b.txt', 'newer b')
    const transfer = { ids: ['/a.txt'], target: '/t', conflict: 'replace' }

    await api.ok('PUT', '/files', { operation: 'copy', ...transfer })
    assert.deepEqual(await former(api, '/t/a.txt'), ['old a'])
    await api.ok('PUT', '/files', { operation: 'move', ...transfer })
    assert.deepEqual(await former(api, '/t/a.txt'), ['a', 'old a'])
    await api.move(['/t/a.txt'], '/')
    const body = { operation: 'rename', name: 'a.txt', conflict: 'replace' }
    await api.ok('PUT', '/files/b.txt', body)

    assert.equal(await api.read('a.txt'), 'newer b')
    assert.deepEqual((await former(api, '/a.txt')).toSorted(), ['a', 'a', 'b', 'old a'])
    await api.assertInStep()
  })

  it('has its versions under another name, in another place, and back from the trash', async () => {
    const api = await filesApi({ 'a.txt': 'one', 't/': '' })
    await put(api, '/a.txt', 'two')
    await api.rename('/a.txt', 'b.txt')
    await api.move(['/b.txt'], '/t')
    assert.deepEqual(await former(api, '/t/b.txt'), ['one'])
    const [kept] = await api.versions('/t/b.txt')

    await api.remove(['/t'])
    assert.equal((await api.ask('GET', `/versions/${kept!.version}`)).status, 404)
    const [entry] = await api.trash()
    await api.ok('POST', '/trash/restore', { ids: [entry!.id] })

    assert.deepEqual(await former(api, '/t/b.txt'), ['one'])
    await api.assertInStep()
  })

  it('takes its versions with it when it is deleted for good', async () => {
    const api = await filesApi({ 'a.txt': 'one', 'd/b.txt': 'b' }, { trashDays: 0 })
    await put(api, '/a.txt', 'two')
    await api.remove(['/a.txt'])

    // What is done next clears up, too.
    await eventually(async () => {
      await put(api, '/c.txt', 'c')
      assert.equal((await api.hidden()).length, (await api.versions('/c.txt')).length)
    })
    await api.assertInStep()
  })

  it('has no versions where none are to be kept', async () => {
    const api = await filesApi({ 'a.txt': 'one' }, { versions: 0 })
    await put(api, '/a.txt', 'two')

    assert.deepEqual(await api.versions('/a.txt'), [])
    await eventually(async () => assert.deepEqual(await api.hidden(), []))
  })
})

describe('a version', () => {
  it('is sent as the file is, in parts and by its tag', async () => {
    const api = await filesApi({ 'page.html': '0123456789' })
    await put(api, '/page.html', 'new')
    const [{ version } = assert.fail()] = await api.versions('/page.html')
    const at = `/versions/${version}`

    const whole = await api.ask('GET', at)
    assert.equal(whole.bytes.toString(), '0123456789')
    assert.match(whole.headers.get('content-type') ?? '', /^text\/plain/)
    const part = await api.ask('GET', at, undefined, { range: 'bytes=2-4' })
    assert.deepEqual([part.status, part.bytes.toString()], [206, '234'])
    const tag = whole.headers.get('etag')!
    const known = await api.ask('GET', at, undefined, { 'if-none-match': tag })
    assert.equal(known.status, 304)
    const saved = await api.ask('GET', `${at}?download`)
    assert.match(
      saved.headers.get('content-disposition') ?? '',
      /^attachment; filename="page\.html"/,
    )
    const { status } = await api.ask('GET', at, undefined, { range: 'bytes=99-' })
    assert.equal(status, 416)
  })

  it('becomes what the file is again, and what that was becomes a version', async () => {
    const api = await filesApi({ 'a.txt': 'one' })
    await put(api, '/a.txt', 'second')
    const since = await api.head()
    const [{ version } = assert.fail()] = await api.versions('/a.txt')

    assert.equal(await restore(api, version), '/a.txt')

    assert.equal(await api.read('a.txt'), 'one')
    assert.deepEqual(await former(api, '/a.txt'), ['second'])
    const [change, ...others] = await api.changes(since)
    assert.deepEqual([change!.operation, change!.entity, others], ['file-updated', '/a.txt', []])
    assert.deepEqual([change!.before?.['size'], change!.after?.['size']], [6, 3])
    await api.refuses(gone, 'POST', `/versions/${version}/restore`)
    await api.assertInStep()
  })

  it('ends when it is deleted, and nothing else does', async () => {
    const api = await filesApi({ 'a.txt': 'one' })
    await put(api, '/a.txt', 'two')
    await put(api, '/a.txt', 'three')
    const [, { version } = assert.fail()] = await api.versions('/a.txt')

    await remove(api, version)

    assert.deepEqual(await former(api, '/a.txt'), ['two'])
    await api.refuses(gone, 'GET', `/versions/${version}`)
    const since = await api.head()
    await api.refuses(gone, 'DELETE', `/versions/${version}`)
    assert.equal(await api.head(), since)
    await api.assertInStep()
  })

  it('that is deleted stands in the log and in the history of its file, and is passed over by an undo', async () => {
    const api = await filesApi({ 'a.txt': 'one', 'c.txt': 'c' })
    await put(api, '/c.txt', 'of another')
    await put(api, '/a.txt', 'second')
    await api.rename('/a.txt', 'b.txt')
    const [{ version, date } = assert.fail()] = await api.versions('/b.txt')
    const since = await api.head()

    await remove(api, version)

    const [change, ...others] = await api.changes(since)
    assert.deepEqual(others, [])
    const { area, operation, entity, before, after, step } = change!
    assert.deepEqual([area, operation, entity], ['files', 'version-deleted', '/b.txt'])
    assert.deepEqual(before, { id: '/b.txt', type: 'file', value: 'b.txt', date, size: 3 })
    assert.equal(after, null)
    const { steps } = await api.ok<HistoryPage>('GET', '/history?of=files/b.txt')
    assert.deepEqual(steps.map(({ text, canUndo }) => [text, canUndo]).slice(0, 2), [
      ['deleted a version of b.txt', false],
      ['renamed a.txt to b.txt', true],
    ])
    const refused = await api.ask('POST', '/undo', { step })
    assert.equal(refused.status, 409)
    const { code, error } = refused.json as Problem
    assert.equal(code, 'history.not_kept')
    assert.match(error, /^This version of \/b\.txt was deleted for good/)

    // What was done before is taken back, and done again, as if nothing had been.
    await api.ok('POST', '/undo', {})
    assert.deepEqual(await api.names(), ['a.txt', 'c.txt'])
    await remove(api, (await api.versions('/c.txt'))[0]!.version)
    await api.ok('POST', '/redo')
    assert.deepEqual(await api.names(), ['b.txt', 'c.txt'])
    await api.assertInStep()
  })

  it('is only of a file, and only what is one', async () => {
    const api = await filesApi({ 'a.txt': 'one', 'd/b.txt': 'b' })
    await api.remove(['/d/b.txt'])
    const [deleted] = await api.trash()

    await api.refuses([409, 'files.not_a_file'], 'GET', '/versions?id=/d')
    await api.refuses(gone, 'GET', '/versions?id=/none')
    for (const id of [deleted!.id, '1', '999999']) {
      await api.refuses(gone, 'GET', `/versions/${id}`)
      await api.refuses(gone, 'POST', `/versions/${id}/restore`)
      await api.refuses(gone, 'DELETE', `/versions/${id}`)
    }
    assert.equal((await api.trash()).length, 1)
  })
})

describe('how long versions are kept', () => {
  it('is a matter of how many a file has: the oldest go', async () => {
    const api = await filesApi({ 'a.txt': '0', 'b.txt': 'b' }, { versions: 2 })
    await put(api, '/b.txt', 'bb')
    for (const text of ['1', '2', '3', '4']) await put(api, '/a.txt', text)

    assert.deepEqual(await former(api, '/a.txt'), ['3', '2'])
    assert.deepEqual(await former(api, '/b.txt'), ['b'])
    await eventually(async () => assert.equal((await api.hidden()).length, 3))
    await api.assertInStep()
  })

  it('is a matter of how many bytes all have: the oldest go, whose they are', async () => {
    const api = await filesApi({ 'a.txt': '0123', 'b.txt': '012345' }, { versionsSize: 10 })
    await put(api, '/a.txt', 'x'.repeat(100))
    await put(api, '/b.txt', '0123')
    assert.deepEqual(await former(api, '/a.txt'), ['0123'])
    await put(api, '/b.txt', 'x')

    await eventually(async () => assert.deepEqual(await former(api, '/a.txt'), []))
    assert.deepEqual(await former(api, '/b.txt'), ['0123', '012345'])
  })

  it('is a matter of the quota of the drive: what is in sight comes first', async () => {
    const api = await filesApi({ 'a.txt': '01234' }, { quota: 12 })
    await put(api, '/a.txt', '56789')
    assert.deepEqual(await former(api, '/a.txt'), ['01234'])
    await put(api, '/b.txt', 'abcd')

    await eventually(async () => assert.deepEqual(await former(api, '/a.txt'), []))
    const [drive] = await api.ok<Quota[]>('GET', '/quotas')
    assert.equal(drive!.used, 9)
  })
})

describe('a file that another program writes', () => {
  it('stays the same file, and has no version of what it held', async () => {
    const api = await diskFilesApi({ 'a.txt': 'one' })
    await put(api, '/a.txt', 'two')
    writeFileSync(api.at('a.txt'), 'by another program')

    await eventually(async () => {
      const [file] = await api.list()
      assert.equal(file!.size, 18)
    })
    assert.deepEqual(await former(api, '/a.txt'), ['one'])
    const [{ version } = assert.fail()] = await api.versions('/a.txt')
    await restore(api, version)
    assert.deepEqual(await former(api, '/a.txt'), ['by another program'])

    rmSync(api.at('a.txt'))
    await eventually(async () => assert.deepEqual(await api.names(), []))
    await api.assertInStep()
  })
})
