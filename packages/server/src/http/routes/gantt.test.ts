import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi, temporary } from '../../../test/fixtures/gantt-api.ts'

const start = '2026-04-01T09:00:00'

/** What a new task has where nothing was said, but for its start. */
const plain = { parent: 0, type: 'task', text: '', duration: 1, progress: 0 }

const move = (target: unknown, mode: string) => ({ operation: 'move', target, mode })

/** `a b(c d) e` */
async function smallPlan(options = {}) {
  const api = await ganttApi(options)
  const ids = await api.seed({
    a: {},
    b: { type: 'summary' },
    c: { parent: 'b' },
    d: { parent: 'b' },
    e: {},
  })
  return { ...api, ...ids }
}

describe('the lists of a plan', () => {
  it('are empty arrays where there is nothing', async () => {
    const { call } = await ganttApi()

    for (const path of ['/tasks', '/links', '/resources', '/assignments']) {
      const { status, json, headers } = await call('GET', path)
      assert.deepEqual([status, json], [200, []])
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    }
  })

  it('are found with a trailing slash and with two slashes', async () => {
    const { tasks, call } = await smallPlan()

    for (const path of ['/tasks/', '//tasks', '/v1/tasks', '/w/main/tasks']) {
      assert.deepEqual((await call('GET', path)).json, await tasks())
    }
  })

  it('belong to one workspace', async () => {
    const { call } = await smallPlan()
    await call('POST', '/workspaces', { name: 'other' })

    assert.deepEqual((await call('GET', '/w/other/tasks')).json, [])
    assert.equal((await call('GET', '/w/other/tasks/1')).status, 404)
    assert.deepEqual((await call('POST', '/w/other/tasks', {})).json, { id: 1 })
  })

  it('have the children of a task at its address, without itself', async () => {
    const { tasks, b, c, d, a } = await smallPlan()

    assert.deepEqual(
      (await tasks(b)).map(({ id }) => id),
      [c, d],
    )
    assert.deepEqual(await tasks(a), [])
  })

  it('are refused for a task that is not there or can never be', async () => {
    const { refuses } = await ganttApi()

    for (const list of ['tasks', 'links', 'assignments']) {
      await refuses([404, 'gantt.task_not_found'], 'GET', `/${list}/7`)
      await refuses([404, 'gantt.task_not_found'], 'GET', `/${list}/${temporary(1)}`)
      for (const id of ['-1', '1.5', 'x', '1e3', '9'.repeat(16), 'NaN', '%00', '0x1']) {
        await refuses([422, 'gantt.bad_id'], 'GET', `/${list}/${id}`)
      }
    }
  })

  it('have a version, and are not sent again while nothing changes', async () => {
    const { call, done, b } = await smallPlan()

    for (const path of ['/tasks', `/tasks/${b}`]) {
      const etag = (await call('GET', path)).headers.get('etag')!
      const same = await call('GET', path, undefined, { 'if-none-match': etag })
      await done('PUT', `/tasks/${b}`, { progress: Math.random() })
      const changed = await call('GET', path, undefined, { 'if-none-match': etag })

      assert.deepEqual([same.status, same.json, changed.status], [304, null, 200])
      assert.equal(same.headers.get('etag'), etag)
      assert.notEqual(changed.headers.get('etag'), etag)
    }
  })

  it('have a new version when only a link has changed', async () => {
    const { call, link, a, b } = await smallPlan()
    const before = (await call('GET', '/tasks')).headers.get('etag')

    await link(a, b)

    assert.notEqual((await call('GET', '/tasks')).headers.get('etag'), before)
  })
})

describe('a new task', () => {
  it('is a task of one day, from the beginning of this day', async () => {
    const { writes, tasks } = await ganttApi()

    const { id, change } = await writes('POST', '/tasks', {})

    const [task] = await tasks()
    assert.match(task!.start, /^\d{4}-\d\d-\d\dT00:00:00$/)
    assert.deepEqual(task, { ...plain, id, start: task!.start })
    const { $order, ...after } = change.after!
    assert.deepEqual({ ...change, after }, { ...change, after: task, before: null })
    assert.equal(typeof $order, 'string')
    assert.deepEqual(
      [change.area, change.operation, change.entity],
      ['gantt', 'task-added', 'tasks/1'],
    )
  })

  it('keeps every field, and leaves aside what the client has for itself', async () => {
    const { done, task } = await ganttApi()
    const fields = {
      text: 'Entwurf ✏️',
      type: 'project',
      start,
      end: '2026-04-03T09:00:00',
      duration: 2.25,
      progress: 33.3,
      details: 'two\nlines',
      base_start: start,
      base_end: '2026-04-02T09:00:00',
      base_duration: 1,
      unscheduled: true,
      rollup: false,
      calendar: 'night',
      segments: [{ id: 1, start: '2026-04-01 00:00:00', duration: 1, text: 's' }],
      owner: { name: 'Ann', tags: [1, null, 'x'] },
      'a key': '',
      none: null,
    }
    const own = {
      $x: 1,
      $level: 2,
      $skip: false,
      data: [{ id: 9 }],
      slack: { a: 1 },
      critical: true,
    }

    const { id } = await done('POST', '/tasks', { task: { ...fields, ...own, id: temporary(1) } })

    assert.deepEqual(await task(id), { ...fields, id, parent: 0 })
  })

  it('is accepted flat and wrapped, and comes where it was dropped', async () => {
    const { done, outline, a, b, c } = await smallPlan()

    await done('POST', '/tasks', { text: '1', parent: b })
    await done('POST', '/tasks', { text: '2', mode: 'before', target: a })
    await done('POST', '/tasks', { task: { text: '3', parent: b }, mode: 'after', target: c })
    await done('POST', '/tasks', { task: { text: '4' }, mode: 'child', target: c })
    await done('POST', '/tasks', { task: { text: '5' }, mode: 'child', target: b })
    await done('POST', '/tasks', { task: { text: '6', parent: String(b) } })
    await done('POST', '/tasks', { task: { text: '7', parent: 0 }, mode: 'child', target: 0 })
    await done('POST', '/tasks', { task: { text: '8', parent: a }, target: b })

    assert.equal(await outline(), '2 a(8) b(c(4) 3 d 1 5 6) e 7')
  })

  it('comes last where its parent and its target are not known yet', async () => {
    const { done, outline } = await smallPlan()
    const lost = [
      { parent: null, target: null, mode: 'child' },
      { parent: null, target: null, mode: 'after' },
      { parent: '', target: '' },
      { parent: temporary(50), target: temporary(51), mode: 'before' },
    ]

    for (const [index, { parent, target, mode }] of lost.entries()) {
      const task = { text: String(index), parent, $level: 3 }
      await done('POST', '/tasks', { task, target, ...(mode && { mode }) })
    }

    assert.equal(await outline(), 'a b(c d) e 0 1 2 3')
  })

  it('is refused below or beside a task that is not there', async () => {
    const { refuses } = await smallPlan()
    const missing = [404, 'gantt.task_not_found'] as const

    await refuses(missing, 'POST', '/tasks', { parent: 99 })
    await refuses(missing, 'POST', '/tasks', { task: { parent: 99 } })
    for (const mode of ['before', 'after', 'child']) {
      await refuses(missing, 'POST', '/tasks', { task: {}, mode, target: 99 })
    }
    await refuses([422, 'body.invalid'], 'POST', '/tasks', { task: {}, mode: 'inside', target: 1 })
  })

  it('keeps a real id that is free, as undo needs it, and the next ids are higher', async () => {
    const { done, refuses, task, c } = await smallPlan()
    const removed = await task(c)
    await done('DELETE', `/tasks/${c}`)

    assert.deepEqual(await done('POST', '/tasks', { task: removed }), { id: c })
    assert.deepEqual(await done('POST', '/tasks', { id: '700' }), { id: 700 })
    assert.deepEqual(await done('POST', '/tasks', {}), { id: 701 })
    assert.deepEqual(await done('POST', '/tasks', { id: 2 ** 48 }), { id: 2 ** 48 })
    assert.deepEqual(await done('POST', '/tasks', {}), { id: 2 ** 48 + 1 })
    assert.deepEqual(await task(c), removed)
    await refuses([409, 'gantt.id_taken'], 'POST', '/tasks', { id: c })
    await refuses([409, 'gantt.id_taken'], 'POST', '/tasks', { id: String(700) })
    await refuses([422, 'gantt.bad_id'], 'POST', '/tasks', { id: 2 ** 48 + 9 })
  })

  it('with a real id is made once, however often it is sent at the same time', async () => {
    const { call, tasks } = await ganttApi()

    const adding = Array.from({ length: 20 }, () => call('POST', '/tasks', { id: 7 }))
    const statuses = (await Promise.all(adding)).map(({ status }) => status)

    assert.deepEqual(
      [statuses.filter((status) => status === 200).length, new Set(statuses)],
      [1, new Set([200, 409])],
    )
    assert.equal((await tasks()).length, 1)
  })

  it('gets a new id for a temporary one, by which its client may call it for a while', async () => {
    const { done, outline, refuses, seed } = await ganttApi()
    const mine = { 'x-origin': 'tab-1' }
    await seed({ a: {} })

    const { id } = await done('POST', '/tasks', { task: { id: temporary(1), text: 'b' } }, mine)
    await done('PUT', `/tasks/${temporary(1)}`, { text: 'B' }, mine)
    await done('POST', '/tasks', { task: { text: 'c', parent: temporary(1) } }, mine)
    await done('PUT', `/tasks/${encodeURIComponent(temporary(1))}`, move(1, 'before'), mine)

    assert.equal(id, 2)
    assert.equal(await outline(), 'B(c) a')
    const path = `/tasks/${temporary(1)}`
    await refuses([404, 'gantt.task_not_found'], 'PUT', path, {}, { 'x-origin': 'tab-2' })
    assert.deepEqual(await done('DELETE', path, undefined, mine), { id })
  })

  it('begins where its parent does unless it says when', async () => {
    const { done, task } = await ganttApi()
    const { id: parent } = await done('POST', '/tasks', { start })

    const { id } = await done('POST', '/tasks', { parent })

    assert.equal((await task(id)).start, start)
  })
})

describe('a change of a task', () => {
  const whole = { text: 'x', start, end: '2026-04-03T09:00:00', duration: 2, progress: 5, own: [1] }

  it('is made field by field; what is left out stays', async () => {
    const { done, writes, task } = await ganttApi()
    const { id } = await done('POST', '/tasks', whole)
    const changes: [sent: object, stored: object][] = [
      [{ text: 'y' }, { text: 'y' }],
      [{ progress: '7.5' }, { progress: 7.5 }],
      [{ type: 'odd' }, { type: 'odd' }],
      [{ start: '2026-04-01 08:00:00', end: '2026-04-03 08:00:00', duration: 2 }, {}],
      [{ duration: 2.5, end: '2026-04-03 20:00:00' }, {}],
      [{ own: { a: [] } }, { own: { a: [] } }],
      [{ own: null }, { own: null }],
      [{ added: false }, { added: false }],
      [{ details: 'more' }, { details: 'more' }],
      [{ text: null }, { text: '' }],
    ]

    let expected: object = await task(id)
    for (const [sent, stored] of changes) {
      const asDates = Object.entries(sent).map(([name, value]) => [name, dated(value)])
      expected = { ...expected, ...Object.fromEntries(asDates), ...stored }
      const { change } = await writes('PUT', `/tasks/${id}`, sent)
      assert.deepEqual(await task(id), expected)
      assert.deepEqual([change.operation, change.entity], ['task-updated', `tasks/${id}`])
      assert.deepEqual(Object.keys(change.before!), Object.keys(change.after!))
    }
  })

  it('says in the log what became different, and nothing else', async () => {
    const { done, writes } = await ganttApi()
    const { id } = await done('POST', '/tasks', whole)

    const { change } = await writes('PUT', `/tasks/${id}`, { ...whole, id, $x: 5, text: 'y' })

    assert.deepEqual([change.before, change.after], [{ text: 'x' }, { text: 'y' }])
  })

  it('is none where everything is as it was', async () => {
    const { done, keeps, task } = await ganttApi()
    const { id } = await done('POST', '/tasks', whole)

    assert.deepEqual(await keeps('PUT', `/tasks/${id}`, {}), { id })
    await keeps('PUT', `/tasks/${id}`, await task(id))
    await keeps('PUT', `/tasks/${id}`, { ...whole, start: '2026-04-01 09:00:00', $y: 1, data: [] })
  })

  it('touches neither id nor parent nor order nor laziness', async () => {
    const { keeps, b, c } = await smallPlan()
    const other = { id: 77, parent: 0, lazy: true, nested: true, target: 1, mode: 'before' }

    assert.deepEqual(await keeps('PUT', `/tasks/${c}`, other), { id: c })
    await keeps('PUT', `/tasks/${b}`, { parent: c, operation: null })
    await keeps('PUT', `/tasks/${b}`, { slack: 1, critical: 1, data: 1, $wbs: '1' })
  })

  it('of one that was deleted comes too late', async () => {
    const { done, refuses, c } = await smallPlan()
    await done('DELETE', `/tasks/${c}`)

    for (const body of [{ text: 'late' }, move(1, 'after'), { operation: 'copy' }]) {
      await refuses([404, 'gantt.task_not_found'], 'PUT', `/tasks/${c}`, body)
    }
    await refuses([404, 'gantt.task_not_found'], 'DELETE', `/tasks/${c}`)
  })

  it('to a milestone takes its end and its duration; back again it lasts as long as is said', async () => {
    const { done, task } = await ganttApi()
    const { id } = await done('POST', '/tasks', whole)

    await done('PUT', `/tasks/${id}`, { type: 'milestone', duration: 0 })
    const milestone = await task(id)
    await done('PUT', `/tasks/${id}`, { type: 'task', duration: 3 })

    assert.deepEqual([milestone.end, milestone.duration], [undefined, 0])
    assert.equal((await task(id)).duration, 3)
  })

  it('to a summary takes its assignments, and gives it an end', async () => {
    const { done, assign, assignments, task, a, e } = await smallPlan()
    const { id: ann } = await done('POST', '/resources', { name: 'Ann' })
    await assign(a, ann)
    const kept = await assign(e, ann)

    await done('PUT', `/tasks/${a}`, { type: 'summary' })

    assert.deepEqual(
      (await assignments()).map(({ id }) => id),
      [kept],
    )
    assert.match((await task(a)).end!, /T00:00:00$/)
  })

  it('is refused for an operation nobody knows', async () => {
    const { refuses, a } = await smallPlan()

    for (const operation of ['remove', 'Move', 1, {}, '']) {
      await refuses([422, 'body.invalid'], 'PUT', `/tasks/${a}`, { operation, text: 'x' })
    }
  })
})

function dated(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d) /, '$1T') : value
}

describe('dates', () => {
  const accepted: [sent: unknown, stored: string][] = [
    ['2026-04-01 09:30:15', '2026-04-01T09:30:15'],
    ['2026-04-01T09:30:15', '2026-04-01T09:30:15'],
    ['2026-04-01T09:30:15Z', '2026-04-01T09:30:15'],
    ['2026-04-01T09:30:15.999Z', '2026-04-01T09:30:15'],
    ['2026-04-01T09:30:15+14:00', '2026-04-01T09:30:15'],
    ['2026-04-01T09:30:15-0330', '2026-04-01T09:30:15'],
    ['2026-04-01T09:30', '2026-04-01T09:30:00'],
    ['2026-04-01', '2026-04-01T00:00:00'],
    [' 2026-04-01 ', '2026-04-01T00:00:00'],
    ['2024-02-29', '2024-02-29T00:00:00'],
    ['0001-01-01', '0001-01-01T00:00:00'],
    ['9999-12-31T23:59:59', '9999-12-31T23:59:59'],
  ]
  const refused = [
    [
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '2026-00-01',
      '2026-04-31',
      '12345-01-01',
      'not a date',
    ],
    ['2026-04-01T24:00:00', '2026-04-01T23:60:00', '2026-04-01T23:59:60', '2026-4-1', '01.04.2026'],
    ['2026-04-01T09:00:00+25:00', '2026-04-01 09:00:00 PM', '0000-01-01', '-2026-01-01', 'null'],
    [0, 1775000000000, true, false, {}, [], ['2026-04-01'], '２０２６-04-01'],
  ].flat()

  it('are kept as wall time, however they are written', async () => {
    const { done, task } = await ganttApi()
    const { id } = await done('POST', '/tasks', { start, duration: 1 })

    for (const [sent, stored] of accepted) {
      for (const field of ['start', 'base_start', 'base_end']) {
        await done('PUT', `/tasks/${id}`, { [field]: sent })
        assert.equal((await task(id))[field], stored, `${field} ${String(sent)}`)
      }
      const both = await done('POST', '/tasks', { start: '0001-01-01', end: sent })
      assert.equal((await task(both.id)).end, stored, `end ${String(sent)}`)
    }
  })

  it('that are not in the calendar are refused, in every field', async () => {
    const { refuses, done } = await ganttApi()
    const { id } = await done('POST', '/tasks', { start })

    for (const sent of refused) {
      for (const field of ['start', 'end', 'base_start', 'base_end']) {
        const error = [422, 'gantt.bad_date'] as const
        const problem = await refuses(error, 'PUT', `/tasks/${id}`, { [field]: sent })
        assert.equal(problem['field'], field)
        await refuses(error, 'POST', '/tasks', { task: { [field]: sent } })
      }
    }
  })

  it('that are empty leave the start as it is, and take the end away', async () => {
    const { done, task } = await ganttApi()
    const { id } = await done('POST', '/tasks', { start, end: '2026-04-03', duration: 2 })

    await done('PUT', `/tasks/${id}`, { start: null, end: null })

    assert.deepEqual([(await task(id)).start, (await task(id)).end], [start, undefined])
  })

  it('in the wrong order are refused', async () => {
    const { refuses } = await ganttApi()

    await refuses([422, 'gantt.bad_value'], 'POST', '/tasks', { start, end: '2026-03-01' })
  })

  it('stand on every task that is listed, and an end on every summary', async () => {
    const { done, tasks } = await ganttApi()
    const bodies = [{}, { type: 'summary' }, { type: 'milestone', end: start }, { end: start }]
    for (const body of bodies) {
      const { id } = await done('POST', '/tasks', body)
      await done('PUT', `/tasks/${id}`, { start: '', end: null, duration: null })
    }

    for (const task of await tasks()) {
      assert.match(task.start, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      assert.equal(task.type !== 'summary' || typeof task.end === 'string', true)
      assert.equal(
        task.type !== 'milestone' || (task.end === undefined && task.duration === 0),
        true,
      )
      assert.ok(task.end !== undefined || task.duration !== undefined)
    }
  })
})
