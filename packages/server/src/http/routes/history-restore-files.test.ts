import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Restored, TakenBack } from '@triptych/contract/history'
import { allFiles, doWithFiles, put } from '../../../test/fixtures/file-doings.ts'
import { filesApi } from '../../../test/fixtures/files-api.ts'
import type { FilesApi } from '../../../test/fixtures/files-api.ts'
import { chosenSeed, depth, seededRandom } from '../../../test/fixtures/seeded-random.ts'

const content = { 'docs/plan.txt': 'plan', 'docs/deep/a.txt': 'aa', 'b.txt': 'b' }

const restore = ({ ok }: FilesApi, of: string, at: number) =>
  ok<Restored>('POST', '/history/restore', { of, at })
const undo = ({ ok }: FilesApi) => ok<TakenBack>('POST', '/undo', {})
const redo = ({ ok }: FilesApi) => ok<TakenBack>('POST', '/redo')

describe('files brought back', () => {
  it('are all what they were, and what they were before that is taken back and done again', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < 2 * depth; run++) {
      const random = seededRandom(seed + run)
      const api = await filesApi(content)
      await api.whenExplored(3)
      const states = new Map([[await api.head(), await allFiles(api)]])
      for (let n = 0; n < 5; n++) {
        for (let times = 0; times < 5; times++) {
          await doWithFiles(api, random)
          states.set(await api.head(), await allFiles(api))
        }
        const [revision, state] = random.pick([...states])
        const [before, tree] = [await allFiles(api), await api.tree()]
        const what = `seed ${seed + run}, ${n}, revision ${revision}`
        const head = await api.head()
        const { kept } = await restore(api, 'files', revision)
        const after = await allFiles(api)
        // A file that was moved onto another is no more.
        if (kept.length === 0) assert.deepEqual(after, state, what)
        else
          assert.ok(
            kept.every(({ field }) => ['entry', 'place'].includes(field)),
            what,
          )
        if ((await api.head()) === head) continue
        states.set(await api.head(), after)
        await undo(api)
        assert.deepEqual(await allFiles(api), before, what)
        assert.deepEqual(await api.tree(), tree, what)
        await redo(api)
        assert.deepEqual(await allFiles(api), after, what)
        for (const [past, was] of random.next() < 0.3 ? states : []) {
          assert.deepEqual(await allFiles(api, past), was, `${what}, as it was at ${past}`)
        }
      }
      assert.deepEqual(
        Object.keys(await api.listed()).toSorted(),
        Object.keys(await api.tree()).toSorted(),
      )
      assert.deepEqual(api.failures, [])
    }
  })

  it('are those of a folder only, with what was taken out of it, changed and deleted', async () => {
    const api = await filesApi({ ...content, 'other/o.txt': 'o' })
    await api.whenExplored(4)
    await api.create('/', 'x')
    const then = await api.head()
    const before = (await allFiles(api)).filter(({ id }) => id!.startsWith('/docs'))
    await put(api, '/docs/plan.txt', 'another plan')
    await api.move(['/docs/deep/a.txt'], '/other')
    await api.move(['/other/o.txt'], '/docs')
    await api.rename('/docs/plan.txt', 'p.txt')
    await api.create('/docs', 'new.txt')
    await api.remove(['/docs/deep', '/b.txt'])
    await api.rename('/docs', 'papers')

    const { kept, revision } = await restore(api, 'files/papers', then)
    assert.deepEqual([kept, revision], [[], then])
    const now = await allFiles(api)
    assert.deepEqual(
      now.filter(({ id }) => id!.startsWith('/docs')),
      before,
    )
    assert.deepEqual(
      now.map(({ id }) => id),
      ['/docs', '/docs/deep', '/docs/deep/a.txt', '/docs/plan.txt', '/other', '/other/o.txt', '/x'],
    )
    assert.equal(await api.read('docs/plan.txt'), 'plan')
    const deleted = (await api.trash()).map(({ path }) => path)
    assert.deepEqual(deleted.toSorted(), ['/b.txt', '/docs/new.txt'])
    await api.assertInStep()
  })

  it('change places with each other, also where each is in the way of the other', async () => {
    const api = await filesApi({ 'a/1.txt': '1', 'b/2.txt': '2', 'c/d/3.txt': '3' })
    await api.whenExplored(3)
    await api.create('/', 'x')
    const [then, before] = [await api.head(), await api.tree()]
    await api.rename('/a', 't')
    await api.rename('/b', 'a')
    await api.rename('/t', 'b')
    await api.move(['/c/d'], '/')
    await api.move(['/c'], '/d')
    const after = await api.tree()
    await restore(api, 'files', then)
    assert.deepEqual(await api.tree(), before)
    await undo(api)
    assert.deepEqual(await api.tree(), after)
    await api.assertInStep()
  })

  it('come back once where the request comes again', async () => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    await api.create('/', 'x')
    const [at, before] = [await api.head(), await api.tree()]
    await api.remove(['/b.txt'])
    const again = () =>
      api.ask('POST', '/history/restore', { of: 'files', at }, { 'idempotency-key': 'k' })
    assert.deepEqual([(await again()).status, (await again()).status], [200, 200])
    assert.deepEqual(await api.tree(), before)
  })

  it('leave and name what is gone for good, and what has no place', async () => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    await api.create('/', 'x', 'folder')
    const then = await api.head()
    await put(api, '/docs/plan.txt', 'another plan')
    const [version] = await api.versions('/docs/plan.txt')
    await api.ok('DELETE', `/versions/${version!.version}`)
    await api.move(['/b.txt'], '/docs')
    await api.remove(['/docs/deep'])
    await api.ok('DELETE', '/trash', {})
    await api.create('/', 'b.txt')
    const { kept } = await restore(api, 'files/docs', then)
    assert.deepEqual(
      kept.toSorted((one, other) => one.entity.localeCompare(other.entity)),
      [
        { entity: '/docs/b.txt', field: 'place' },
        { entity: '/docs/deep', field: 'entry' },
        { entity: '/docs/plan.txt', field: 'bytes' },
      ],
    )
    assert.equal(await api.read('docs/plan.txt'), 'another plan')
    await api.assertInStep()
  })

  it('are named where they are as they were, in a folder that is deleted', async () => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    const then = await api.head()
    await api.remove(['/docs/deep'])

    const { kept } = await restore(api, 'files/docs/deep/a.txt', then)

    assert.deepEqual(kept, [{ entity: '/docs/deep/a.txt', field: 'place' }])
  })

  it('are refused as they are where that cannot be', async () => {
    const api = await filesApi(content, { trashDays: 0 })
    await api.whenExplored(3)
    await api.create('/', 'x')
    const path = '/history/restore'
    await api.refuses([409, 'history.not_kept'], 'POST', path, { of: 'files', at: 0 })
    await api.refuses([404, 'files.not_found'], 'POST', path, { of: 'files/x', at: 0 })
    await api.refuses([404, 'files.not_found'], 'POST', path, { of: 'files/none', at: 1 })
    await api.refuses([404, 'history.not_found'], 'POST', path, { of: 'files', at: 99 })
    await api.refuses([400, 'files.bad_path'], 'POST', path, { of: 'files/..', at: 1 })
  })
})
