import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Baseline, BaselineTask, Comparison } from '@triptych/contract/baselines'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

// 2026-03-02 is a Monday.
const at = (day: string) => `2026-03-${day}T00:00:00`
const task = (from: string, to: string) => ({ start: at(from), end: at(to) })

const list = (api: GanttApi) => api.done<Baseline[]>('GET', '/baselines')
const tasksOf = (api: GanttApi, id: number) => api.done<BaselineTask[]>('GET', `/baselines/${id}`)
const compare = (api: GanttApi, id: number, query = '') =>
  api.done<Comparison>('GET', `/baselines/${id}/compare${query}`)

describe('baselines', () => {
  it('keep where all tasks stood, whatever becomes of them', async () => {
    const api = await ganttApi()
    const { dig, done } = await api.seed({
      dig: { ...task('02', '04'), progress: 25, length: 960 },
      done: { type: 'milestone', start: at('06') },
    })

    const { id } = await api.done('POST', '/baselines', { name: 'As agreed' })
    await api.done('PUT', `/tasks/${dig}`, { ...task('05', '10'), text: 'Dug' })
    await api.done('DELETE', `/tasks/${done}`)

    const [only] = await list(api)
    const { at: made, revision, ...rest } = only!
    assert.deepEqual(rest, {
      id,
      name: 'As agreed',
      author: 'local',
      authorId: null,
      tasks: 2,
      whole: true,
      number: 0,
    })
    assert.ok(Date.parse(made) > 0)
    assert.equal(revision, 2)
    const [first, second] = await tasksOf(api, id)
    assert.deepEqual(first, {
      id: dig,
      type: 'task',
      text: 'dig',
      start: at('02'),
      end: at('04'),
      duration: first?.duration,
      progress: 25,
      length: 960,
      work: null,
    })
    assert.deepEqual([second?.id, second?.start, second?.end], [done, at('06'), at('06')])
  })

  it('change nothing in the plan, so that lists of it stay what they are', async () => {
    const api = await ganttApi()
    await api.seed({ dig: task('02', '04') })
    const before = (await api.call('GET', '/tasks')).headers.get('etag')

    await api.done('POST', '/baselines', {})

    assert.equal((await api.call('GET', '/tasks')).headers.get('etag'), before)
  })

  it('are compared with the plan in working minutes', async () => {
    const api = await ganttApi()
    const ids = await api.seed({
      late: task('02', '04'),
      early: task('12', '13'),
      same: task('02', '03'),
      gone: task('02', '03'),
    })
    const { id } = await api.done('POST', '/baselines', {})
    // Over a weekend: from Wednesday to the next Monday are three days of work.
    await api.done('PUT', `/tasks/${ids.late}`, task('02', '07'))
    await api.done('PUT', `/tasks/${ids.early}`, task('10', '16'))
    await api.done('DELETE', `/tasks/${ids.gone}`)
    const { fresh } = await api.seed({ fresh: task('17', '18') })

    const { tasks, unchanged, finish, ...rest } = await compare(api, id)

    assert.equal(rest.with, null)
    assert.equal(unchanged, 1)
    assert.deepEqual(
      tasks.map(({ id: of, state, startVariance, finishVariance }) => [
        of,
        state,
        startVariance,
        finishVariance,
      ]),
      [
        [ids.late, 'changed', 0, 3 * 480],
        [ids.early, 'changed', -2 * 480, 480],
        [fresh, 'new', null, null],
        [ids.gone, 'gone', null, null],
      ],
    )
    assert.deepEqual(tasks[0]?.before, { ...tasks[0]?.before, ...task('02', '04') })
    assert.deepEqual(tasks[0]?.after, { ...tasks[0]?.after, ...task('02', '07') })
    assert.equal(tasks.at(-1)?.text, 'gone')
    assert.deepEqual(finish, { before: at('13'), after: at('18'), variance: 3 * 480 })
  })

  it('are compared with each other', async () => {
    const api = await ganttApi()
    const { dig } = await api.seed({ dig: task('02', '03') })
    const first = await api.done('POST', '/baselines', {})
    await api.done('PUT', `/tasks/${dig}`, task('03', '04'))
    const second = await api.done('POST', '/baselines', {})
    await api.done('PUT', `/tasks/${dig}`, task('23', '24'))

    const { tasks, with: other } = await compare(api, first.id, `?with=${second.id}`)

    assert.equal(other?.id, second.id)
    assert.deepEqual(
      tasks.map(({ startVariance }) => startVariance),
      [480],
    )
  })

  it('of some tasks say nothing of others', async () => {
    const api = await ganttApi()
    const { dig } = await api.seed({ dig: task('02', '03'), fill: task('02', '03') })
    const { id } = await api.done('POST', '/baselines', { tasks: [dig] })
    await api.done('PUT', `/tasks/${dig}`, task('03', '04'))

    const { tasks, unchanged } = await compare(api, id)

    assert.deepEqual(
      tasks.map((one) => one.id),
      [dig],
    )
    assert.equal(unchanged, 0)
    const [only] = await list(api)
    assert.deepEqual([only?.tasks, only?.whole], [1, false])
  })

  it('are named by their number where nobody names them, which is free again when one is gone', async () => {
    const api = await ganttApi()
    for (let n = 0; n < 3; n++) await api.done('POST', '/baselines', {})
    await api.done('DELETE', '/baselines/2')
    await api.done('POST', '/baselines', {})

    assert.deepEqual(
      (await list(api)).map(({ id, name, number }) => [id, name, number]),
      [
        [1, 'Baseline', 0],
        [3, 'Baseline 2', 2],
        [4, 'Baseline 1', 1],
      ],
    )
  })

  it('are told of in the log, and all that is done with them can be taken back', async () => {
    const api = await ganttApi()
    const { dig } = await api.seed({ dig: task('02', '03') })
    const head = await api.head()

    await api.done('POST', '/baselines', { name: 'First' })
    await api.done('PUT', '/baselines/1', { name: 'Second' })
    await api.done('PUT', '/baselines/1', { name: 'Second' })
    await api.done('DELETE', '/baselines/1')

    assert.deepEqual(
      (await api.changes(head)).map(({ area, operation, entity, before, after }) => [
        area,
        operation,
        entity,
        before?.['name'],
        after?.['name'],
      ]),
      [
        ['gantt', 'baseline-added', 'baselines/1', undefined, 'First'],
        ['gantt', 'baseline-updated', 'baselines/1', 'First', 'Second'],
        ['gantt', 'baseline-deleted', 'baselines/1', 'Second', undefined],
      ],
    )
    assert.deepEqual(await list(api), [])

    const names = async () => (await list(api)).map(({ name }) => name)
    await api.done('POST', '/undo', {})
    assert.deepEqual(await names(), ['Second'])
    assert.deepEqual(
      (await tasksOf(api, 1)).map(({ id, start }) => [id, start]),
      [[dig, at('02')]],
    )
    await api.done('POST', '/undo', {})
    assert.deepEqual(await names(), ['First'])
    await api.done('POST', '/undo', {})
    assert.deepEqual(await names(), [])
    for (const expected of [['First'], ['Second'], []]) {
      await api.done('POST', '/redo', {})
      assert.deepEqual(await names(), expected)
    }
    await api.done('POST', '/undo', {})
    assert.equal((await tasksOf(api, 1)).length, 1)
  })

  it('that somebody else has renamed keep that name when their own change is taken back', async () => {
    const api = await ganttApi()
    await api.done('POST', '/baselines', { name: 'a' })
    await api.done('PUT', '/baselines/1', { name: 'b' }, { 'x-origin': 'one' })
    await api.done('PUT', '/baselines/1', { name: 'c' }, { 'x-origin': 'two' })

    const { kept } = await api.done<{ kept: unknown[] }>('POST', '/undo', {}, { 'x-origin': 'one' })

    assert.deepEqual(kept, [{ entity: 'baselines/1', field: 'name' }])
    assert.equal((await list(api))[0]?.name, 'c')
  })

  it('that cannot be are refused', async () => {
    const api = await ganttApi()
    await api.refuses([404, 'baselines.not_found'], 'GET', '/baselines/1')
    await api.refuses([404, 'baselines.not_found'], 'GET', '/baselines/1/compare')
    await api.refuses([404, 'baselines.not_found'], 'PUT', '/baselines/1', { name: 'a' })
    await api.refuses([404, 'baselines.not_found'], 'DELETE', '/baselines/1')
    await api.refuses([422, 'gantt.bad_id'], 'DELETE', '/baselines/x')
    await api.refuses([404, 'gantt.task_not_found'], 'POST', '/baselines', { tasks: [7] })
    await api.refuses([422, 'body.invalid'], 'POST', '/baselines', { tasks: [] })
    await api.refuses([422, 'body.invalid'], 'POST', '/baselines', { name: '  ' })
    await api.refuses([422, 'body.invalid'], 'POST', '/baselines', { name: 'x'.repeat(201) })
    await api.refuses([422, 'gantt.bad_value'], 'POST', '/baselines', { name: 'a\u0000' })
    await api.refuses([422, 'body.invalid'], 'POST', '/baselines', { title: 'a' })
    await api.done('POST', '/baselines', {})
    await api.refuses([404, 'baselines.not_found'], 'GET', '/baselines/1/compare?with=9')
    await api.refuses([422, 'body.invalid'], 'PUT', '/baselines/1', {})
  })

  it('are at most twenty, however many are set at once, and none comes back beyond that', async () => {
    const api = await ganttApi()
    await api.seed({ dig: task('02', '03') })
    const set = () => api.call('POST', '/baselines', {})

    const answers = await Promise.all(Array.from({ length: 24 }, set))

    const refused = answers.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 4)
    for (const { status, json } of refused) {
      assert.deepEqual([status, (json as { code: string }).code], [422, 'baselines.too_many'])
    }
    const all = await list(api)
    assert.equal(all.length, 20)
    assert.equal(new Set(all.map(({ id }) => id)).size, 20)
    assert.deepEqual(
      all.map(({ number }) => number),
      all.map((_, n) => (n <= 10 ? n : null)),
    )
    await api.done('DELETE', `/baselines/${all[0]!.id}`, undefined, { 'x-origin': 'gone' })
    await api.done('POST', '/baselines', {}, { 'x-origin': 'other' })
    await api.refuses([422, 'baselines.too_many'], 'POST', '/undo', {}, { 'x-origin': 'gone' })
  })

  it('are told with the tasks that SVAR draws, where that is asked for', async () => {
    const api = await ganttApi()
    const ids = await api.seed({
      dig: { ...task('02', '03'), duration: 1 },
      own: { ...task('02', '03'), duration: 1, base_start: at('09') },
    })
    await api.done('POST', '/baselines', {})
    await api.done('PUT', `/tasks/${ids.dig}`, task('05', '06'))
    const { fresh } = await api.seed({ fresh: task('10', '11') })
    const plain = await api.tasks()

    const list = await api.call('GET', '/tasks?baseline=1')

    const based = { base_start: at('02'), base_end: at('03'), base_duration: 1 }
    assert.deepEqual(
      list.json,
      plain.map((one) => (one.id === fresh ? one : { ...one, ...based })),
    )
    assert.deepEqual(await api.tasks(), plain)
    const known = { 'if-none-match': list.headers.get('etag')! }
    assert.equal((await api.call('GET', '/tasks?baseline=1', undefined, known)).status, 304)
    assert.equal((await api.call('GET', '/tasks', undefined, known)).status, 200)
    const counted = await api.done<object[]>('GET', '/tasks?baseline=1&comments=count&wbs=true')
    assert.partialDeepStrictEqual(counted[0], { ...based, $comments: 0, $wbs: '1' })
    await api.refuses([404, 'baselines.not_found'], 'GET', '/tasks?baseline=2')
    await api.refuses([422, 'query.invalid'], 'GET', '/tasks?baseline=1&at=1')
  })

  it('are answered once to whoever has them already', async () => {
    const api = await ganttApi()
    await api.seed({ dig: task('02', '03') })
    await api.done('POST', '/baselines', {})

    const etag = (await api.call('GET', '/baselines/1')).headers.get('etag')!
    const again = await api.call('GET', '/baselines/1', undefined, { 'if-none-match': etag })

    assert.equal(again.status, 304)
  })
})

describe('a baseline of a plan of which rules hide a part', () => {
  it('tells nothing of what is hidden, nor of what is gone', async () => {
    const { owner, invite } = await accountsServer({})
    const eve = await invite('Eve', 'editor')
    const ask = async <T>(who: typeof owner, method: string, path: string, body?: object) => {
      const { status, json } = await who.ask(method, path, body)
      assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(json)}`)
      return json as T
    }
    const ids: number[] = []
    for (const text of ['seen', 'hidden', 'gone']) {
      const made = await ask<{ id: number }>(owner, 'POST', '/tasks', { text, ...task('02', '03') })
      ids.push(made.id)
    }
    const [seen, hidden, gone] = ids as [number, number, number]
    await ask(owner, 'POST', '/baselines', {})
    await ask(owner, 'DELETE', `/tasks/${gone}`)
    await ask(owner, 'PUT', `/tasks/${hidden}`, task('03', '04'))
    await ask(owner, 'PUT', '/auth/rules', {
      thing: { kind: 'branch', task: hidden },
      subject: { kind: 'account', id: eve.id },
      access: 'none',
    })

    const [told] = await ask<Baseline[]>(eve, 'GET', '/baselines')
    assert.equal(told?.tasks, null)
    const tasks = await ask<BaselineTask[]>(eve, 'GET', '/baselines/1')
    assert.deepEqual(
      tasks.map(({ id }) => id),
      [seen],
    )
    const found = await ask<Comparison>(eve, 'GET', '/baselines/1/compare')
    assert.deepEqual([found.tasks, found.unchanged], [[], 1])
    const all = await ask<Comparison>(owner, 'GET', '/baselines/1/compare')
    assert.deepEqual(
      all.tasks.map(({ id }) => id),
      [hidden, gone],
    )
  })
})
