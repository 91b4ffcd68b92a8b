import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@triptych/contract/gantt'
import type { PlanImported } from '@triptych/contract/plan-exchange'
import type { Calendar, Schedule } from '@triptych/contract/schedule'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'
import { mspdiSample, takenApart } from '../../../test/fixtures/mspdi-sample.ts'

const xmlType = { 'content-type': 'application/xml' }

function imported(api: GanttApi, xml: string, mode = 'replace'): Promise<PlanImported> {
  return api.done('POST', `/schedule/import?mode=${mode}`, xml, xmlType)
}

async function exported(api: GanttApi): Promise<string> {
  const { status, json, headers } = await api.call('GET', '/schedule/export?format=xml')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8')
  return json as string
}

async function sample(): Promise<{ api: GanttApi; named: (text: string) => Promise<Task> }> {
  const api = await ganttApi()
  await imported(api, mspdiSample)
  const named = async (text: string) => (await api.tasks()).find((one) => one.text === text)!
  return { api, named }
}

const task = (uid: number | string, more = '') =>
  `<Task><UID>${uid}</UID><Name>a</Name><OutlineLevel>1</OutlineLevel>${more}</Task>`

const essence = ({ text, type, start, end, progress, details }: Task) => [
  text,
  type,
  start,
  end,
  progress,
  details,
]

describe('the import of a plan of Microsoft Project', () => {
  it('takes tasks, links, calendars, resources and assignments, and says how many', async () => {
    const api = await ganttApi()

    const { warnings, ...counts } = await imported(api, mspdiSample)

    assert.deepEqual(counts, { tasks: 4, links: 2, resources: 3, assignments: 2, calendars: 2 })
    assert.deepEqual(
      warnings.map(({ uid, element }) => [uid, element]),
      [[6, 'PredecessorLink']],
    )
    assert.equal(await api.outline(), 'Shoot(Scene <1> Scene 2) Wrap')
    const [shoot, scene, second, wrap] = (await api.tasks()).toSorted((a, b) => a.id - b.id)
    assert.deepEqual([shoot!.type, wrap!.type], ['summary', 'milestone'])
    assert.partialDeepStrictEqual(scene, {
      uid: 4,
      start: '2026-03-02T00:00:00',
      end: '2026-03-07T00:00:00',
      duration: 5,
      progress: 25,
      length: 2400,
      priority: 700,
      details: 'Two\nlines',
      constraint: { type: 'snet', date: '2026-03-02T08:00:00' },
      deadline: '2026-03-13T17:00:00',
      actualStart: '2026-03-02T08:00:00',
      base_start: '2026-03-02T00:00:00',
      base_end: '2026-03-06T00:00:00',
    })
    const calendars = await api.done<Calendar[]>('GET', '/calendars')
    const [standard, ann] = calendars
    assert.partialDeepStrictEqual(standard, {
      name: 'Standard',
      parent: null,
      exceptions: [
        { from: '2026-03-10', to: '2026-03-10', hours: [], name: 'Day off' },
        { from: '2026-01-01', to: '2030-12-31', repeat: { unit: 'year', month: 1, day: 1 } },
      ],
      weeks: [{ from: '2026-07-01', to: '2026-08-31', week: { fri: [] } }],
    })
    assert.deepEqual(standard?.week.sun, [])
    assert.deepEqual(standard?.week.mon, [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ])
    assert.equal(ann?.parent, standard?.id)
    assert.partialDeepStrictEqual(second, { start: '2026-03-09T13:00:00', calendar: ann.id })
    assert.partialDeepStrictEqual(wrap, {
      manual: true,
      inactive: true,
      start: '2026-03-12T00:00:00',
    })
    const [one, other] = await api.links()
    assert.partialDeepStrictEqual(one, {
      source: scene!.id,
      target: second!.id,
      lag: 4,
      lagUnit: 'h',
    })
    assert.partialDeepStrictEqual(other, { source: shoot!.id, target: wrap!.id, type: 'e2e' })
    assert.deepEqual(
      (await api.resources()).map(({ name, type, maxUnits }) => [name, type, maxUnits]),
      [
        ['', 'work', undefined],
        ['Ann', 'work', 50],
        ['Film stock', 'material', undefined],
      ],
    )
    assert.deepEqual(
      (await api.assignments()).map(({ task, units }) => [task, units]),
      [
        [scene!.id, 50],
        [scene!.id, 1000],
      ],
    )
    assert.partialDeepStrictEqual(await api.done<Schedule>('GET', '/schedule'), {
      mode: 'off',
      start: '2026-03-02T08:00:00',
      calendar: standard.id,
      criticalSlack: 480,
    })
  })

  it('keeps every element for the export, also those that mean nothing here', async () => {
    const { api } = await sample()

    assert.deepEqual(await takenApart(await exported(api)), await takenApart(mspdiSample))
  })

  it('writes nothing of a file that another one came in place of', async () => {
    const { api } = await sample()
    const works = '<Assignment><UID>9</UID><TaskUID>0</TaskUID></Assignment>'
    await imported(api, mspdiSample.replace('<Assignments>', `<Assignments>${works}`))
    const other = '<Project><Name>b</Name><Tasks></Tasks></Project>'

    await imported(api, other)

    const { project, items } = await takenApart(await exported(api))
    assert.doesNotMatch(project, /Film|Title|Currency/)
    assert.deepEqual(items, { Calendars: [], Tasks: [], Resources: [], Assignments: [] })
  })

  it('tells nobody of what is only kept', async () => {
    const { api } = await sample()

    const told = JSON.stringify([await api.planState(), await api.changes()])
    assert.doesNotMatch(told, /urn:own|CrossProject|StandardRate/)
  })

  it('writes what was changed since, where it stands, and leaves the rest', async () => {
    const { api, named } = await sample()
    const { id } = await named('Scene <1>')

    await api.done('PUT', `/tasks/${id}`, {
      text: 'Scene & more',
      end: '2026-03-05T00:00:00',
      duration: 3,
      length: 1440,
      details: null,
      progress: 50,
    })

    const before = (await takenApart(mspdiSample)).items.Tasks[2]!
    const after = (await takenApart(await exported(api))).items.Tasks[2]!
    const expected = before
      .replace('Scene &lt;1&gt;', 'Scene &amp; more')
      .replace('<Finish>2026-03-06T17:00:00', '<Finish>2026-03-04T17:00:00')
      .replace('<Duration>PT40H0M0S', '<Duration>PT24H0M0S')
      .replace('<PercentComplete>25', '<PercentComplete>50')
      .replace(/<EarlyStart>.*<\/TotalSlack>/, '')
      .replace(/<Notes>[^<]*<\/Notes>/, '')
    assert.equal(after, expected)
  })

  it('knows what is left of what was begun, and what of it is fixed, and tells it again', async () => {
    const api = await ganttApi()
    const rest = '<Stop>2026-03-02T17:00:00</Stop><Resume>2026-03-05T08:00:00</Resume>'
    const dates = '<Start>2026-03-02T08:00:00</Start><Finish>2026-03-06T17:00:00</Finish>'
    const begun = `<Type>2</Type>${dates}<Duration>PT24H0M0S</Duration>${rest}
      <PercentComplete>33</PercentComplete><ActualStart>2026-03-02T08:00:00</ActualStart>
      <RemainingDuration>PT16H0M0S</RemainingDuration>`
    await imported(api, `<Project><Tasks>${task(1, begun)}</Tasks></Project>`)
    const [one] = await api.tasks()
    const told = {
      remaining: 960,
      stop: '2026-03-02T17:00:00',
      resume: '2026-03-05T08:00:00',
      fixed: 'work',
    }
    assert.partialDeepStrictEqual(one, told)

    await api.done('PUT', `/tasks/${one!.id}`, { remaining: 480, fixed: 'duration' })
    const xml = await exported(api)
    assert.match(xml, /<Type>1<[^]*<Resume>2026-03-05T08:00:00<[^]*<RemainingDuration>PT8H0M0S</)
    await imported(api, xml)
    assert.partialDeepStrictEqual((await api.tasks())[0], {
      ...told,
      remaining: 480,
      fixed: 'duration',
    })
  })

  it('is one step, which can be taken back and done again with all that was kept', async () => {
    const api = await ganttApi()
    const { a } = await api.seed({ a: { start: '2026-03-02', duration: 2 } })
    const before = await api.planState()

    await imported(api, mspdiSample)
    const steps = new Set((await api.changes(before.revision)).map(({ step }) => step))
    assert.equal(steps.size, 1)
    assert.ok(!(await api.tasks()).some(({ id }) => id === a))

    await api.done('POST', '/undo', {})
    const { revision: _, ...now } = await api.planState()
    const { revision: __, ...was } = before
    assert.deepEqual(now, was)
    assert.deepEqual(await api.done('GET', '/calendars'), [])

    await api.done('POST', '/redo', {})
    assert.deepEqual(await takenApart(await exported(api)), await takenApart(mspdiSample))
  })

  it('puts a plan behind what is there, whose settings stay', async () => {
    const { api } = await sample()
    await api.done('PUT', '/schedule', { minutesPerDay: 450 })

    await imported(api, mspdiSample, 'append')

    assert.equal(await api.outline(), 'Shoot(Scene <1> Scene 2) Wrap Shoot(Scene <1> Scene 2) Wrap')
    const { minutesPerDay } = await api.done<Schedule>('GET', '/schedule')
    assert.equal(minutesPerDay, 450)
    const { items } = await takenApart(await exported(api))
    for (const list of Object.values(items)) {
      const uids = list.map((xml) => /<UID>(\d+)/.exec(xml)![1])
      assert.equal(new Set(uids).size, uids.length, uids.join(' '))
    }
    assert.equal(items.Tasks.length, 11)
    // The second plan again, by other numbers.
    const again = await ganttApi()
    await imported(again, await exported(api))
    assert.equal(await again.outline(), await api.outline())
    assert.equal((await again.links()).length, 4)
  })

  it('schedules at once where the plan schedules itself', async () => {
    const api = await ganttApi()
    await api.done('PUT', '/schedule', { mode: 'auto' })

    await imported(
      api,
      mspdiSample.replace('<Start>2026-03-09T13:00:00', '<Start>2026-06-01T08:00:00'),
    )

    const second = (await api.tasks()).find(({ text }) => text === 'Scene 2')!
    assert.equal(second.start, '2026-03-09T13:00:00')
  })

  it('keeps links that go in a circle, and lets them move nobody', async () => {
    const api = await ganttApi()
    await api.done('PUT', '/schedule', { mode: 'auto' })
    const circle = mspdiSample.replace(
      '<Notes>',
      '<PredecessorLink><PredecessorUID>5</PredecessorUID><Type>1</Type></PredecessorLink><Notes>',
    )

    const { warnings } = await imported(api, circle)

    assert.deepEqual(new Set(warnings.map(({ uid }) => uid)), new Set([4, 5, 6]))
    assert.deepEqual(
      (await api.links()).map(({ active }) => active),
      [false, false, undefined],
    )
    const { items } = await takenApart(await exported(api))
    assert.equal(items.Tasks.join('').match(/<PredecessorLink>/g)?.length, 4)
  })

  it('takes a file twice under the same key for one', async () => {
    const api = await ganttApi()
    const keyed = { ...xmlType, 'idempotency-key': 'one' }
    const path = '/schedule/import?mode=append'

    const first = await api.done('POST', path, mspdiSample, keyed)
    assert.deepEqual(await api.done('POST', path, mspdiSample, keyed), first)

    assert.equal((await api.tasks()).length, 4)
  })
})

describe('an import that is refused changes nothing', () => {
  const head = '<Project xmlns="http://schemas.microsoft.com/project"><Tasks>'
  const tail = '</Tasks></Project>'

  for (const [what, xml, details] of [
    ['for a document type', `<!DOCTYPE x [<!ENTITY y "z">]>${head}${tail}`, { line: 1, column: 1 }],
    ['for an entity', `${head}\n<Task><Name>&y;</Name></Task>${tail}`, { line: 2, column: 16 }],
    ['for being cut off', mspdiSample.slice(0, -300), {}],
    ['for being no XML', 'UID,Name\n1,a', {}],
    ['for a number that two tasks have', `${head}${task(1)}${task(1)}${tail}`, { uid: 1 }],
    ['for a task without a number', `${head}${task('')}${tail}`, { element: 'UID' }],
    [
      'for a day that there is not',
      `${head}${task(1)}${task(2, '<Start>2026-02-30T08:00:00</Start>')}${tail}`,
      { uid: 2, element: 'Start' },
    ],
    [
      'for a length that is none',
      `${head}${task(1, '<Duration>8 hours</Duration>')}${tail}`,
      { uid: 1, element: 'Duration' },
    ],
    [
      'for a text that is too long',
      `${head}${task(1, `<Notes>${'a'.repeat(300_000)}</Notes>`)}${tail}`,
      { uid: 1 },
    ],
    [
      'for calendars that go round in a circle',
      '<Project><Calendars><Calendar><UID>1</UID><BaseCalendarUID>1</BaseCalendarUID></Calendar></Calendars></Project>',
      { uid: 1, element: 'BaseCalendarUID' },
    ],
  ] as const) {
    it(what, async () => {
      const { api } = await sample()
      const kept = await exported(api)

      const problem = await api.refuses(
        [400, 'gantt.bad_import'],
        'POST',
        '/schedule/import?mode=replace',
        xml,
        xmlType,
      )

      assert.partialDeepStrictEqual(problem, details)
      assert.equal(await exported(api), kept)
    })
  }

  it('for more tasks than there may be', async () => {
    const api = await ganttApi({ maxTasks: 3 })
    await api.refuses(
      [422, 'gantt.too_many_tasks'],
      'POST',
      '/schedule/import?mode=replace',
      mspdiSample,
      xmlType,
    )
  })
})

describe('the export of a plan', () => {
  it('of tasks that came from no file can be read again', async () => {
    const api = await ganttApi()
    const { a, b, m } = await api.seed({
      s: { type: 'summary' },
      a: { parent: 's', start: '2026-03-02', end: '2026-03-05', details: 'Note' },
      b: { parent: 's', start: '2026-03-05', end: '2026-03-07', progress: 40 },
      m: { type: 'milestone', start: '2026-03-07' },
    })
    await api.link(a, b, { lag: 2 })
    await api.link(b, m, { type: 's2s' })
    const { id: resource } = await api.done('POST', '/resources', { name: 'Ann' })
    await api.assign(a, resource)
    const { id: calendar } = await api.done('POST', '/calendars', {
      name: 'Early',
      week: { mon: [['06:00', '14:00']], sun: [['20:00', '24:00']] },
      exceptions: [
        {
          from: '2026-01-01',
          to: '2036-01-01',
          hours: [],
          repeat: { unit: 'month', nth: 5, days: ['fri'] },
        },
        {
          from: '2026-01-01',
          to: '2036-01-01',
          hours: [],
          repeat: { unit: 'week', every: 2, days: ['mon', 'sun'] },
        },
      ],
    })
    await api.done('PUT', `/tasks/${b}`, { calendar })

    const xml = await exported(api)
    const again = await ganttApi()
    const { warnings } = await imported(again, xml)

    assert.deepEqual(warnings, [])
    assert.equal(await again.outline(), 's(a b) m')
    assert.deepEqual((await again.tasks()).map(essence), (await api.tasks()).map(essence))
    assert.deepEqual(
      (await again.links()).map(({ type, lag }) => [type, lag]),
      [
        ['e2s', 2],
        ['s2s', undefined],
      ],
    )
    assert.equal((await again.assignments()).length, 1)
    const [one] = await api.done<Calendar[]>('GET', '/calendars')
    const [other] = await again.done<Calendar[]>('GET', '/calendars')
    assert.deepEqual(
      { ...other, week: { ...other?.week, sun: [['20:00', '24:00']] } },
      JSON.parse(JSON.stringify({ ...one })),
    )
    assert.deepEqual(await takenApart(await exported(again)), await takenApart(xml))
  })

  it('of an empty plan is a project', async () => {
    const api = await ganttApi()
    const { project, items } = await takenApart(await exported(api))
    assert.match(project, /^<Project xmlns="http:\/\/schemas.microsoft.com\/project">/)
    assert.deepEqual(items.Tasks, [])
  })
})
