import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCode } from '@triptych/contract/errors'
import type { TakenBack } from '@triptych/contract/history'
import { assertProblem } from '../../../test/fixtures/api.ts'
import { put } from '../../../test/fixtures/file-doings.ts'
import { fileAddress, filesApi } from '../../../test/fixtures/files-api.ts'
import type { FilesApi } from '../../../test/fixtures/files-api.ts'

const content = { 'docs/plan.txt': 'plan', 'docs/deep/a.txt': 'aa', 'b.txt': 'b' }

const undo = ({ ok }: FilesApi, step?: string) => ok<TakenBack>('POST', '/undo', { step })
const redo = ({ ok }: FilesApi) => ok<TakenBack>('POST', '/redo')

async function refused({ ask, tree, head }: FilesApi, code: ErrorCode, path = '/undo') {
  const before = [await tree(), await head()]
  assertProblem(await ask('POST', path, path === '/undo' ? {} : undefined), [409, code])
  assert.deepEqual([await tree(), await head()], before)
}

const other = { 'x-origin': 'other' }

const file = (name: string, data: string) => [{ name: 'file', filename: name, data }]

describe('of files', () => {
  it('a deletion is taken back, and done again, as often as one likes', async () => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    const before = await api.tree()
    await api.remove(['/docs', '/b.txt'])
    for (let times = 0; times < 2; times++) {
      await undo(api)
      assert.deepEqual(await api.tree(), before)
      await redo(api)
      assert.deepEqual(await api.tree(), {})
    }
    const { step } = await undo(api)
    assertProblem(await api.ask('POST', '/undo', { step }), [409, 'history.undone_already'])
    assert.deepEqual(await api.trash(), [])
    await api.whenExplored(3)
    await api.assertInStep()
  })

  it('a deletion stays where the trash was emptied', async () => {
    const api = await filesApi(content)
    await api.remove(['/b.txt', '/docs'])
    const { id } = (await api.trash()).find(({ path }) => path === '/b.txt')!
    await api.ok('DELETE', '/trash', { ids: [id] })
    await refused(api, 'history.not_kept')
  })

  it('what was added goes to the trash, with the folders that were made for it', async () => {
    const api = await filesApi(content)
    const before = await api.tree()
    const parts = [{ name: 'name', data: 'new/in/it.txt' }, ...file('it.txt', 'text')]
    assert.equal((await api.upload('/', parts)).status, 200)
    await undo(api)
    assert.deepEqual(await api.tree(), before)
    await redo(api)
    assert.equal(await api.read('new/in/it.txt'), 'text')
    await undo(api)

    await api.copy(['/docs'], '/')
    await undo(api)
    await api.create('/', 'empty', 'folder')
    await undo(api)
    assert.deepEqual(await api.tree(), before)
    await api.assertInStep()
  })

  it('what was added stays once somebody has put something into it, or moved it', async () => {
    const api = await filesApi(content)
    await api.create('/', 'new', 'folder')
    await api.ask('POST', '/files/%2Fnew', { name: 'x.txt' }, { 'x-origin': 'other' })
    await refused(api, 'history.changed_since')

    const other = await filesApi(content)
    await other.create('/', 'x.txt')
    const moved = { operation: 'rename', name: 'y.txt' }
    await other.ask('PUT', '/files/%2Fx.txt', moved, { 'x-origin': 'other' })
    await refused(other, 'history.changed_since')
    await other.ok('DELETE', '/files', { ids: ['/y.txt'] })
    await other.ok('DELETE', '/trash', {})
  })

  it('what was added goes once all that others put into it was taken back', async () => {
    const api = await filesApi(content)
    const before = await api.tree()
    const by = { 'x-origin': 'other' }
    await api.create('/', 'new', 'folder')
    await api.ask('POST', '/files/%2Fnew', { name: 'x.txt' }, by)
    await refused(api, 'history.changed_since')
    assert.equal((await api.ask('POST', '/undo', {}, by)).status, 200)
    await undo(api)
    assert.deepEqual(await api.tree(), before)
    await redo(api)
    assert.equal((await api.ask('POST', '/redo', undefined, by)).status, 200)
    await refused(api, 'history.changed_since')
  })

  it('a deletion of what others had filled is done again', async () => {
    const api = await filesApi(content)
    const by = { 'x-origin': 'other' }
    await api.ask('POST', '/files/%2Fdocs', { name: 'x.txt' }, by)
    const filled = await api.tree()
    await api.remove(['/docs'])
    const deleted = await api.tree()
    await undo(api)
    assert.equal((await api.ask('POST', '/undo', {}, by)).status, 200)
    await refused(api, 'history.changed_since', '/redo')
    assert.equal((await api.ask('POST', '/redo', undefined, by)).status, 200)
    assert.deepEqual(await api.tree(), filled)
    await redo(api)
    assert.deepEqual(await api.tree(), deleted)
  })

  it('what came out of a folder that moved along goes back into it', async () => {
    const api = await filesApi({ ...content, 'new/': '' })
    const before = await api.tree()
    await api.move(['/docs/deep', '/docs'], '/new')
    const moved = await api.tree()
    assert.ok(moved['new/deep/a.txt'] && moved['new/docs/plan.txt'])
    await undo(api)
    assert.deepEqual(await api.tree(), before)
    await redo(api)
    assert.deepEqual(await api.tree(), moved)
    await api.assertInStep()
  })

  it('what was deleted comes back to where it was, wherever it has been since', async () => {
    const api = await filesApi(content)
    const before = await api.tree()
    const by = { 'x-origin': 'other' }
    await api.remove(['/docs/plan.txt'])
    const [{ id } = { id: '' }] = await api.trash()
    await api.ask('POST', '/trash/restore', { ids: [id], target: '/' }, by)
    const renamed = { operation: 'rename', name: 'other.txt' }
    await api.ask('PUT', '/files/%2Fplan.txt', renamed, by)
    await api.ask('DELETE', '/files', { ids: ['/other.txt'] }, by)
    await undo(api)
    assert.deepEqual(await api.tree(), before)
    await api.assertInStep()
  })

  it('what was added stays where there is no trash', async () => {
    const api = await filesApi({}, { trashDays: 0 })
    await api.create('/', 'x.txt')
    await refused(api, 'history.not_kept')
  })

  it('what was moved and renamed goes back to where it was', async () => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    const before = await api.tree()
    await api.move(['/docs/plan.txt', '/b.txt'], '/docs/deep')
    const moved = await api.tree()
    await undo(api)
    assert.deepEqual(await api.tree(), before)
    await redo(api)
    assert.deepEqual(await api.tree(), moved)
    await undo(api)
    await api.rename('/docs', 'papers')
    await undo(api)
    assert.deepEqual(await api.tree(), before)
    await api.assertInStep()
  })

  it('what was moved stays where its name is taken, its folder is gone, or it went on', async () => {
    const api = await filesApi(content)
    const by = { 'x-origin': 'other' }
    await api.move(['/b.txt'], '/docs')
    await api.ask('POST', '/files/%2F', { name: 'b.txt' }, by)
    await refused(api, 'history.changed_since')

    await api.move(['/docs/deep/a.txt'], '/')
    await api.ask('DELETE', '/files', { ids: ['/docs/deep'] }, by)
    await refused(api, 'history.gone')
    await api.ask('PUT', '/files/%2Fa.txt', { operation: 'rename', name: 'z.txt' }, by)
    await refused(api, 'history.gone')
    await api.assertInStep()
  })

  it('a replaced file has its bytes again, wherever it is, and those that replaced them when it is done again', async () => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    await put(api, '/b.txt', 'second')
    await api.ask('PUT', '/files/%2Fb.txt', { operation: 'rename', name: 'c.txt' }, other)
    const versions = async () => (await api.versions('/c.txt')).map(({ size }) => size)
    for (let times = 0; times < 2; times++) {
      assert.deepEqual((await undo(api)).kept, [])
      assert.equal(await api.read('c.txt'), 'b')
      assert.deepEqual(await versions(), [6])
      await redo(api)
      assert.equal(await api.read('c.txt'), 'second')
      assert.deepEqual(await versions(), [1])
    }
    await api.assertInStep()
  })

  it('several that one request has replaced go back together, but for what others have changed since', async () => {
    const api = await filesApi({
      'a.txt': 'a',
      'b.txt': 'b',
      't/a.txt': 'old a',
      't/b.txt': 'old b',
    })
    await api.whenExplored(4)
    const ids = ['/a.txt', '/b.txt']
    await api.ok('PUT', '/files', { operation: 'copy', ids, target: '/t', conflict: 'replace' })
    await put(api, '/t/a.txt', 'of somebody', other)
    const { kept } = await undo(api)
    assert.deepEqual(kept, [{ entity: '/t/a.txt', field: 'bytes' }])
    assert.equal(await api.read('t/a.txt'), 'of somebody')
    assert.equal(await api.read('t/b.txt'), 'old b')
    await redo(api)
    assert.equal(await api.read('t/b.txt'), 'b')
    await api.assertInStep()
  })

  it('a replaced file stays where its versions or it are gone, and is named where others have changed it', async () => {
    const api = await filesApi({ 'b.txt': 'b' })
    await put(api, '/b.txt', 'second')
    await put(api, '/b.txt', 'of somebody', other)
    const before = await api.tree()
    const { kept } = await undo(api)
    assert.deepEqual(kept, [{ entity: '/b.txt', field: 'bytes' }])
    assert.deepEqual(await api.tree(), before)

    await put(api, '/b.txt', 'third')
    const [last] = await api.versions('/b.txt')
    await api.ok('DELETE', `/versions/${last!.version}`)
    await refused(api, 'history.not_kept')
    await api.ask('DELETE', '/files', { ids: ['/b.txt'] }, other)
    await refused(api, 'history.gone')
  })

  it('what lies in a folder that others have renamed since is taken back all the same', async () => {
    const api = await filesApi(content)
    const by = { 'x-origin': 'other' }
    const rename = (id: string, name: string) =>
      api.ask('PUT', fileAddress(id), { operation: 'rename', name }, by)
    await api.move(['/docs/plan.txt'], '/')
    await api.move(['/b.txt'], '/docs/deep')
    await api.create('/docs/deep', 'new.txt')
    await api.rename('/docs/deep/new.txt', 'newer.txt')
    await rename('/docs', 'papers')
    await rename('/papers/deep', 'depth')
    for (let times = 0; times < 4; times++) await undo(api)
    const expected = ['b.txt', 'papers', 'papers/depth', 'papers/depth/a.txt', 'papers/plan.txt']
    assert.deepEqual(Object.keys(await api.tree()), expected)
    for (let times = 0; times < 4; times++) await redo(api)
    const again = ['papers', 'papers/depth', 'papers/depth/a.txt', 'papers/depth/b.txt']
    const tree = Object.keys(await api.tree())
    assert.deepEqual(tree, [...again, 'papers/depth/newer.txt', 'plan.txt'])
    await api.assertInStep()
  })

  it('what others have put into a new folder stays, also where that lies in one they have renamed', async () => {
    const api = await filesApi(content)
    const by = { 'x-origin': 'other' }
    await api.create('/docs', 'new', 'folder')
    await api.ask('POST', fileAddress('/docs/new'), { name: 'x.txt' }, by)
    for (const [id, name] of [
      ['/docs', 'papers'],
      ['/papers', 'texts'],
    ] as const) {
      await api.ask('PUT', fileAddress(id), { operation: 'rename', name }, by)
    }
    await refused(api, 'history.changed_since')
  })

  it('a new folder goes once it is empty again, whatever others did to what was in it for a while', async () => {
    const api = await filesApi(content)
    await api.create('/', 'new', 'folder')
    await api.move(['/docs'], '/new')
    const renamed = { operation: 'rename', name: 'z.txt' }
    const by = { 'x-origin': 'other' }
    await api.ask('PUT', fileAddress('/new/docs/plan.txt'), renamed, by)
    await undo(api)
    await undo(api)
    const expected = ['b.txt', 'docs', 'docs/deep', 'docs/deep/a.txt', 'docs/z.txt']
    assert.deepEqual(Object.keys(await api.tree()), expected)
    await api.assertInStep()
  })

  it('a request that comes again takes back once', async () => {
    const api = await filesApi(content)
    await api.remove(['/b.txt'])
    await api.remove(['/docs'])
    const again = { 'idempotency-key': 'k' }
    const answers = [
      await api.ask('POST', '/undo', {}, again),
      await api.ask('POST', '/undo', {}, again),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.deepEqual(answers[0]?.json, answers[1]?.json)
    assert.deepEqual(await api.names(), ['docs'])
  })
})
