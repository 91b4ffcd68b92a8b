import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@triptych/contract/gantt'
import type { LevelProposal } from '@triptych/contract/schedule'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem } from '../../../test/fixtures/api.ts'
import type { Body } from '../../../test/fixtures/api.ts'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

// 2026-03-02 is a Monday.
const at = (day: string) => `2026-03-${day}T00:00:00`
const oneDay = { start: at('02'), end: at('03'), duration: 1 }

/** Four tasks of a day at the same time, all for one person, and one that waits for the first. */
async function crowded() {
  const api = await ganttApi()
  const ids = await api.seed({ a: oneDay, b: oneDay, c: oneDay, d: oneDay, last: oneDay })
  await api.link(ids.a, ids.last)
  await api.done('PUT', '/schedule', { mode: 'auto' })
  const { id: ada } = await api.done('POST', '/resources', { name: 'Ada' })
  for (const task of [ids.a, ids.b, ids.c, ids.d]) await api.assign(task, ada)
  return { api, ada, ...ids }
}

function propose(api: GanttApi, body: object = {}): Promise<LevelProposal> {
  return api.done('POST', '/schedule/level', body)
}

async function startsOf(api: GanttApi, ids: readonly number[]): Promise<string[]> {
  const tasks = new Map((await api.tasks()).map(({ id, start }) => [id, start]))
  return ids.map((id) => tasks.get(id)!)
}

describe('a proposal to level a plan', () => {
  it('stores nothing, and says how it is and would be', async () => {
    const { api, ada } = await crowded()
    const before = await api.planState()
    const proposal = await propose(api)
    assert.deepEqual(await api.planState(), before)
    assert.deepEqual(proposal.before, {
      finish: '2026-03-03T17:00:00',
      overloads: [
        {
          resource: ada,
          from: '2026-03-02T08:00:00',
          to: '2026-03-02T17:00:00',
          units: 400,
          capacity: 100,
        },
      ],
    })
    assert.deepEqual(proposal.after, { finish: '2026-03-05T17:00:00', overloads: [] })
    assert.equal(proposal.revision, before.revision)
  })

  it('is made by a batch, leaves nobody with more than they can do, and is one step', async () => {
    const { api, a, b, c, d, last } = await crowded()
    const { changes, moved, after } = await propose(api)
    const before = await api.tasks()
    await api.done('POST', '/batch?atomic=true', changes)

    const tasks = await api.tasks()
    const starts = tasks.filter(({ id }) => [a, b, c, d].includes(id)).map(({ start }) => start)
    assert.deepEqual(starts.toSorted(), [at('02'), at('03'), at('04'), at('05')])
    const started = new Map(before.map(({ id, start }) => [id, start]))
    const gone = tasks.filter(({ id, start }) => started.get(id) !== start)
    assert.equal(gone.length, moved)
    const again = await propose(api)
    assert.deepEqual([again.before, again.changes, again.moved], [after, [], 0])
    assert.ok((await startsOf(api, [last]))[0]! > (await startsOf(api, [a]))[0]!)

    await api.done('POST', '/undo', {})
    assert.deepEqual(await api.tasks(), before)
  })

  it('is the same for the same seed', async () => {
    const { api } = await crowded()
    assert.deepEqual(await propose(api, { seed: 7 }), await propose(api, { seed: 7 }))
  })

  it('has first what is more important, and leaves what has 1000', async () => {
    const { api, a, b, c, d } = await crowded()
    await api.done('PUT', `/tasks/${d}`, { priority: 900 })
    await api.done('PUT', `/tasks/${c}`, { priority: 700 })
    await api.done('PUT', `/tasks/${a}`, { priority: 'high' })
    await api.done('PUT', `/tasks/${b}`, { priority: 1000 })
    await api.done('POST', '/batch', (await propose(api)).changes)
    assert.deepEqual(await startsOf(api, [b, d, c, a]), [at('02'), at('03'), at('04'), at('05')])
  })

  it('heeds how much there is of somebody', async () => {
    const { api, ada } = await crowded()
    await api.done('PUT', `/resources/${ada}`, { maxUnits: 400 })
    assert.deepEqual((await propose(api)).changes, [])
    await api.done('PUT', `/resources/${ada}`, { maxUnits: 200 })
    const { before, after } = await propose(api)
    assert.deepEqual([before.overloads[0]?.capacity, after.overloads], [200, []])
    assert.equal(after.finish, '2026-03-03T17:00:00')
  })

  it('is about the tasks that are named', async () => {
    const { api, b, c } = await crowded()
    const { changes, after } = await propose(api, { tasks: [b, c] })
    assert.deepEqual(changes.map(({ url }) => url).toSorted(), [`tasks/${b}`, `tasks/${c}`])
    assert.equal(after.overloads[0]?.units, 200)
    await api.refuses([404, 'gantt.task_not_found'], 'POST', '/schedule/level', { tasks: [987] })
  })

  it('takes all delays away where that is asked for', async () => {
    const { api } = await crowded()
    const before = await api.tasks()
    await api.done('POST', '/batch', (await propose(api)).changes)
    const { changes, after } = await propose(api, { clear: true })
    assert.deepEqual([changes.length, after.overloads.length], [3, 1])
    await api.done('POST', '/batch', changes)
    const ids = before.map(({ id }) => id)
    assert.deepEqual(
      await startsOf(api, ids),
      before.map(({ start }) => start),
    )
  })

  it('is refused where nothing schedules itself', async () => {
    const api = await ganttApi()
    await api.refuses([409, 'gantt.not_scheduled'], 'POST', '/schedule/level', {})
    await api.refuses([422, 'body.invalid'], 'POST', '/schedule/level', { tries: 1001 })
  })
})

describe('a proposal to level a plan of which part is hidden or to be read only', () => {
  it('moves and names only what may be changed, around what is hidden', async () => {
    const { owner, invite } = await accountsServer({})
    const eve = await invite('Eve', 'editor')
    const reader = await invite('Rita', 'reader')
    const done = async <T = { id: number }>(
      who: typeof owner,
      method: string,
      path: string,
      body?: Body,
    ): Promise<T> => {
      const { status, json } = await who.ask(method, path, body)
      assert.equal(status, 200, JSON.stringify(json))
      return json as T
    }
    const ids: number[] = []
    for (const text of ['mine', 'hidden', 'read']) {
      ids.push((await done(owner, 'POST', '/tasks', { text, ...oneDay })).id)
    }
    const [mine, hidden, read] = ids as [number, number, number]
    await done(owner, 'PUT', '/schedule', { mode: 'auto' })
    const { id: ada } = await done(owner, 'POST', '/resources', { name: 'Ada' })
    for (const task of ids) await done(owner, 'POST', '/assignments', { task, resource: ada })
    for (const [task, access] of [
      [hidden, 'none'],
      [read, 'read'],
    ] as const) {
      const subject = { kind: 'account', id: eve.id }
      await done(owner, 'PUT', '/auth/rules', { thing: { kind: 'branch', task }, subject, access })
    }

    const proposal = await done<LevelProposal>(eve, 'POST', '/schedule/level', {})
    assert.deepEqual(
      proposal.changes.map(({ url }) => url),
      [`tasks/${mine}`],
    )
    assert.equal(proposal.before.overloads[0]?.units, 200)
    assert.deepEqual(proposal.after.overloads, [])
    await done(eve, 'POST', '/batch?atomic=true', proposal.changes)
    const tasks = await done<Task[]>(owner, 'GET', '/tasks')
    assert.deepEqual(
      tasks.map(({ start }) => start),
      [at('03'), at('02'), at('02')],
    )

    const ask = (body: Body) => eve.ask('POST', '/schedule/level', body)
    assertProblem(await ask({ tasks: [read] }), [403, 'forbidden'], 'to be read')
    assertProblem(await ask({ tasks: [hidden] }), [404, 'gantt.task_not_found'], 'hidden')
    const refused = await reader.ask('POST', '/schedule/level', {})
    assertProblem(refused, [403, 'forbidden'], 'a reader')
  })
})
