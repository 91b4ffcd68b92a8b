import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import { client, doSomething, everything } from '../../../test/fixtures/doings.ts'
import { patient } from '../../../test/fixtures/patient.ts'
import { chosenSeed, depth, seededRandom } from '../../../test/fixtures/seeded-random.ts'

describe('as it was', () => {
  it('shows every list as it was at every revision', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < 3 * depth; run++) {
      const random = seededRandom(seed + run)
      const world = await api({ lazyAbove: 4 })
      const clients = ['ann', 'bob', 'cid', 'dee'].map((name) => client(world, name))
      const states = new Map([[await world.head(), await everything(world)]])
      for (let n = 0; n < 60; n++) {
        await doSomething(world, random.pick(clients), random)
        states.set(await world.head(), await everything(world))
      }
      // From what is known already, too, and from now.
      const asked = run % 2 === 0 ? [...states] : [...states].toReversed()
      for (const [revision, state] of asked) {
        assert.deepEqual(
          await everything(world, revision),
          state,
          `seed ${seed + run}, revision ${revision}`,
        )
      }
    }
  })

  it('is asked for by a time, too', async (t: TestContext) => {
    const world = await api()
    const ann = client(world, 'ann')
    const before = await everything(world)
    const { at } = (await world.changes()).at(-1)!
    await t.waitFor(() => assert.ok(new Date().toISOString() > at), patient)
    const time = new Date().toISOString()
    await t.waitFor(() => assert.ok(new Date().toISOString() > time), patient)
    await ann.good('PUT', '/films/1', { name: 'Later' })
    assert.deepEqual(await everything(world, time), before)
    assert.deepEqual(
      await everything(world, '2999-01-01T00:00:00%2B02:00'),
      await everything(world),
    )
    assertProblem(await ann.ask('GET', '/tasks?at=yesterday'), [422, 'query.invalid'])
    assertProblem(await ann.ask('GET', '/films?at=999'), [404, 'history.not_found'])
    assertProblem(await ann.ask('GET', '/films?at=0'), [404, 'tables.not_found'])
  })

  it('shows a branch with its links, also one that is gone', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    const { id: top } = await ann.good('POST', '/tasks', { text: 'Top', type: 'summary' })
    const { id: one } = await ann.good('POST', '/tasks', { text: 'One', parent: top })
    const { id: two } = await ann.good('POST', '/tasks', { text: 'Two', parent: top })
    await ann.good('POST', '/links', { source: one, target: two, type: 'e2s' })
    const paths = [`/tasks/${String(top)}`, `/links/${String(top)}?ends=any`]
    const lists = async (at: string) =>
      Promise.all(
        paths.map(
          async (path) =>
            (await ann.ask('GET', `${path}${path.includes('?') ? '&' : '?'}${at}`)).json,
        ),
      )
    const head = await world.head()
    const before = await lists('')
    await ann.good('DELETE', `/tasks/${String(top)}`)
    assert.deepEqual(await lists(`at=${head}`), before)
    assertProblem(await ann.ask('GET', paths[0]!), [404, 'gantt.task_not_found'])
  })

  it('shows a table under the names of its columns then', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    const [head, before] = [await world.head(), await world.rows()]
    await ann.good('PUT', '/films/1', { name: 'Renamed' })
    await ann.good('PATCH', '/tables/films', {
      changes: [
        { renameColumn: { from: 'name', to: 'title' } },
        { addColumn: { name: 'name', type: 'integer', default: 5 } },
        { rename: 'movies' },
      ],
    })
    await ann.good('PUT', '/movies/2', { title: 'Again', name: 6 })
    await ann.good('DELETE', '/movies/3')
    const { json } = await ann.ask('GET', `/movies?at=${head}`)
    assert.deepEqual(json, before)
    await ann.good('PATCH', '/tables/movies', {
      changes: [{ dropColumn: 'year' }, { changeColumn: { name: 'votes', type: 'text' } }],
    })
    await ann.good('PUT', '/movies/2', { votes: 'many' })
    assert.deepEqual((await ann.ask('GET', `/movies?at=${head}`)).json, before)
  })

  it('pages rows, and is not combined with a question', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    const head = await world.head()
    const page = await ann.ask('GET', '/films?start=1&end=3')
    await ann.good('DELETE', '/films/1')
    const past = await ann.ask('GET', `/films?at=${head}&start=1&end=3`)
    assert.deepEqual(past.json, page.json)
    assert.equal(past.headers.get('content-range'), 'rows 1-2/3')
    assert.equal(past.headers.get('x-total-count'), '3')
    for (const asked of ['sort=name', 'search=a', 'filter={}', 'cursor=x', 'view=x']) {
      assertProblem(await ann.ask('GET', `/films?at=${head}&${asked}`), [422, 'query.invalid'])
    }
    const etag = past.headers.get('etag')!
    const again = await world.call('GET', `/films?at=${head}`, undefined, { 'if-none-match': etag })
    assert.equal(again.status, 304)
    const tasks = await ann.ask('GET', `/tasks?at=${head}`)
    const known = { 'if-none-match': tasks.headers.get('etag')! }
    assert.equal((await world.call('GET', `/tasks?at=${head}`, undefined, known)).status, 304)
  })

  it('holds where places were crowded', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    const ids: number[] = []
    for (const text of ['a', 'b', 'c']) {
      ids.push(Number((await ann.good('POST', '/tasks', { text }))['id']))
    }
    const first = await everything(world)
    const states = new Map<number, unknown>()
    // Always between the two that came last: there is less and less room.
    let [low, high] = [0, 1]
    for (let n = 0; n < 100; n++) {
      const moved = 3 - low - high
      const move = { operation: 'move', mode: 'after' }
      await ann.good('POST', '/batch', [
        { url: `tasks/${ids[moved]}`, method: 'PUT', data: { ...move, target: ids[low] } },
        { url: `films/${1 + moved}`, method: 'PUT', data: { ...move, target: 1 + low } },
      ])
      if (n % 2 === 1) low = moved
      else high = moved
      if (n % 20 === 19) states.set(await world.head(), await everything(world))
    }
    const told = await world.changes()
    assert.ok(
      told.some(({ operation }) => operation === 'rows-moved'),
      'rows were never crowded',
    )
    for (const [revision, state] of states) {
      assert.deepEqual(await everything(world, revision), state, `revision ${revision}`)
    }
    for (let n = 0; n < 100; n++) await ann.undo()
    assert.deepEqual(await everything(world), first)
  })

  it('is told to those whom rules bind as far as they are sure to have seen it', async () => {
    const { owner, invite } = await accountsServer()
    const eve = await invite('Eve', 'editor')
    const secret = await good(owner, 'POST', '/tasks', { text: 'Secret', type: 'summary' })
    await good(owner, 'POST', '/tasks', { text: 'Inside', parent: secret.id })
    const open = await good(owner, 'POST', '/tasks', { text: 'Open' })
    const head = async () =>
      Number((await owner.ask('GET', '/changes?limit=1')).headers.get('x-revision'))
    const early = await head()
    const thing = { kind: 'branch', task: secret.id }
    await good(owner, 'PUT', '/auth/rules', {
      thing,
      subject: { kind: 'account', id: eve.id },
      access: 'none',
    })
    await good(owner, 'PUT', `/tasks/${open.id}`, { text: 'Shown' })
    const late = await head()
    const gone = await good(owner, 'POST', '/tasks', { text: 'Gone', parent: secret.id })
    await good(owner, 'DELETE', `/tasks/${gone.id}`)
    await good(owner, 'DELETE', `/tasks/${open.id}`)
    const texts = async (at: number) =>
      ((await eve.ask('GET', `/tasks?at=${at}`)).json as { text: string }[]).map(({ text }) => text)
    assert.deepEqual(await texts(late), ['Shown'])
    assert.deepEqual(await texts(late + 1), ['Shown'])
    assertProblem(await eve.ask('GET', `/tasks?at=${early}`), [409, 'history.not_kept'])
    assertProblem(await eve.ask('GET', `/tasks/${secret.id}?at=${late}`), [
      404,
      'gantt.task_not_found',
    ])
  })
})

async function good(
  who: Somebody,
  ...[method, path, body]: [string, string, unknown?]
): Promise<{ id: number }> {
  const { status, json } = await who.ask(method, path, body)
  assert.equal(status, 200, JSON.stringify(json))
  return json as { id: number }
}
