import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@triptych/contract/gantt'
import type { PlanImported } from '@triptych/contract/plan-exchange'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'
import { takenApart } from '../../../test/fixtures/mspdi-sample.ts'

const xmlType = { 'content-type': 'application/xml' }

function imported(api: GanttApi, xml: string): Promise<PlanImported> {
  return api.done('POST', '/schedule/import?mode=replace', xml, xmlType)
}

async function exported(api: GanttApi): Promise<string> {
  return (await api.call('GET', '/schedule/export?format=xml')).json as string
}

type Day = readonly [from: string, to: string, hours: number | null]

const worked = (days: readonly Day[], type = 1) =>
  days
    .map(
      ([from, to, hours]) =>
        `<TimephasedData><Type>${type}</Type><UID>1</UID><Start>${from}:00</Start><Finish>${to}:00</Finish>
        <Unit>2</Unit>${hours === null ? '' : `<Value>PT${hours}H0M0S</Value>`}</TimephasedData>`,
    )
    .join('')

/** As Microsoft Project writes a task from the 2nd, a Monday, to the 11th with a pause on the 4th, 5th and 6th. */
const pausing: Day[] = [
  ['2026-03-02T08:00', '2026-03-03T08:00', 8],
  ['2026-03-03T08:00', '2026-03-03T17:00', 8],
  ['2026-03-03T17:00', '2026-03-04T17:00', 0],
  ['2026-03-04T17:00', '2026-03-05T17:00', 0],
  ['2026-03-05T17:00', '2026-03-06T17:00', 0],
  ['2026-03-06T17:00', '2026-03-07T17:00', null],
  ['2026-03-07T17:00', '2026-03-08T17:00', null],
  ['2026-03-08T17:00', '2026-03-09T17:00', 8],
  ['2026-03-09T17:00', '2026-03-10T17:00', 8],
  ['2026-03-10T17:00', '2026-03-11T17:00', 8],
]

const work = (uid: number, resource: number, more: string) =>
  `<Assignment><UID>${uid}</UID><TaskUID>1</TaskUID><ResourceUID>${resource}</ResourceUID><Units>1</Units>
  <Work>PT40H0M0S</Work>${more}</Assignment>`

const officeWeek = `<WeekDays>${[2, 3, 4, 5, 6]
  .map(
    (day) => `<WeekDay><DayType>${day}</DayType><DayWorking>1</DayWorking><WorkingTimes>
      <WorkingTime><FromTime>08:00:00</FromTime><ToTime>12:00:00</ToTime></WorkingTime>
      <WorkingTime><FromTime>13:00:00</FromTime><ToTime>17:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay>`,
  )
  .join('')}</WeekDays>`

interface Said {
  works: string
  duration?: number
  more?: string
  calendars?: string
}

const file = ({ works, duration = 40, more = '', calendars = '' }: Said) => `<Project>
  <StartDate>2026-03-02T08:00:00</StartDate><MinutesPerDay>480</MinutesPerDay>
  <Calendars>${calendars}</Calendars>
  <Tasks><Task><UID>1</UID><ID>1</ID><Name>a</Name><IsNull>0</IsNull><OutlineNumber>1</OutlineNumber>
    <OutlineLevel>1</OutlineLevel><Start>2026-03-02T08:00:00</Start><Finish>2026-03-11T17:00:00</Finish>
    <Duration>PT${duration}H0M0S</Duration><DurationFormat>7</DurationFormat>${more}</Task></Tasks>
  <Resources><Resource><UID>1</UID><ID>1</ID><Name>Ann</Name><Type>1</Type><CalendarUID>7</CalendarUID></Resource>
    <Resource><UID>2</UID><ID>2</ID><Name>Bob</Name><Type>1</Type></Resource></Resources>
  <Assignments>${works}</Assignments></Project>`

const inTwo = [
  {
    start: '2026-03-02T00:00:00',
    end: '2026-03-04T00:00:00',
    duration: 2,
    offset: 0,
    length: 960,
  },
  {
    start: '2026-03-09T00:00:00',
    end: '2026-03-12T00:00:00',
    duration: 3,
    offset: 2400,
    length: 1440,
  },
]

async function only(api: GanttApi): Promise<Task> {
  const [task] = await api.tasks()
  return task!
}

const valuesIn = (xml: string) => [...xml.matchAll(/<Value>(\w+)<\/Value>/g)].map(([, one]) => one)
const typesIn = (xml: string) =>
  [...xml.matchAll(/<TimephasedData><Type>(\d+)/g)].map(([, one]) => Number(one))

describe('a task that is split in a file of Microsoft Project', () => {
  it('comes in pieces where nobody works on it, and goes out to the letter', async () => {
    const api = await ganttApi()
    const xml = file({ works: work(1, -65535, worked(pausing)) })

    await imported(api, xml)

    const task = await only(api)
    assert.deepEqual(task['segments'], inTwo)
    assert.partialDeepStrictEqual(task, { length: 2400, end: '2026-03-12T00:00:00' })
    assert.deepEqual(await takenApart(await exported(api)), await takenApart(xml))
  })

  it('comes in the pieces in which all work on it together', async () => {
    const api = await ganttApi()
    const works = [
      work(1, 1, worked(pausing.slice(0, 2), 2)),
      work(2, 2, worked(pausing.slice(7), 1)),
    ]

    await imported(api, file({ works: works.join('') }))

    assert.deepEqual((await only(api))['segments'], inTwo)
  })

  it('stays where it is when the plan schedules itself, and moves with its pause', async () => {
    const api = await ganttApi()
    await imported(api, file({ works: work(1, 2, worked(pausing)) }))

    await api.done('PUT', '/schedule', { mode: 'auto' })
    const task = await only(api)
    assert.deepEqual(task['segments'], inTwo)
    assert.deepEqual([task.start, task.end], ['2026-03-02T00:00:00', '2026-03-12T00:00:00'])

    await api.done('PUT', `/tasks/${task.id}`, {
      constraint: { type: 'snet', date: '2026-03-03T08:00:00' },
    })
    assert.deepEqual((await only(api)).end, '2026-03-13T00:00:00')
  })

  for (const [what, said] of Object.entries<Said>({
    'whose days do not make its length': { works: work(1, 2, worked(pausing)), duration: 32 },
    'without a pause': { works: work(1, 2, worked(pausing)), duration: 64 },
    'whose days end before it does': {
      works: work(1, 2, worked(pausing.slice(0, 9))),
      duration: 32,
    },
    'whose days cannot be read': {
      works: work(1, 2, worked(pausing).replaceAll('PT', 'P T')),
    },
    'that is free for whoever works on it on the days of the pause': {
      works: work(1, 1, worked(pausing)),
      calendars: `<Calendar><UID>1</UID><Name>Standard</Name>${officeWeek}</Calendar>
        <Calendar><UID>7</UID><Name>Ann</Name><BaseCalendarUID>1</BaseCalendarUID><Exceptions><Exception>
        <TimePeriod><FromDate>2026-03-04T00:00:00</FromDate><ToDate>2026-03-06T23:59:00</ToDate></TimePeriod>
        <Type>1</Type><DayWorking>0</DayWorking></Exception></Exceptions></Calendar>`,
    },
  })) {
    it(`is in one piece when it is one ${what}`, async () => {
      const api = await ganttApi()

      await imported(api, file(said))

      assert.equal((await only(api))['segments'], undefined)
      assert.deepEqual(
        await takenApart(await exported(api)).then(({ items }) => items.Assignments),
        await takenApart(file(said)).then(({ items }) => items.Assignments),
      )
    })
  }

  it('goes out with its days anew when its pieces are others, and comes back so', async () => {
    const api = await ganttApi()
    const more =
      '<TimephasedData><Type>4</Type><UID>1</UID><Value>PT1H0M0S</Value></TimephasedData>'
    await imported(api, file({ works: work(1, 2, worked(pausing) + more) }))
    const task = await only(api)
    const segments = [
      { offset: 0, length: 480 },
      { offset: 960, length: 1920 },
    ]
    await api.done('PUT', `/tasks/${task.id}`, {
      segments,
      end: '2026-03-10T00:00:00',
    })

    const xml = await exported(api)
    assert.deepEqual(valuesIn(xml), ['PT1H0M0S', 'PT8H0M0S', 'PT0H0M0S', 'PT32H0M0S'])
    assert.deepEqual(typesIn(xml), [4, 1, 1, 1])

    await imported(api, xml)
    assert.partialDeepStrictEqual(await only(api), { segments, end: '2026-03-10T00:00:00' })
    assert.equal(await exported(api), xml)
  })

  it('loses what is said of its days when it is moved or in one piece again', async () => {
    const api = await ganttApi()
    await imported(api, file({ works: work(1, 2, worked(pausing)) }))
    const task = await only(api)

    await api.done('PUT', `/tasks/${task.id}`, {
      segments: null,
      length: 2400,
      end: '2026-03-07T00:00:00',
    })

    assert.deepEqual(valuesIn(await exported(api)), [])
  })
})

describe('a task in pieces of this plan', () => {
  const segments = [
    { offset: 0, length: 480 },
    { offset: 1440, length: 960 },
  ]
  const drawn = { start: '2026-03-02T00:00:00', end: '2026-03-07T00:00:00' }

  it('is split in the file where nobody works on it, and comes back so', async () => {
    const api = await ganttApi()
    await api.done('POST', '/tasks', { text: 'a', ...drawn, segments, length: 1440 })

    const xml = await exported(api)
    assert.match(xml, /<ResourceUID>-65535<\/ResourceUID>/)
    assert.deepEqual(valuesIn(xml), ['PT8H0M0S', 'PT0H0M0S', 'PT16H0M0S'])

    await imported(api, xml)
    assert.partialDeepStrictEqual(await only(api), { ...drawn, segments, length: 1440 })
    assert.equal(await exported(api), xml)
  })

  it('is split where the chart has drawn its pieces by their dates', async () => {
    const api = await ganttApi()
    const pieces = [
      { start: '2026-03-02T00:00:00', end: '2026-03-03T00:00:00' },
      { start: '2026-03-05T00:00:00', end: '2026-03-07T00:00:00' },
    ]
    await api.done('POST', '/tasks', { text: 'a', ...drawn, segments: pieces })

    const xml = await exported(api)
    assert.deepEqual(valuesIn(xml), ['PT8H0M0S', 'PT0H0M0S', 'PT16H0M0S'])
    assert.match(xml, /<Duration>PT24H0M0S<\/Duration>/)

    await imported(api, xml)
    assert.partialDeepStrictEqual(await only(api), { ...drawn, segments, length: 1440 })
  })

  it('says in the days of those who work on it how much they do, and what of it is done', async () => {
    const api = await ganttApi()
    const task = await api.done<Task>('POST', '/tasks', {
      text: 'a',
      ...drawn,
      segments,
      length: 1440,
      progress: 50,
      actualStart: '2026-03-02T08:00:00',
    })
    const ann = await api.done<{ id: number }>('POST', '/resources', { name: 'Ann' })
    const steel = await api.done<{ id: number }>('POST', '/resources', {
      name: 'Steel',
      type: 'material',
    })
    await api.done('POST', '/assignments', { task: task.id, resource: ann.id, units: 50 })
    await api.done('POST', '/assignments', { task: task.id, resource: steel.id, units: 100 })

    const xml = await exported(api)
    assert.deepEqual(valuesIn(xml), ['PT4H0M0S', 'PT0H0M0S', 'PT2H0M0S', 'PT6H0M0S'])
    assert.deepEqual(typesIn(xml), [2, 2, 2, 1])

    await imported(api, xml)
    assert.partialDeepStrictEqual(await only(api), { ...drawn, segments, length: 1440 })
  })
})
