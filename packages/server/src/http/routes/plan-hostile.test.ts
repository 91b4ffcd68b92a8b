import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCode } from '@triptych/contract/errors'
import type { PlanImported } from '@triptych/contract/plan-exchange'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'
import { mspdiSample } from '../../../test/fixtures/mspdi-sample.ts'
import { bookOf, zipOf } from '../../../test/fixtures/xlsx-samples.ts'

const xmlType = { 'content-type': 'application/xml' }
const csvType = { 'content-type': 'text/csv' }
const xlsxType = {
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const path = '/schedule/import?mode=replace'

const head = '<Project xmlns="http://schemas.microsoft.com/project">'
const tasks = (...list: string[]) => `${head}<Tasks>${list.join('')}</Tasks></Project>`
const task = (uid: number | string, more = '') => `<Task><UID>${uid}</UID>${more}</Task>`
const level = (uid: number, depth: number) => task(uid, `<OutlineLevel>${depth}</OutlineLevel>`)
const at = (uid: number, start: string, more = '') =>
  task(uid, `<Start>${start}</Start><Duration>PT80H0M0S</Duration>${more}`)
const after = (uid: number, more = '') =>
  `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID>${more}</PredecessorLink>`
const calendar = (uid: number, base: number) =>
  `<Calendar><UID>${uid}</UID><BaseCalendarUID>${base}</BaseCalendarUID></Calendar>`

/** Every day of eight years. */
const daily = (uid: number) =>
  `<Calendar><UID>${uid}</UID><Exceptions><Exception><EnteredByOccurrences>0</EnteredByOccurrences>
    <TimePeriod><FromDate>2026-01-01T00:00:00</FromDate><ToDate>2033-12-31T00:00:00</ToDate></TimePeriod>
    <Type>6</Type><Period>1</Period><DaysOfWeek>127</DaysOfWeek><DayWorking>0</DayWorking></Exception></Exceptions></Calendar>`

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`

/** A plan that schedules itself, with something in it that could be lost. */
async function begun(): Promise<GanttApi> {
  const api = await ganttApi()
  await api.done('PUT', '/schedule', { mode: 'auto', start: '2026-03-02T00:00:00' })
  const { a, b } = await api.seed({ a: { duration: 2 }, b: { duration: 1 } })
  await api.link(a, b)
  return api
}

const laughs = Array.from(
  { length: 10 },
  (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`,
).join('')

describe('an import of XML is refused, and changes nothing', () => {
  for (const [what, xml, code] of [
    [
      'for entities that grow without end',
      `<!DOCTYPE Project [<!ENTITY l0 "ha">${laughs}]>${tasks(task(1, '<Name>&l10;</Name>'))}`,
    ],
    [
      'for an entity that is another file',
      `<!DOCTYPE Project [<!ENTITY f SYSTEM "file:///etc/passwd">]>${tasks(task(1, '<Name>&f;</Name>'))}`,
    ],
    ['for a document type elsewhere', `<!DOCTYPE Project SYSTEM "http://127.0.0.1:1/x">${tasks()}`],
    ['for a document type in lower case', `<!doctype Project>${tasks()}`],
    ['for a document type behind a comment', `<!-- a --><!DOCTYPE Project>${tasks()}`],
    ['for a million elements in each other', `${head}${'<a>'.repeat(1_000_000)}`],
    ['for an attribute without end', `${head}<a b="${'x'.repeat(3_000_000)}"/></Project>`, 'large'],
    ['for a tag without end', `${head}<a ${' '.repeat(3_000_000)}`, 'large'],
    ['for a comment without end', `${head}<!--${'x'.repeat(3_000_000)}`, 'large'],
    ['for a name without end', `${head}<${'x'.repeat(3_000_000)}`, 'large'],
    ['for a text without end', tasks(task(1, `<Name>${'x'.repeat(5_000_000)}`)), 'large'],
    [
      'for an item without end',
      tasks(task(1, '<Baseline><Number>1</Number></Baseline>'.repeat(150_000))),
      'large',
    ],
    ['for a second project behind the first', tasks() + tasks()],
    ['for something behind the project', `${tasks()}<a/>`],
    ['for text behind the project', `${tasks()}a`],
    ['for a project in a project', `${head}${tasks()}`],
    ['for two lists of tasks', `${head}<Tasks/><Tasks/></Project>`],
    ['for an element that is closed by another', `${head}<a><b></a></b></Project>`],
    ['for a name that is none', `${head}<1a/></Project>`],
    ['for an attribute without a value', `${head}<a b/></Project>`],
    ['for a character that XML does not have', `${head}<a>\u0001</a></Project>`],
    ['for half of a character', `${head}<a>&#xD83D;</a></Project>`],
    ['for a length that is negative', tasks(task(1, '<Duration>-PT8H0M0S</Duration>'))],
    ['for a length of centuries', tasks(task(1, '<Duration>PT999999999H0M0S</Duration>'))],
    ['for a length that is no number', tasks(task(1, '<Duration>PTNaNH0M0S</Duration>'))],
    ['for progress that is no number', tasks(task(1, '<PercentComplete>NaN</PercentComplete>'))],
    ['for progress without end', tasks(task(1, '<PercentComplete>1e99</PercentComplete>'))],
    ['for a level that is too deep', tasks(task(1, '<OutlineLevel>1001</OutlineLevel>'))],
    ['for a level that is no number', tasks(task(1, '<OutlineLevel>Infinity</OutlineLevel>'))],
    ['for a year before all', tasks(task(1, '<Start>0000-01-01T00:00:00</Start>'))],
    ['for a year behind all', tasks(task(1, '<Start>10000-01-01T00:00:00</Start>'))],
    ['for a year before zero', tasks(task(1, '<Start>-0001-01-01T00:00:00</Start>'))],
    ['for a number that is too large', tasks(task('99999999999'))],
    [
      'for calendars that go round in a circle behind a line of others',
      `${head}<Calendars>${calendar(1, 2)}${calendar(2, 3)}${calendar(3, 2)}</Calendars></Project>`,
    ],
    [
      'for days that come again in many calendars',
      `${head}<Calendars>${Array.from({ length: 40 }, (_, i) => daily(i + 1)).join('')}</Calendars></Project>`,
    ],
    [
      'for units of nobody that are none',
      `${head}<Assignments><Assignment><UID>3</UID><Units>x</Units></Assignment></Assignments></Project>`,
    ],
    [
      'for a resource that is there twice',
      `${head}<Resources>${'<Resource><UID>1</UID></Resource>'.repeat(2)}</Resources></Project>`,
    ],
    [
      'for hours that are none',
      `${head}<Calendars><Calendar><UID>1</UID><WeekDays><WeekDay><DayType>2</DayType><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>25:00:00</FromTime><ToTime>26:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay></WeekDays></Calendar></Calendars></Project>`,
    ],
  ] as [string, string, 'large'?][]) {
    it(what, async () => {
      const api = await begun()
      const expected: [number, ErrorCode] =
        code === 'large' ? [413, 'gantt.import_too_large'] : [400, 'gantt.bad_import']
      await api.refuses(expected, 'POST', path, xml, xmlType)
    })
  }

  for (const [what, bytes] of [
    ['Latin 1', Buffer.from(mspdiSample.replace('€', '\u00e4'), 'latin1')],
    ['UTF-16 without a mark', Buffer.from(mspdiSample, 'utf16le')],
    ['UTF-16 that ends in half a unit', Buffer.from(`\ufeff${mspdiSample}`, 'utf16le').subarray(1)],
    ['UTF-8 with half a character', Buffer.from(mspdiSample).fill(0xc3, 200, 201)],
    ['zeros', Buffer.alloc(100_000)],
    ['nothing', Buffer.alloc(0)],
    ['a workbook', Buffer.from('PK\u0003\u0004')],
  ] as const) {
    it(`for being ${what}`, async () => {
      const api = await begun()
      await api.refuses([400, 'gantt.bad_import'], 'POST', path, bytes, xmlType)
    })
  }
})

describe('an import of XML is taken', () => {
  it('in any encoding that says by a mark which it is', async () => {
    const marked = `\ufeff${mspdiSample}`
    for (const bytes of [
      Buffer.from(marked),
      Buffer.from(marked, 'utf16le'),
      Buffer.from(marked, 'utf16le').swap16(),
    ]) {
      const api = await begun()
      assert.equal((await api.done<PlanImported>('POST', path, bytes, xmlType)).tasks, 4)
      assert.equal(await api.outline(), 'Shoot(Scene <1> Scene 2) Wrap')
    }
  })

  it('with links that lead nowhere, to themselves, twice, or in circles, of which none moves anybody', async () => {
    const api = await begun()
    const xml = tasks(
      task(1, after(99) + after(1) + after(2)),
      task(2, after(1) + after(1)),
      task(3, after(2)),
    )
    const { warnings, links } = await api.done<PlanImported>('POST', path, xml, xmlType)

    assert.equal(links, 3)
    assert.deepEqual(
      warnings.map(({ uid }) => uid),
      [1, 1, 2, 1, 2],
    )
    const active = (await api.links()).filter(({ active: isActive }) => isActive !== false)
    assert.equal(active.length, 1)
    await api.done('GET', '/schedule/analysis')
  })

  it('with days that come again in as many calendars as a plan has room for, and then no more', async () => {
    const api = await begun()
    const calendars = Array.from({ length: 34 }, (_, i) => daily(i + 1)).join('')
    const xml = `${head}<Calendars>${calendars}</Calendars></Project>`
    await api.done('POST', path, xml, xmlType)
    await api.done('GET', '/schedule/analysis')

    const exception = { from: '2026-01-01', to: '2029-12-31', hours: [] }
    const repeat = { unit: 'day', every: 1 }
    const more = { name: 'more', exceptions: [{ ...exception, repeat }] }
    await api.refuses([422, 'gantt.bad_value'], 'POST', '/calendars', more)
    await api.done('POST', '/calendars', { name: 'more', exceptions: [exception] })
    await api.refuses(
      [400, 'gantt.bad_import'],
      'POST',
      '/schedule/import?mode=append',
      `${head}<Calendars>${daily(1)}</Calendars></Project>`,
      xmlType,
    )
  })

  it('with levels that leap, and a thousand of them', async () => {
    const api = await begun()
    await api.done('POST', path, tasks(level(1, 9), level(2, 3), level(3, 700)), xmlType)
    assert.deepEqual(
      (await api.tasks()).map(({ parent }) => parent > 0),
      [false, false, true],
    )
    const deep = Array.from({ length: 1000 }, (_, i) => level(i + 1, i + 1))
    const { tasks: count } = await api.done<PlanImported>('POST', path, tasks(...deep), xmlType)
    assert.equal(count, 1000)
    await api.done('GET', '/schedule/analysis')
    assert.equal((await api.call('GET', '/schedule/export')).status, 200)
  })

  it('from the first to the last year there is, and stays within them', async () => {
    const api = await begun()
    const far = '<LinkLag>48000000</LinkLag><LagFormat>7</LagFormat>'
    const xml = tasks(
      at(1, '0001-01-01T08:00:00'),
      at(2, '9999-12-31T08:00:00', after(1, far)),
      at(3, '1899-12-31T08:00:00', after(2, far.replace('>4', '>-4'))),
    )
    await api.done('POST', path, xml, xmlType)

    for (const { start, end } of await api.tasks()) {
      for (const date of [start, end ?? start])
        assert.match(date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    }
    const { json } = await api.call('GET', '/schedule/export')
    await api.done('POST', path, json, xmlType)
  })

  // Each of these would take hours if one more cost as much as all before it.
  it('with as many rows, links and works that mean nothing as it has room for', async () => {
    const api = await begun()
    const many = 150_000
    const nothing = [
      tasks(task(0).repeat(many)),
      tasks(task(1, '<PredecessorLink/>'.repeat(many / 2))),
      `${head}<Assignments>${'<Assignment/>'.repeat(many)}</Assignments></Project>`,
    ]
    for (const xml of nothing) {
      const { links, assignments } = await api.done<PlanImported>('POST', path, xml, xmlType)
      assert.deepEqual([links, assignments], [0, 0])
    }
  })
})

describe('an import of a table is refused, and changes nothing', () => {
  for (const [what, book, code] of [
    [
      'for rows that unpack to more than there may be',
      () => bookOf({ sheet: `${row('Name')}${' '.repeat(80_000_000)}` }),
      'large',
    ],
    [
      'for a document type in a sheet',
      () =>
        bookOf({
          sheet: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y "z">]><worksheet><sheetData>${row('Name')}</sheetData></worksheet>`,
        }),
    ],
    ['for having no sheet', () => zipOf(new Map([['a.txt', 'a']]))],
    [
      'for a sheet that is cut off',
      () => bookOf({ sheet: '<?xml version="1.0"?><worksheet><sheetData><row>' }),
    ],
    [
      'for a text that is not there',
      () =>
        bookOf({
          sheet: `${row('Name')}<row><c t="s"><v>99</v></c></row>`,
          strings: '<si><t>a</t></si>',
        }),
    ],
    [
      'for an error in place of a date',
      () =>
        bookOf({
          sheet: `${row('Name', 'Start')}<row><c t="inlineStr"><is><t>a</t></is></c><c t="e"><v>#REF!</v></c></row>`,
        }),
    ],
    [
      'for a predecessor that is none',
      () => bookOf({ sheet: row('Name', 'Predecessors') + row('a', '1FS+1FS') }),
    ],
  ] as [string, () => Promise<Buffer>, 'large'?][]) {
    it(what, async () => {
      const api = await begun()
      const expected: [number, ErrorCode] =
        code === 'large' ? [413, 'gantt.import_too_large'] : [400, 'gantt.bad_import']
      await api.refuses(expected, 'POST', path, await book(), xlsxType)
    })
  }

  it('for a cell of CSV without end, or more cells than there are columns', async () => {
    const api = await begun()
    const long = `Name\n"${'x'.repeat(3_000_000)}`
    await api.refuses([413, 'gantt.import_too_large'], 'POST', path, long, csvType)
    for (const csv of [`Name\n${','.repeat(10)}`, `Name,Predecessors\na,"${'1,'.repeat(50)}x"`]) {
      await api.refuses([400, 'gantt.bad_import'], 'POST', path, csv, csvType)
    }
  })
})

describe('the export of XML', () => {
  it('leaves out what no XML can have, so that it can be read again', async () => {
    const api = await begun()
    await api.seed({ 'a\u0002b\u001f\ufffec\t<&>': { details: '\u0001' } })
    const { json } = await api.call('GET', '/schedule/export')
    await api.done('POST', path, json, xmlType)

    assert.ok((await api.tasks()).some(({ text }) => text === 'abc\t<&>'))
  })
})

describe('formulas in a table', () => {
  it('are the values that were reckoned, and texts that look like them stay texts', async () => {
    const api = await begun()
    const sheet = `<row>${cell('Name')}${cell('Duration')}</row><row>${cell('=1+1')}<c><f>A1*3</f><v>3</v></c></row>`
    await api.done('POST', path, await bookOf({ sheet }), xlsxType)

    const [only] = await api.tasks()
    assert.deepEqual([only?.text, only?.['length']], ['=1+1', 3 * 480])
  })
})
