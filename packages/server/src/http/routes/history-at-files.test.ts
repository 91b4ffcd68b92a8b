import assert from 'node:assert/strict'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { FileEntry } from '@triptych/contract/files'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem } from '../../../test/fixtures/api.ts'
import { allFiles, doWithFiles } from '../../../test/fixtures/file-doings.ts'
import { diskFilesApi, eventually, filesApi } from '../../../test/fixtures/files-api.ts'
import { patient } from '../../../test/fixtures/patient.ts'
import { chosenSeed, depth, seededRandom } from '../../../test/fixtures/seeded-random.ts'

const content = { 'docs/plan.txt': 'plan', 'docs/deep/a.txt': 'aa', 'b.txt': 'b' }

async function good(who: Somebody, ...asked: Parameters<Somebody['ask']>): Promise<unknown> {
  const { status, json } = await who.ask(...asked)
  assert.equal(status, 200, JSON.stringify(json))
  return json
}

describe('files as they were', () => {
  it('are shown as they were at every revision', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < 2 * depth; run++) {
      const random = seededRandom(seed + run)
      const api = await filesApi(content)
      await api.whenExplored(3)
      const states = new Map([[await api.head(), await allFiles(api)]])
      for (let n = 0; n < 40; n++) {
        await doWithFiles(api, random)
        const head = await api.head()
        states.set(head, await allFiles(api))
        if (n % 5 > 0) continue
        // What is known of a moment holds while others go on.
        const [revision, state] = random.pick([...states])
        assert.deepEqual(await allFiles(api, revision), state, `seed ${seed + run}, ${revision}`)
      }
      const asked = run % 2 === 0 ? [...states] : [...states].toReversed()
      for (const [revision, state] of asked) {
        assert.deepEqual(await allFiles(api, revision), state, `seed ${seed + run}, ${revision}`)
      }
    }
  })

  it('are the same whatever was said of them, and whatever ended out of sight', async () => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    await api.remove(['/b.txt'])
    const [head, before] = [await api.head(), await allFiles(api)]
    const { id } = await api.ok<{ id: string }>('POST', '/comments', {
      of: 'files/docs',
      text: 'A',
    })
    await api.ok('PUT', `/comments/${id}`, { text: 'B' })
    await api.ok('DELETE', `/comments/${id}`)
    await api.ok('DELETE', '/trash', {})
    assert.ok((await api.head()) > head + 3)

    assert.deepEqual(await allFiles(api, head), before)
  })

  it('are asked for by a time, in parts, and without what is not to be had', async (t: TestContext) => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    const [first] = await api.list()
    await api.create('/', 'new')
    const before = await allFiles(api)
    const { at } = (await api.changes()).at(-1)!
    await t.waitFor(() => assert.ok(new Date().toISOString() > at), patient)
    const time = new Date().toISOString()
    await t.waitFor(() => assert.ok(new Date().toISOString() > time), patient)
    await api.remove(['/docs', '/new'])

    assert.deepEqual(await allFiles(api, time), before)
    assert.deepEqual(await allFiles(api, '2999-01-01T00:00:00Z'), await allFiles(api))
    const part = await api.ask('GET', `/files?at=1&start=1&end=2`)
    assert.deepEqual(
      (part.json as FileEntry[]).map(({ id }) => id),
      ['/docs'],
    )
    assert.equal(part.headers.get('x-total-count'), '3')
    const known = { 'if-none-match': part.headers.get('etag')! }
    const again = await api.ask('GET', `/files?at=1&start=1&end=2`, undefined, known)
    assert.equal(again.status, 304)
    assert.deepEqual((await api.list('/', '?at=0'))[0], first)
    const { changesNothing, ask } = api
    await changesNothing(async () => {
      assertProblem(await ask('GET', '/files?at=99'), [404, 'history.not_found'])
      assertProblem(await ask('GET', '/files?at=x'), [422, 'query.invalid'])
      assertProblem(await ask('GET', '/files?at=1&text=a'), [422, 'query.invalid'])
      assertProblem(await ask('GET', '/files?at=1&comments=count'), [422, 'query.invalid'])
      assertProblem(await ask('GET', '/files/new?at=1'), [409, 'files.not_a_folder'])
      assertProblem(await ask('GET', '/files/new?at=0'), [404, 'files.not_found'])
      assertProblem(await ask('GET', '/files/none?at=1'), [404, 'files.not_found'])
    })
  })

  it('are found in a folder at the place it had, and in one that is gone as long as the trash has it', async () => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    await api.create('/', 'new', 'folder')
    const then = await api.head()
    const deep = await api.list('/docs/deep')
    await api.move(['/docs/deep'], '/new')
    await api.rename('/docs', 'papers')
    await api.remove(['/new'])
    assert.deepEqual(await api.list('/docs/deep', `?at=${then}`), deep)
    await api.ok('DELETE', '/trash', {})
    await eventually(async () => {
      const answer = await api.ask('GET', `/files/docs%2Fdeep?at=${then}`)
      assertProblem(answer, [409, 'history.not_kept'])
    })
    // What else there was is known all the same.
    assert.deepEqual(await api.names('/', `?at=${then}`), ['b.txt', 'docs', 'new'])
    assert.deepEqual(await api.names('/docs', `?at=${then}`), ['deep', 'plan.txt'])
  })

  it('are known where others have changed them in the folder', async () => {
    const api = await diskFilesApi(content)
    await api.whenExplored(3)
    await api.create('/', 'first', 'folder')
    const seen = [[await api.head(), await allFiles(api)] as const]
    const changes: [change: () => void, id: string, size: number | undefined][] = [
      [() => writeFileSync(api.at('b.txt'), 'longer'), '/b.txt', 6],
      [() => renameSync(api.at('docs'), api.at('papers')), '/papers/plan.txt', 4],
      [() => writeFileSync(api.at('papers/new.txt'), 'new'), '/papers/new.txt', 3],
      [() => rmSync(api.at('b.txt')), '/b.txt', undefined],
      [() => rmSync(api.at('papers/deep/a.txt')), '/papers/deep/a.txt', undefined],
    ]
    for (const [change, id, size] of changes) {
      change()
      await eventually(async () => {
        const now = await allFiles(api)
        assert.equal(now.find((one) => one.id === id)?.size, size)
        const head = await api.head()
        assert.deepEqual(await allFiles(api), now)
        assert.equal(await api.head(), head)
        seen.push([head, now])
      })
    }
    for (const [revision, state] of seen) {
      assert.deepEqual(await allFiles(api, revision), state, String(revision))
    }
  })

  it('are not known of a folder that others have deleted there', async () => {
    const api = await diskFilesApi(content)
    await api.whenExplored(3)
    await api.create('/', 'new', 'folder')
    const then = await api.head()
    rmSync(api.at('docs'), { recursive: true })
    await eventually(async () => assert.deepEqual(await api.names(), ['b.txt', 'new']))
    assert.deepEqual(await api.names('/', `?at=${then}`), ['b.txt', 'docs', 'new'])
    assertProblem(await api.ask('GET', `/files/docs?at=${then}`), [409, 'history.not_kept'])
  })

  it('are not shown to those from whom they are hidden', async () => {
    const { owner, invite } = await accountsServer()
    const ed = await invite('Ed', 'editor')
    for (const path of ['/', '/docs', '/docs/secret']) {
      const name = { '/': 'docs', '/docs': 'secret', '/docs/secret': 'deep' }[path]
      await good(owner, 'POST', `/files/${encodeURIComponent(path)}`, { name, type: 'folder' })
    }
    const early = Number((await owner.ask('GET', '/changes')).headers.get('x-revision'))
    await good(owner, 'PUT', '/auth/rules', {
      thing: { kind: 'folder', id: '/docs/secret' },
      subject: { kind: 'account', id: ed.id },
      access: 'none',
    })
    await good(owner, 'POST', '/files/%2Fdocs', { name: 'a.txt' })
    await good(owner, 'POST', '/files/%2Fdocs%2Fsecret', { name: 's.txt' })
    const then = Number((await owner.ask('GET', '/changes')).headers.get('x-revision'))
    const move = { operation: 'move', ids: ['/docs/secret/s.txt'], target: '/docs' }
    await good(owner, 'PUT', '/files', move)
    const names = async (who: Somebody, path: string) =>
      ((await good(who, 'GET', `${path}?at=${then}`)) as FileEntry[]).map(({ value }) => value)
    assert.deepEqual(await names(owner, '/files/docs'), ['a.txt', 'secret'])
    assert.deepEqual(await names(ed, '/files/docs'), ['a.txt'])
    assert.deepEqual(await names(owner, '/files/docs%2Fsecret'), ['deep', 's.txt'])
    for (const path of ['/files/docs%2Fsecret', '/files/docs%2Fsecret%2Fdeep']) {
      assertProblem(await ed.ask('GET', `${path}?at=${then}`), [404, 'files.not_found'])
    }
    assertProblem(await ed.ask('GET', `/files/docs?at=${early}`), [409, 'history.not_kept'])
  })
})
