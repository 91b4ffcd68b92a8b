import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCode } from '@triptych/contract/errors'
import type { Load } from '@triptych/contract/load'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

// 2026-03-02 is a Monday.
const at = (day: string) => `2026-03-${day}T00:00:00`

async function add(api: Pick<GanttApi, 'done'>, path: string, body: object): Promise<number> {
  return (await api.done('POST', path, { ...body })).id
}

/** Ann with two tasks that lie over each other on Tuesday, and Bob below a team with nothing to do. */
async function twoTasks(api: Pick<GanttApi, 'done'>) {
  const first = await add(api, '/tasks', { text: 'first', start: at('02'), end: at('04') })
  const second = await add(api, '/tasks', { text: 'second', start: at('03'), end: at('05') })
  const ann = await add(api, '/resources', { name: 'Ann' })
  const team = await add(api, '/resources', { name: 'Team' })
  const bob = await add(api, '/resources', { name: 'Bob', parent: team, maxUnits: 50 })
  for (const task of [first, second]) await add(api, '/assignments', { task, resource: ann })
  return { first, second, ann, team, bob }
}

describe('the load of a plan', () => {
  it('is told for all resources, in their order, from the first to the last day with work', async () => {
    const api = await ganttApi()
    const { ann, team, bob } = await twoTasks(api)

    const load = await api.done<Load>('GET', '/schedule/load')

    assert.deepEqual([load.from, load.to, load.unit], ['2026-03-02', '2026-03-04', 'day'])
    assert.deepEqual(load.columns, ['2026-03-02', '2026-03-03', '2026-03-04'])
    assert.deepEqual(load.hours, [[480, 480, 480]])
    const listed = (await api.resources()).map(({ id }) => id)
    assert.deepEqual(
      load.resources.map(({ id }) => id),
      listed,
    )
    const alike = { works: true, maxUnits: 100, calendar: null, hours: 0, load: [] }
    const byId = new Map(load.resources.map((one) => [one.id, one]))
    const ofAnn = [
      [0, 480, 0],
      [1, 960, 480],
      [2, 480, 0],
    ]
    assert.deepEqual(byId.get(ann), { ...alike, id: ann, parent: 0, name: 'Ann', load: ofAnn })
    assert.deepEqual(byId.get(team), { ...alike, id: team, parent: 0, name: 'Team' })
    assert.deepEqual(byId.get(bob), {
      ...alike,
      id: bob,
      parent: team,
      name: 'Bob',
      maxUnits: 50,
    })
  })

  it('follows what the server schedules', async () => {
    const api = await ganttApi()
    const { first, second, ann } = await twoTasks(api)
    await api.done('POST', '/links', { source: first, target: second })
    await api.done('PUT', '/schedule', { mode: 'auto' })

    const { resources } = await api.done<Load>('GET', '/schedule/load')
    assert.deepEqual(resources.find(({ id }) => id === ann)?.load, [
      [0, 480, 0],
      [1, 480, 0],
      [2, 480, 0],
      [3, 480, 0],
    ])
  })

  it('is told in whole weeks from Monday on', async () => {
    const api = await ganttApi()
    const { ann } = await twoTasks(api)

    const load = await api.done<Load>(
      'GET',
      '/schedule/load?unit=week&from=2026-03-04&to=2026-03-10',
    )
    assert.deepEqual([load.from, load.to], ['2026-03-02', '2026-03-15'])
    assert.deepEqual(load.columns, ['2026-03-02', '2026-03-09'])
    assert.deepEqual(load.hours, [[2400, 2400]])
    assert.deepEqual(load.resources.find(({ id }) => id === ann)?.load, [[0, 1920, 480]])
  })

  it('of one resource names the tasks it comes from', async () => {
    const api = await ganttApi()
    const { first, second, ann } = await twoTasks(api)
    const day = 'from=2026-03-03&to=2026-03-03'

    const { resources } = await api.done<Load>('GET', `/schedule/load?${day}&resource=${ann}`)
    assert.deepEqual(
      resources.map(({ id, tasks }) => [id, tasks]),
      [[ann, [first, second].map((id) => ({ id, units: 100, work: 480 }))]],
    )
  })

  it('of an empty plan is that of one day', async () => {
    const api = await ganttApi()
    const load = await api.done<Load>('GET', '/schedule/load?from=2026-03-02')
    assert.deepEqual([load.columns, load.hours, load.resources], [['2026-03-02'], [], []])
    await api.done('GET', '/schedule/load')
    const last = await api.done<Load>('GET', '/schedule/load?unit=week&from=9999-12-31')
    assert.deepEqual(last.columns, ['9999-12-20'])
  })

  it('is refused for days that are none, too many of them, and resources that are not there', async () => {
    const api = await ganttApi()
    const refuses = (code: [number, ErrorCode], query: string) =>
      api.refuses(code, 'GET', `/schedule/load?${query}`)
    await refuses([422, 'gantt.bad_date'], 'from=2026-02-30')
    await refuses([422, 'gantt.bad_value'], 'from=2026-03-02&to=2026-03-01')
    await refuses([422, 'gantt.bad_value'], 'from=2026-03-02&to=2036-03-01')
    await refuses([422, 'query.invalid'], 'from=tomorrow')
    await refuses([422, 'query.invalid'], 'unit=year')
    await refuses([404, 'gantt.resource_not_found'], 'resource=9')
  })

  it('has nothing of tasks that are hidden, nor of a plan that is', async () => {
    const { owner, invite } = await accountsServer({})
    const done = async <T = { id: number }>(method: string, path: string, body?: object) => {
      const { status, json } = await owner.ask(method, path, body)
      assert.equal(status, 200, JSON.stringify(json))
      return json as T
    }
    const { first, second, ann } = await twoTasks({ done } as never)
    const eve = await invite('Eve', 'editor')
    const subject = { kind: 'account', id: eve.id }
    const hide = (task: number) =>
      done('PUT', '/auth/rules', { thing: { kind: 'branch', task }, subject, access: 'none' })
    const ask = async (query = '') => (await eve.ask('GET', `/schedule/load${query}`)).json as Load

    await hide(second)
    const seen = await ask(`?resource=${ann}`)
    assert.deepEqual([seen.from, seen.to], ['2026-03-02', '2026-03-03'])
    assert.deepEqual(seen.resources[0]?.load, [
      [0, 480, 0],
      [1, 480, 0],
    ])
    assert.deepEqual(seen.resources[0]?.tasks, [{ id: first, units: 100, work: 960 }])

    await hide(0)
    assert.deepEqual((await ask()).resources, [])
  })
})
