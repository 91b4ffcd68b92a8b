import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@triptych/contract/gantt'
import type { PlanImported } from '@triptych/contract/plan-exchange'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'
import { mspdiSample } from '../../../test/fixtures/mspdi-sample.ts'

const csvType = { 'content-type': 'text/csv; charset=utf-8' }
const xlsxType = {
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

function imported(api: GanttApi, csv: string, mode = 'replace'): Promise<PlanImported> {
  return api.done('POST', `/schedule/import?mode=${mode}`, csv, csvType)
}

async function exported(api: GanttApi): Promise<string> {
  return (await api.call('GET', '/schedule/export?format=csv')).json as string
}

const named = (tasks: readonly Task[], text: string) => tasks.find((one) => one.text === text)!

/** What tasks say, without what is made anew. */
function byName(tasks: readonly Task[]): unknown[] {
  return tasks
    .toSorted((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ id: _id, parent: _parent, open: _open, ...said }) => ({ length: 0, ...said }))
}

/** 2026-03-02 is a Monday. */
const film =
  `Predecessors;name;WBS;id;Start;FINISH;Duration;% Complete;Resource names;Constraint Type;Constraint Date;Deadline;Task Mode;Priority;Notes;Colour;Crew
;Shoot;1;10;2026-03-02;2026-03-09;;;;;;;;;;;
;Scene 1;1.1;20;2026-03-02;2026-03-04;3d;40%;Ann[50%]\u003b Bob;Start No Earlier Than;2026-03-02;2026-03-06;Manually Scheduled;700;"Two
lines";red;5
20FS+2d, 20SS -1eh;Scene 2;1.2;30;2026-03-05 09:00;2026-03-05 11:30;2.5 hrs;;Bob;;;NA;Auto Scheduled;;;;"{""x"":[1]}"
10FF+50%;Wrap;2;40;;2026-03-10;0d;;;;;;;;;;
`.replace(/Ann\[50%\]; Bob/, '"Ann[50%]; Bob"')

describe('a table that is imported', () => {
  it('is a plan: columns in any order, other names for them, rows by their numbers', async () => {
    const api = await ganttApi()

    const { warnings, ...counts } = await imported(api, film)

    assert.deepEqual(warnings, [])
    assert.deepEqual(counts, { tasks: 4, links: 3, resources: 2, assignments: 3, calendars: 0 })
    assert.equal(await api.outline(), 'Shoot(Scene 1 Scene 2) Wrap')
    const tasks = await api.tasks()
    const [shoot, one, two, wrap] = ['Shoot', 'Scene 1', 'Scene 2', 'Wrap'].map((text) =>
      named(tasks, text),
    )
    assert.partialDeepStrictEqual(shoot, {
      type: 'summary',
      end: '2026-03-10T00:00:00',
      open: true,
    })
    assert.partialDeepStrictEqual(one, {
      type: 'task',
      start: '2026-03-02T00:00:00',
      end: '2026-03-05T00:00:00',
      duration: 3,
      progress: 40,
      constraint: { type: 'snet', date: '2026-03-02T00:00:00' },
      deadline: '2026-03-07T00:00:00',
      manual: true,
      priority: 700,
      details: 'Two\nlines',
      Colour: 'red',
      Crew: 5,
    })
    assert.ok(!('length' in one!))
    assert.partialDeepStrictEqual(two, {
      start: '2026-03-05T09:00:00',
      end: '2026-03-05T11:30:00',
      Crew: { x: [1] },
    })
    assert.ok(!['deadline', 'manual', 'Colour'].some((name) => name in two!))
    assert.partialDeepStrictEqual(wrap, { type: 'milestone', start: '2026-03-10T00:00:00' })
    const links = await api.links()
    assert.deepEqual(
      links.map(({ source, target, type, lag, lagUnit }) => [source, target, type, lag, lagUnit]),
      [
        [one!.id, two!.id, 'e2s', 2, undefined],
        [one!.id, two!.id, 's2s', -1, 'eh'],
        [shoot!.id, wrap!.id, 'e2e', 50, '%'],
      ],
    )
    const names = new Map((await api.resources()).map(({ id, name }) => [id, name]))
    assert.deepEqual(
      (await api.assignments()).map(({ task, resource, units }) => [
        task,
        names.get(resource),
        units,
      ]),
      [
        [one!.id, 'Ann', 50],
        [one!.id, 'Bob', 100],
        [two!.id, 'Bob', 100],
      ],
    )
  })

  it('needs no more than names: a length says where a task ends, and levels what is below what', async () => {
    const api = await ganttApi()
    await api.done('PUT', '/schedule', { start: '2026-03-02T00:00:00' })
    const csv = `Name,Outline level,Start,Finish,Duration,Predecessors
a,1,,,,
b,2,2026-03-06,,2d,
c,3,,2026-03-10,1w,2
d,1,,,,
`

    await imported(api, csv)

    const tasks = await api.tasks()
    assert.equal(await api.outline(), 'a(b(c)) d')
    const drawn = (text: string) => {
      const { type, start, end } = named(tasks, text)
      return [type, start.slice(0, 10), end?.slice(0, 10)]
    }
    assert.deepEqual(drawn('a'), ['summary', '2026-03-06', '2026-03-10'])
    assert.deepEqual(drawn('b'), ['summary', '2026-03-06', '2026-03-10'])
    assert.deepEqual(drawn('c'), ['task', '2026-03-04', '2026-03-11'])
    assert.equal(named(tasks, 'd')['unscheduled'], true)
  })

  it('leaves calendars, settings and people as they are, and finds them by their names', async () => {
    const api = await ganttApi()
    const { id: calendar } = await api.done('POST', '/calendars', { name: 'Night', week: {} })
    await api.done('PUT', '/schedule', { minutesPerDay: 450 })
    const { id: ann } = await api.done('POST', '/resources', {
      name: 'Ann',
      email: 'a@example.org',
    })
    await api.seed({ old: {} })
    const csv = `Name,Start,Finish,Calendar,Resources
a,2026-03-02,2026-03-02,Night,Ann
b,2026-03-02,2026-03-02,Day,Ann; Cy
`

    const first = await imported(api, csv)
    const second = await imported(api, csv, 'append')

    assert.equal(await api.outline(), 'a b a b')
    assert.deepEqual([first.resources, second.resources], [1, 0])
    assert.deepEqual(first.warnings, [
      { uid: null, row: 3, element: 'Calendar', why: 'There is no calendar of this name.' },
    ])
    const [task] = await api.tasks()
    assert.equal(task!['calendar'], calendar)
    assert.equal((await api.assignments())[0]!.resource, ann)
    assert.equal((await api.resources()).length, 2)
    assert.partialDeepStrictEqual(await api.done('GET', '/schedule'), { minutesPerDay: 450 })
  })

  it('is scheduled at once where the plan schedules itself, and held where it says a start', async () => {
    const api = await ganttApi()
    await api.done('PUT', '/schedule', { mode: 'auto', start: '2026-03-02T00:00:00' })

    await imported(
      api,
      'Name,Start,Duration,Predecessors\na,2026-03-04,2d,\nb,,1d,1FS+1d\nc,,3d,\n',
    )

    const tasks = await api.tasks()
    const drawn = tasks.map(({ text, start, end }) => [text, start.slice(5, 10), end!.slice(5, 10)])
    assert.deepEqual(drawn, [
      ['a', '03-04', '03-06'],
      ['b', '03-09', '03-10'],
      ['c', '03-02', '03-05'],
    ])
    assert.deepEqual(
      tasks.map(({ length }) => length),
      [960, 480, 1440],
    )
  })

  it('comes back the same where the plan schedules itself', async () => {
    const api = await ganttApi()
    const { a, b, c, m } = await api.seed({
      s: { type: 'summary' },
      a: { parent: 's', start: '2026-03-02', end: '2026-03-05', progress: 50 },
      b: { parent: 's', start: '2026-03-02T10:00', end: '2026-03-03T11:00' },
      c: { start: '2026-03-20', end: '2026-03-24', duration: 4, manual: true },
      d: { start: '2026-03-02', end: '2026-03-09', elapsed: true },
      m: { type: 'milestone', start: '2026-03-09' },
    })
    await api.link(a, b, { lag: 1 })
    await api.link(b, m, { lag: 25, lagUnit: '%' })
    await api.link(a, c, { type: 's2s' })
    await api.done('PUT', '/schedule', { mode: 'auto' })
    const [tasks, file] = [await api.tasks(), await exported(api)]

    await imported(api, file)

    assert.equal(await exported(api), file)
    assert.deepEqual(byName(await api.tasks()), byName(tasks))
  })

  it('says which links and columns cannot count', async () => {
    const api = await ganttApi()
    const csv = 'ID,Name,Predecessors,data\n1,a,"2,1",\n2,b,"1,1",x\n'

    const { warnings, links } = await imported(api, csv)

    assert.equal(links, 2)
    assert.deepEqual(
      warnings.map(({ row, element }) => [row, element]),
      [
        [undefined, 'data'],
        [2, 'Predecessors'],
        [3, 'Predecessors'],
        [2, 'Predecessors'],
        [3, 'Predecessors'],
      ],
    )
    assert.deepEqual(
      (await api.links()).map(({ active }) => active),
      [false, false],
    )
  })

  it('is one step, which can be taken back', async () => {
    const api = await ganttApi()
    await api.done('POST', '/schedule/import?mode=replace', mspdiSample)
    const { revision, ...before } = await api.planState()
    const file = await exported(api)

    await imported(api, film)
    assert.equal(new Set((await api.changes(revision)).map(({ step }) => step)).size, 1)
    await api.done('POST', '/undo', {})

    const { revision: _, ...now } = await api.planState()
    assert.deepEqual(now, before)
    assert.equal(await exported(api), file)
  })

  it('comes as a workbook by its content type, or by what the address says', async () => {
    const [api, other] = [await ganttApi(), await ganttApi()]
    await imported(api, film)
    const answer = await api.triptych.fetch(new Request('http://t/schedule/export?format=xlsx'))
    const book = Buffer.from(await answer.arrayBuffer())

    for (const [format, headers] of [
      ['', xlsxType],
      ['&format=xlsx', {}],
    ] as const) {
      await other.done('POST', `/schedule/import?mode=replace${format}`, book, headers)
      assert.equal(await exported(other), await exported(api))
    }
    assert.equal((await other.resources()).length, 2)
  })
})

describe('a table that is refused changes nothing', () => {
  for (const [what, csv, details] of [
    ['for having no names of tasks', 'WBS,Start\n1,2026-03-02\n', { column: 'Name' }],
    ['for two columns that say the same', 'Name,Finish,End\na,,\n', { column: 'End' }],
    ['for a day that there is not', 'Name,Start\na,\nb,2026-02-30\n', { row: 3, column: 'Start' }],
    ['for a date in another form', 'Name,Deadline\na,3/4/2026\n', { row: 2, column: 'Deadline' }],
    [
      'for a finish before the start',
      'Name,Start,Finish\na,2026-03-03,2026-03-01\n',
      { row: 2, column: 'Finish' },
    ],
    ['for a length that is none', 'Name,duration\na,3 moons\n', { row: 2, column: 'duration' }],
    ['for a length of percent', 'Name,Duration\na,3%\n', { row: 2, column: 'Duration' }],
    ['for too much progress', 'Name,Progress\na,101\n', { row: 2, column: 'Progress' }],
    [
      'for a predecessor that is none',
      'Name,Predecessors\na,2XY\n',
      { row: 2, column: 'Predecessors' },
    ],
    [
      'for a lag that is none',
      'Name,Predecessors\na,1FS+2moons\n',
      { row: 2, column: 'Predecessors' },
    ],
    ['for a row that is not there', 'Name,Predecessors\na,7\n', { row: 2, column: 'Predecessors' }],
    ['for an ID of two rows', 'ID,Name\n1,a\n1,b\n', { row: 3, column: 'ID' }],
    ['for an ID that is no number', 'ID,Name\nx,a\n', { row: 2, column: 'ID' }],
    ['for a WBS of two rows', 'WBS,Name\n1,a\n1,b\n', { row: 3, column: 'WBS' }],
    ['for a WBS below nothing', 'WBS,Name\n1.1,a\n', { row: 2, column: 'WBS' }],
    ['for a level that is none', 'Outline level,Name\n0,a\n', { row: 2, column: 'Outline level' }],
    [
      'for a constraint that is none',
      'Name,Constraint\na,soon\n',
      { row: 2, column: 'Constraint' },
    ],
    [
      'for a constraint without its date',
      'Name,Constraint,Constraint date\na,MSO,\n',
      { row: 2, column: 'Constraint date' },
    ],
    ['for a mode that is none', 'Name,Mode\na,maybe\n', { row: 2, column: 'Mode' }],
    ['for people who are none', 'Name,Resources\na,Ann[x]\n', { row: 2, column: 'Resources' }],
    ['for fields that are none', 'Name,Other fields\na,5\n', { row: 2, column: 'Other fields' }],
    ['for a text that is too long', `Name,Notes\na,${'x'.repeat(100_001)}\n`, { row: 2 }],
    ['for a quote that is never closed', 'Name\n"a\n', { row: 2 }],
    ['for a cell too many', 'Name\na,b\n', { row: 2 }],
    ['for being empty', '', {}],
  ] as const) {
    it(what, async () => {
      const api = await ganttApi()
      await imported(api, film)

      const problem = await api.refuses(
        [400, 'gantt.bad_import'],
        'POST',
        '/schedule/import?mode=replace',
        csv,
        csvType,
      )

      assert.partialDeepStrictEqual(problem, details)
    })
  }

  it('for being no workbook, or more tasks than there may be', async () => {
    const api = await ganttApi({ maxTasks: 3 })
    const path = '/schedule/import?mode=append'
    await api.refuses([400, 'gantt.bad_import'], 'POST', path, 'PK no workbook', xlsxType)
    await api.refuses([422, 'gantt.too_many_tasks'], 'POST', path, film, csvType)
    await api.refuses([422, 'query.invalid'], 'POST', `${path}&format=pdf`, film, csvType)
  })
})
