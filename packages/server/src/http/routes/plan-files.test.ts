import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SheetCell } from '../../codecs/xlsx/read-cell.ts'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'
import { sheetOf } from '../../../test/fixtures/plan-sheet.ts'

/** 2026-03-02 is a Monday. */
async function film(): Promise<GanttApi> {
  const api = await ganttApi()
  const { a, b, m } = await api.seed({
    Shoot: { type: 'summary', start: '2026-03-02', end: '2026-03-10' },
    a: {
      parent: 'Shoot',
      start: '2026-03-02',
      end: '2026-03-05',
      details: 'Two\nlines',
      progress: 40,
    },
    b: { parent: 'Shoot', start: '2026-03-05T09:00', end: '2026-03-05T11:30', budget: 12.5 },
    m: { type: 'milestone', start: '2026-03-10', colour: '=1+1' },
  })
  await api.done('PUT', `/tasks/${a}`, {
    constraint: { type: 'fnlt', date: '2026-03-07T00:00:00' },
    deadline: '2026-03-06T12:00:00',
    manual: true,
    priority: 700,
  })
  await api.link(a, b, { lag: 2 })
  await api.link(a, m, { type: 'e2e', lag: 50, lagUnit: '%' })
  await api.link(b, m, { type: 's2s', lag: -1, lagUnit: 'eh' })
  const ann = await api.done('POST', '/resources', { name: 'Ann' })
  const bob = await api.done('POST', '/resources', { name: 'Bob [2]; and all' })
  await api.done('POST', '/assignments', { task: a, resource: ann.id, units: 50 })
  await api.assign(a, bob.id)
  return api
}

async function exported(api: GanttApi, format: string): Promise<{ text: string; type: string }> {
  const { status, json, headers } = await api.call('GET', `/schedule/export?format=${format}`)
  assert.equal(status, 200)
  return { text: json as string, type: headers.get('content-type')! }
}

const cellText = (cell: SheetCell) =>
  cell === null ? null : String(cell).replace(/T(\d\d:\d\d):00\.000$/, ' $1')

const event = (...lines: string[]) =>
  `BEGIN:VEVENT\r\n${lines.join('\r\n')}\r\nTRANSP:TRANSPARENT\r\nEND:VEVENT\r\n`

const uids = async (of: GanttApi) =>
  [...(await exported(of, 'ical')).text.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)

describe('the plan as a table', () => {
  it('has a row for each task, with days, lengths, predecessors and people as they are written by hand', async () => {
    const { text, type } = await exported(await film(), 'csv')

    assert.equal(type, 'text/csv; charset=utf-8')
    const ours =
      'ID,WBS,Name,Type,Start,Finish,Duration,Progress,Predecessors,Constraint,Constraint date,Deadline,Mode,Priority,Calendar,Resources,Notes'
    assert.deepEqual(text.split('\r\n'), [
      `${ours},budget,colour`,
      '1,1,Shoot,summary,2026-03-02,2026-03-09,6d,0,,,,,auto,,,,,,',
      '2,1.1,a,task,2026-03-02,2026-03-04,3d,40,,FNLT,2026-03-06,2026-03-06 12:00,manual,700,,"Ann[50%]; ""Bob [2]; and all""","Two\nlines",,',
      '3,1.2,b,task,2026-03-05 09:00,2026-03-05 11:30,2.5h,0,2FS+2d,,,,auto,,,,,12.5,',
      `4,2,m,milestone,2026-03-10,2026-03-10,0d,0,"2FF+50%, 3SS-1eh",,,,auto,,,,,,"'=1+1"`,
      '',
    ])
  })

  it('is the same as a workbook, with days, times and numbers that a spreadsheet counts with', async () => {
    const api = await film()
    const { triptych } = api

    const answer = await triptych.fetch(new Request('http://t/schedule/export?format=xlsx'))

    assert.match(answer.headers.get('content-type')!, /spreadsheetml\.sheet$/)
    assert.match(answer.headers.get('content-disposition')!, /plan\.xlsx/)
    const [csv, xlsx] = [
      await sheetOf('csv', Buffer.from((await exported(api, 'csv')).text)),
      await sheetOf('xlsx', Buffer.from(await answer.arrayBuffer())),
    ]
    assert.deepEqual(xlsx.names, csv.names)
    assert.deepEqual(
      xlsx.rows.map((row) => row.map(cellText)),
      csv.rows.map((row) => xlsx.names.map((_, at) => row[at] ?? null)),
    )
    assert.deepEqual(xlsx.rows[1]!.slice(4, 8), ['2026-03-02', '2026-03-04', '3d', 40])
  })

  it('has fields that are called like a column, or cannot be one, where they are not taken for it', async () => {
    const api = await ganttApi()
    await api.seed({ a: { start: '2026-03-02', duration: 1, Name: 'b', ' ': 1, x: '5', y: 5 } })

    const { text } = await exported(api, 'csv')

    const [header, row] = text.split('\r\n')
    assert.match(header!, /,field:Name,x,y,Other fields$/)
    assert.match(row!, /,b,"""5""",5,"\{"" "":1\}"$/)
  })

  it('cannot have more in one cell of a workbook than that can hold', async () => {
    const api = await ganttApi()
    await api.seed({ a: { start: '2026-03-02', duration: 1, details: 'x'.repeat(40_000) } })

    const problem = await api.refuses(
      [422, 'gantt.export_too_large'],
      'GET',
      '/schedule/export?format=xlsx',
    )

    assert.partialDeepStrictEqual(problem, { row: 2, column: 'Notes' })
    assert.match((await exported(api, 'csv')).text, /x{40000}/)
  })
})

describe('the plan as a calendar', () => {
  it('has an event for each task that is no summary, by the day or by the hour as it stands', async () => {
    const { text, type } = await exported(await film(), 'ical')

    assert.equal(type, 'text/calendar; charset=utf-8')
    const shown = text
      .replaceAll(/^UID:(\d+)-[0-9a-f]{32}@triptych/gm, 'UID:$1')
      .replaceAll(/^DTSTAMP:\d{8}T\d{6}Z/gm, 'DTSTAMP')
    assert.equal(
      shown,
      [
        'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Triptych//Plan//EN\r\nCALSCALE:GREGORIAN\r\n',
        event(
          'UID:2',
          'DTSTAMP',
          'DTSTART;VALUE=DATE:20260302',
          'DTEND;VALUE=DATE:20260305',
          'SUMMARY:a',
          'DESCRIPTION:Two\\nlines',
        ),
        event('UID:3', 'DTSTAMP', 'DTSTART:20260305T090000', 'DTEND:20260305T113000', 'SUMMARY:b'),
        event('UID:4', 'DTSTAMP', 'DTSTART;VALUE=DATE:20260310', 'SUMMARY:m'),
        'END:VCALENDAR\r\n',
      ].join(''),
    )
  })

  it('has summaries where they are asked for, and never what has no place in time', async () => {
    const api = await film()
    await api.seed({ later: { unscheduled: true } })

    const { text } = await exported(api, 'ical&summaries=true')

    const names = [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, name]) => name)
    assert.deepEqual(names, ['Shoot', 'a', 'b', 'm'])
  })

  it('calls a task the same each time, and as no other plan calls one', async () => {
    const [api, other] = [await film(), await film()]

    assert.deepEqual(await uids(api), await uids(api))
    assert.notDeepEqual(await uids(api), await uids(other))
  })
})
