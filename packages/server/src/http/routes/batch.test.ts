import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Problem } from '@triptych/contract/errors'
import { api as tableApi } from '../../../test/fixtures/api.ts'
import { outlineOf, ganttApi, temporary } from '../../../test/fixtures/gantt-api.ts'

type Answers = (Partial<Problem> & { id?: number })[]

const item = (method: string, url: string, data?: unknown) => ({ method, url, data })
const add = (text: string, more: object = {}) => item('POST', 'tasks', { text, ...more })
const move = (target: unknown, mode: string) => ({ operation: 'move', target, mode })

async function smallPlan(options = {}) {
  const api = await ganttApi(options)
  return { ...api, ...(await api.seed({ a: {}, b: {} })) }
}

describe('a batch', () => {
  it('does its items in their order, and answers each at its place', async () => {
    const { done, outline, task, changes, head, a, b } = await smallPlan()
    const since = await head()

    const answers = await done('POST', '/batch', [
      add('c', { mode: 'before', target: a }),
      item('PUT', `tasks/${a}`, { progress: 10 }),
      item('PUT', `tasks/${a}`, { progress: 20 }),
      item('POST', 'links', { source: a, target: b }),
      item('PUT', `tasks/${b}`, move(3, 'before')),
      item('PUT', `tasks/${b}`, { operation: 'copy', target: 3, mode: 'child' }),
      item('DELETE', 'links/1', {}),
      item('DELETE', 'tasks/3'),
    ])

    const ids = [3, a, a, 1, b, 4, 1, 3]
    assert.deepEqual(
      answers,
      ids.map((id) => ({ id })),
    )
    assert.equal(await outline(), 'b a')
    assert.equal((await task(a)).progress, 20)
    const log = (await changes(since)).map(({ operation, entity }) => `${operation} ${entity}`)
    assert.deepEqual(log, [
      'task-added tasks/3',
      'task-updated tasks/1',
      'task-updated tasks/1',
      'link-added links/1',
      'task-moved tasks/2',
      'task-copied tasks/4',
      'link-deleted links/1',
      'task-deleted tasks/3',
    ])
  })

  it('with nothing in it answers nothing', async () => {
    const { call, head } = await smallPlan()
    const before = await head()

    const { status, json } = await call('POST', '/batch', [])

    assert.deepEqual([status, json, await head()], [200, [], before])
  })

  it('tells at its place what failed, and does the rest', async () => {
    const { call, outline, task, a, b } = await smallPlan()

    const { status, json } = await call('POST', '/batch', [
      item('PUT', `tasks/${a}`, { text: 'A' }),
      item('PUT', 'tasks/99', { text: 'x' }),
      item('PUT', `tasks/${a}`, { text: 'late', start: '2026-02-30' }),
      item('POST', 'links', { source: null, target: a }),
      item('PUT', `tasks/${a}`, move(a, 'child')),
      add('taken', { id: b }),
      item('PUT', `tasks/${b}`, 7),
      item('PUT', `tasks/x`, {}),
      add('c'),
    ])

    const answers = json as Answers
    assert.equal(status, 200)
    assert.deepEqual(
      answers.map(({ status: one, code, id }) => id ?? [one, code]),
      [
        a,
        [404, 'gantt.task_not_found'],
        [422, 'gantt.bad_date'],
        [422, 'gantt.bad_link'],
        [409, 'gantt.into_itself'],
        [409, 'gantt.id_taken'],
        [422, 'body.invalid'],
        [422, 'gantt.bad_id'],
        3,
      ],
    )
    for (const answer of answers) assert.equal('id' in answer, !('error' in answer))
    assert.equal(await outline(), 'A b c')
    assert.equal((await task(a)).text, 'A')
  })

  it('is all or nothing when it is said to be', async () => {
    const { done, refuses, outline, a } = await smallPlan()
    const items = [add('c'), item('PUT', `tasks/${a}`, { text: 'A' })]

    const path = '/batch?atomic=true'
    const failing = [...items, item('DELETE', 'tasks/99'), add('d')]
    const problem = await refuses([404, 'gantt.task_not_found'], 'POST', path, failing)
    assert.equal(problem['item'], 2)
    const wrong = [...items, item('GET', 'tasks')]
    assert.equal((await refuses([422, 'gantt.bad_batch'], 'POST', path, wrong))['item'], 2)
    await done('POST', path, items)

    assert.equal(await outline(), 'A b c')
    await refuses([422, 'query.invalid'], 'POST', '/batch?atomic=perhaps', items)
  })

  it('gives no id twice, whatever failed on the way', async () => {
    const { done } = await smallPlan()

    const answers = await done<Answers>('POST', '/batch', [
      add('c'),
      add('bad', { progress: 'x' }),
      add('bad', { parent: 99 }),
      add('d'),
      add('e', { id: 9 }),
      add('f'),
    ])

    const ids = answers.flatMap(({ id }) => id ?? [])
    assert.equal(new Set(ids).size, 4)
    assert.deepEqual(ids.slice(2), [9, 10])
  })

  it('keeps nothing of an item that failed, not even its id', async () => {
    const { done } = await smallPlan()
    const backwards = { start: '2026-04-02', end: '2026-04-01' }

    const answers = await done<Answers>('POST', '/batch', [
      add('bad', { id: 1000, ...backwards }),
      add('bad', { id: temporary(1), ...backwards }),
      add('c'),
    ])

    const codes = answers.map(({ code, id }) => code ?? id)
    assert.deepEqual(codes, ['gantt.bad_value', 'gantt.bad_value', 3])
  })

  it('has one entry in the log for each item that was done, however many failed', async () => {
    const { done, changes, head } = await smallPlan()
    const since = await head()
    // The first fails when it has an id already, so that there is something to undo.
    const bad = [
      { start: '2026-04-02', end: '2026-04-01' },
      { start: '2026-02-30' },
      { parent: 999 },
    ]

    const answers = await done<Answers>(
      'POST',
      '/batch',
      Array.from({ length: 200 }, (_, n) =>
        add(`x${n}`, { id: temporary(n), ...(n % 3 === 0 ? bad[(n / 3) % 3] : {}) }),
      ),
    )

    const made = answers.flatMap(({ id }) => id ?? [])
    const log = await changes(since)
    assert.equal(made.length, 133)
    assert.deepEqual(
      log.map(({ revision, entity }) => [revision, entity]),
      made.map((id, index) => [since + 1 + index, `tasks/${id}`]),
    )
    const later = await done('POST', '/tasks', { text: 'later' })
    assert.equal(made.includes(later.id), false)
    assert.equal((await changes(since)).length, 134)
  })

  it('is not seen by anybody before it is done', async () => {
    const { call, done, tasks } = await smallPlan()
    const items = Array.from({ length: 300 }, (_, n) => add(`x${n}`))
    const counts = new Set<number>()
    let isOver = false

    const sent = call('POST', '/batch', items).finally(() => {
      isOver = true
    })
    while (!isOver) {
      counts.add((await tasks()).length)
      await nextTurn()
    }
    await sent

    await done('GET', '/tasks')
    assert.ok(
      [...counts].every((count) => count === 2 || count === 302),
      String([...counts]),
    )
  })
})

const copy = (id: number, number: number, target: number | null) =>
  item('PUT', `tasks/${id}`, {
    operation: 'copy',
    id: temporary(number),
    target,
    mode: target === null ? 'child' : 'after',
    lazy: false,
  })

describe('temporary ids in a batch', () => {
  it('stand for what was made earlier in it, in bodies and in paths', async () => {
    const { done, outline, links, a } = await smallPlan()
    await done('POST', '/resources', { name: 'Ann' })
    const [one, two, link] = [temporary(1), temporary(2), temporary(3)]

    const answers = await done<Answers>('POST', '/batch', [
      item('POST', 'tasks', { task: { text: 'c', id: one, parent: 0 }, mode: 'before', target: a }),
      item('POST', 'tasks', {
        task: { text: 'd', id: two, parent: one },
        mode: 'child',
        target: one,
      }),
      item('POST', 'links', { id: link, source: a, target: two }),
      item('PUT', `tasks/${one}`, { text: 'C' }),
      item('PUT', `tasks/${encodeURIComponent(two)}`, { text: 'D' }),
      item('POST', 'assignments', { task: two, resource: 1 }),
      item('PUT', `links/${link}`, { lag: 5 }),
      item('PUT', `/tasks/${two}`, move(one, 'after')),
    ])

    assert.deepEqual(
      answers.map(({ id }) => id),
      [3, 4, 1, 3, 4, 1, 1, 4],
    )
    assert.equal(await outline(), 'C D a b')
    assert.equal((await links())[0]!.lag, 5)
  })

  it('are still known in later requests of this client', async () => {
    const { done, outline, refuses } = await smallPlan()
    const mine = { 'x-origin': 'tab-1' }

    await done(
      'POST',
      '/batch',
      [add('c', { id: temporary(1) }), add('d', { id: temporary(2) })],
      mine,
    )
    await done('PUT', `/tasks/${temporary(1)}`, { text: 'C' }, mine)
    await done('POST', '/batch', [item('DELETE', `tasks/${temporary(2)}`)], mine)

    assert.equal(await outline(), 'a b C')
    await refuses([404, 'gantt.task_not_found'], 'PUT', `/tasks/${temporary(1)}`, { text: 'x' })
  })

  it('of things that were not made stand for nothing', async () => {
    const { done, outline } = await smallPlan()

    const answers = await done<Answers>('POST', '/batch', [
      add('c', { id: temporary(1), start: 'never' }),
      item('PUT', `tasks/${temporary(1)}`, { text: 'x' }),
      item('POST', 'links', { source: 1, target: temporary(1) }),
    ])

    const codes = answers.map(({ code }) => code)
    assert.deepEqual(codes, ['gantt.bad_date', 'gantt.task_not_found', 'gantt.bad_link'])
    assert.equal(await outline(), 'a b')
  })

  it('put the copy of a branch together', async () => {
    const { done, seed, outline } = await ganttApi()
    const { r, c, d, o } = await seed({ r: {}, c: { parent: 'r' }, d: { parent: 'r' }, o: {} })

    await done('POST', '/batch', [copy(c, 11, null), copy(d, 12, null), copy(r, 10, o)])
    await done('POST', '/batch', [copy(r, 20, o), copy(d, 22, null), copy(c, 21, null)])

    assert.equal(await outline(), 'r(c d) o r(c d) r(c d)')
  })

  it('of copies that wait for their place are not there for other items', async () => {
    const { done, seed } = await ganttApi()
    const { r, c } = await seed({ r: {}, c: { parent: 'r' } })

    const answers = await done<Answers>('POST', '/batch', [
      add('below', { parent: c }),
      copy(c, 11, null),
      add('below', { parent: temporary(11) }),
      item('POST', 'links', { source: r, target: temporary(11) }),
    ])

    const codes = answers.map(({ code }) => code)
    assert.deepEqual(codes, [undefined, undefined, 'gantt.task_not_found', 'gantt.bad_link'])
  })
})

describe('the addresses in a batch', () => {
  it('may begin with a slash or be whole', async () => {
    const { done, task } = await smallPlan({ base: '/api' })
    const ways = ['tasks/1', '/tasks/1', '//tasks/1/', '/api/tasks/1', 'api/tasks/1', '/v1/tasks/1']
    const whole = ['/api/w/main/tasks/1', 'w/main/tasks/1', 'http://here:80/api/v1/w/main/tasks/1']

    for (const [n, url] of [...ways, ...whole].entries()) {
      const [answer] = await done<Answers>('POST', '/batch', [
        item('put', url, { text: String(n) }),
      ])
      assert.deepEqual(answer, { id: 1 }, url)
      assert.equal((await task(1)).text, String(n), url)
    }
  })

  it('all belong to the workspace of the batch', async () => {
    const { call, done, refuses, outline } = await smallPlan()
    await call('POST', '/workspaces', { name: 'other' })

    for (const [at, url] of [
      ['/batch', '/w/other/tasks'],
      ['/w/other/batch', '/w/main/tasks'],
      ['/batch', '/w/none/tasks'],
    ] as const) {
      const items = [item('POST', url, { text: 'x' })]
      await refuses([422, 'gantt.bad_batch'], 'POST', `${at}?atomic=true`, items)
      const [answer] = await done<Answers>('POST', at, items)
      assert.equal(answer!.code, 'gantt.bad_batch')
    }
    const made = await done<Answers>('POST', '/w/other/batch', [
      add('x'),
      item('PUT', 'tasks/1', {}),
    ])

    assert.deepEqual(made, [{ id: 1 }, { id: 1 }])
    assert.equal(await outline(), 'a b')
    assert.equal(outlineOf(await done('GET', '/w/other/tasks')), 'x')
  })

  it('are neither lists nor files nor batches nor anything unknown', async () => {
    const { done, planState } = await smallPlan()
    const before = await planState()
    const bad = [
      item('GET', 'tasks'),
      item('GET', 'tasks/1'),
      item('HEAD', 'tasks'),
      item('OPTIONS', 'tasks'),
      item('POST', 'batch', [add('x')]),
      item('POST', '/batch?atomic=true', [add('x')]),
      item('POST', 'files/%2F', { name: 'x', type: 'folder' }),
      item('DELETE', 'files', { ids: ['/x'] }),
      item('POST', 'upload?id=/', {}),
      item('POST', 'workspaces', { name: 'new' }),
      item('GET', 'metrics'),
      item('POST', 'films/import', {}),
      item('POST', 'films/query', {}),
      item('POST', 'films', { glue: 'and', rules: [] }),
      item('PATCH', 'tasks/1', { text: 'x' }),
      item('POST', 'tasks/1', { text: 'x' }),
      item('', 'tasks/1', {}),
      item('PUT', '', {}),
      item('PUT', '/', {}),
      item('PUT', '..', {}),
      item('PUT', 'tasks/1/2', {}),
      item('__proto__', '__proto__', {}),
    ]

    const answers = await done<Answers>('POST', '/batch', bad)

    for (const [n, { status, code }] of answers.entries()) {
      assert.deepEqual([status, code], [422, 'gantt.bad_batch'], JSON.stringify(bad[n]))
    }
    assert.deepEqual(await planState(), before)
  })

  it('may be answered under another name', async () => {
    const { call, outline } = await ganttApi({ batchPath: 'many' })

    assert.equal((await call('POST', '/many', [add('x')])).status, 200)
    assert.notEqual((await call('POST', '/batch', [add('y')])).status, 200)
    assert.equal(await outline(), 'x')
  })
})

describe('rows in a batch', () => {
  it('stand beside tasks, each with its place in the log', async () => {
    const { call, rows, changes, head } = await tableApi()
    const since = await head()

    const { status, json } = await call('POST', '/batch', [
      add('task'),
      item('POST', 'films', { row: { name: 'Tár' }, id: temporary(5) }),
      item('PATCH', 'films/1', { key: 'votes', value: 11 }),
      item('PUT', 'films/99', { name: 'x' }),
      item('PATCH', 'films/1', { key: 'code', value: 'H1' }),
      item('DELETE', 'films/2', {}),
      item('PUT', 'tasks/1', { text: 'Task' }),
    ])

    assert.equal(status, 200)
    const answers = json as Answers
    assert.deepEqual(
      answers.map(({ id, code }) => code ?? id),
      [1, 4, 1, 'tables.row_not_found', 'tables.not_unique', 2, 1],
    )
    assert.deepEqual(
      (await rows()).map(({ name }) => name),
      ['Alien', 'Ran', 'Tár'],
    )
    const log = (await changes(since)).map(({ operation }) => operation)
    const updated = ['row-updated', 'row-deleted', 'task-updated']
    assert.deepEqual(log, ['task-added', 'row-added', ...updated])
  })

  it('are undone together with tasks', async () => {
    const { refuses, triptych } = await tableApi()

    const items = [add('x'), item('DELETE', 'films/1'), item('DELETE', 'films/99')]
    await refuses([404, 'tables.row_not_found'], 'POST', '/batch?atomic=true', items)

    const tasks = await triptych.fetch(new Request('http://localhost/tasks'))
    assert.deepEqual(await tasks.json(), [])
  })
})

const items = (count: number) => Array.from({ length: count }, (_, n) => add(String(n)))

describe('the length of a batch', () => {
  it('has a limit, which is in order itself', async () => {
    const limits = { body: 1e6, depth: 50, upload: 1000, changes: 10_000, batch: 20 }
    const { done, refuses, tasks } = await ganttApi({ limits })

    const problem = await refuses([413, 'gantt.batch_too_long'], 'POST', '/batch', items(21))
    assert.equal(problem['limit'], 20)
    await done('POST', '/batch', items(20))

    assert.equal((await tasks()).length, 20)
  })
})

describe('the form of a batch', () => {
  it('is a list of addresses, methods and bodies', async () => {
    const { refuses, a } = await smallPlan()
    const wrong = [
      {},
      7,
      'x',
      [7],
      [null],
      [[]],
      [{}],
      [{ url: `tasks/${a}` }],
      [{ method: 'PUT' }],
      [{ url: 1, method: 'DELETE' }],
      [{ url: `tasks/${a}`, method: null }],
      [item('PUT', `tasks/${a}`, { text: 'x' }), {}],
    ]

    for (const body of wrong) {
      await refuses([422, 'body.invalid'], 'POST', '/batch', JSON.stringify(body))
    }
    await refuses([400, 'body.empty'], 'POST', '/batch')
    await refuses([400, 'body.unsafe_key'], 'POST', '/batch', '[{"__proto__":1}]')
  })
})
