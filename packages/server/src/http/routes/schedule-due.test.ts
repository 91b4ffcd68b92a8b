import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DueTasks } from '@triptych/contract/due'
import type { ErrorCode } from '@triptych/contract/errors'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'

const at = (day: string) => `2026-03-${day}T00:00:00`
const now = 'now=2026-03-10'

type Done = (method: string, path: string, body?: object) => Promise<unknown>

async function add(done: Done, path: string, body: object): Promise<number> {
  return ((await done('POST', path, body)) as { id: number }).id
}

/** A summary with one that is late below it, and one of Ann that is not. */
async function threeTasks(done: Done) {
  const above = await add(done, '/tasks', { text: 'above', type: 'summary', end: at('30') })
  const dates = { start: at('01'), progress: 50 }
  const late = await add(done, '/tasks', { ...dates, text: 'late', parent: above, end: at('04') })
  const later = await add(done, '/tasks', { ...dates, text: 'later', end: at('20') })
  const ann = await add(done, '/resources', { name: 'Ann' })
  await add(done, '/assignments', { task: later, resource: ann })
  return { above, late, later, ann }
}

describe('what is due in a plan', () => {
  it('is told with how many there are, also of branches that are sent on demand', async () => {
    const api = await ganttApi()
    const { above, late, later } = await threeTasks(api.done)
    await api.done('PUT', `/tasks/${above}`, { operation: 'lazy', value: true })

    const due = await api.done<DueTasks>('GET', `/schedule/due?${now}`)
    const task = { type: 'task', start: at('01'), progress: 50 }
    assert.deepEqual(due, {
      tasks: [
        { ...task, id: late, text: 'late', end: at('04') },
        { ...task, id: later, text: 'later', end: at('20') },
      ],
      all: 2,
      open: 2,
      late: 1,
    })
    const soon = await api.done<DueTasks>('GET', `/schedule/due?${now}&until=2026-03-17T09:30`)
    assert.deepEqual([soon.tasks.map(({ id }) => id), soon.open], [[late], 2])
  })

  it('follows the clock of the server where nobody says what time it is', async () => {
    const api = await ganttApi()
    const far = { start: '2001-01-01', end: '2001-01-02' }
    await api.done('POST', '/tasks', { ...far, text: 'long ago' })
    await api.done('POST', '/tasks', { start: far.start, end: '2901-01-01', text: 'far off' })
    const due = await api.done<DueTasks>('GET', '/schedule/due')
    assert.deepEqual([due.open, due.late], [2, 1])
  })

  it('is what is assigned to one who is asked for', async () => {
    const api = await ganttApi()
    const { later, ann } = await threeTasks(api.done)
    const { tasks, all } = await api.done<DueTasks>('GET', `/schedule/due?resource=${ann}`)
    assert.deepEqual([tasks.map(({ id }) => id), all], [[later], 1])
  })

  it('is refused by days that are none, a limit that is none, and one who is not there', async () => {
    const api = await ganttApi()
    const refuses = (code: [number, ErrorCode], query: string) =>
      api.refuses(code, 'GET', `/schedule/due?${query}`)
    await refuses([422, 'gantt.bad_date'], 'now=2026-02-30')
    await refuses([422, 'gantt.bad_date'], 'until=soon')
    await refuses([422, 'query.invalid'], 'limit=0')
    await refuses([422, 'query.invalid'], 'limit=101')
    await refuses([404, 'gantt.resource_not_found'], 'resource=9')
  })

  it('has and counts nothing of what is hidden, nor of a plan that is', async () => {
    const { owner, invite } = await accountsServer({})
    const done: Done = async (method, path, body) => {
      const { status, json } = await owner.ask(method, path, body)
      assert.equal(status, 200, JSON.stringify(json))
      return json
    }
    const { above, later } = await threeTasks(done)
    const eve = await invite('Eve', 'editor')
    const subject = { kind: 'account', id: eve.id }
    const hide = (task: number) =>
      done('PUT', '/auth/rules', { thing: { kind: 'branch', task }, subject, access: 'none' })
    const ask = async () => (await eve.ask('GET', `/schedule/due?${now}`)).json as DueTasks

    await hide(above)
    const { tasks, ...counts } = await ask()
    assert.deepEqual(
      tasks.map(({ id }) => id),
      [later],
    )
    assert.deepEqual(counts, { all: 1, open: 1, late: 0 })

    await hide(0)
    assert.deepEqual(await ask(), { tasks: [], all: 0, open: 0, late: 0 })
  })
})
