import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCode, Problem } from '@triptych/contract/errors'
import type { Preview } from '@triptych/contract/schedule'
import { ganttApi } from '../fixtures/gantt-api.ts'
import type { GanttApi } from '../fixtures/gantt-api.ts'
import { mspdiSample } from '../fixtures/mspdi-sample.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { bookOf } from '../fixtures/xlsx-samples.ts'

const seed = chosenSeed()
const rounds = 20 * depth
const types = {
  xml: { 'content-type': 'application/xml' },
  csv: { 'content-type': 'text/csv' },
  xlsx: {
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
}
const refusals: ErrorCode[] = ['gantt.bad_import', 'gantt.import_too_large', 'gantt.cycle']

/** Values that somebody might try wherever a value stands. */
const values = `NaN Infinity -1 -0 0 1 7 1e308 1e-9 99999999999 9007199254740993 0x10 1,5 true
  PT-8H0M0S -PT8H0M0S PT999999999H0M0S P999999999D PT0H0M0S PT8H P PT
  0000-01-01T00:00:00 0001-01-01T00:00:00 1899-12-31T08:00:00 9999-12-31T23:59:59 10000-01-01T00:00:00
  2026-02-30T08:00:00 2026-03-29T02:30:00 2026-03-02T24:00:00 2026-03-02 2026-03-02T08:00:00+25:00 -2026-03-02T08:00:00
  __proto__ constructor =1+1 @SUM(A1) &#0; &#xD800; &#x1F600; &lt;Task&gt; &y; \u202e \ufffe
  1FS+99999999999d 1FS-5000000% 2ZZ 0 -3 1;;2 1FS+1FS 8SF-1emo 1.5 1.1.1.1.1 ${'9'.repeat(400)} ${'a'.repeat(2000)}`
  .split(/\s+/)
  .concat('', ' ', '\t\n', 'a\r\nb', '\u0000', '\ud800', ']]>', '<!--', '"', "'")

/** An element without others in it, with its text. */
const leaves = /<(\w+)>([^<>]*)<\/\1>/g
/** A whole item of a list. */
const items = /<(Task|Calendar|Resource|Assignment|PredecessorLink|Exception|WeekDay)>.*?<\/\1>/gs

type Damage = (random: SeededRandom, xml: string) => string

const damages: Record<string, Damage> = {
  'cut off': (random, xml) => xml.slice(0, random.between(0, xml.length - 12)),
  'without a part': (random, xml) => {
    const at = random.between(0, xml.length)
    return xml.slice(0, at) + xml.slice(at + random.between(1, 60))
  },
  'with something put in': (random, xml) => {
    const at = random.between(0, xml.length)
    return `${xml.slice(0, at)}${random.pick(values)}${xml.slice(at)}`
  },
  'with other values': (random, xml) => {
    let changed = xml
    for (let left = random.between(1, 4); left > 0; left--) {
      const leaf = random.pick([...changed.matchAll(leaves)])
      const value = `<${leaf[1]}>${random.pick(values)}</${leaf[1]}>`
      changed = put(changed, leaf, value)
    }
    return changed
  },
  'with values of others': (random, xml) => {
    const all = [...xml.matchAll(leaves)]
    const leaf = random.pick(all)
    return put(xml, leaf, `<${leaf[1]}>${random.pick(all)[2]}</${leaf[1]}>`)
  },
  'with numbers that point elsewhere': (random, xml) => {
    const pointers = /<(UID|\w+UID|OutlineLevel)>(-?\d+)<\/\1>/g
    let changed = xml
    for (let left = random.between(1, 5); left > 0; left--) {
      const one = random.pick([...changed.matchAll(pointers)])
      changed = put(changed, one, `<${one[1]}>${random.between(-1, 9)}</${one[1]}>`)
    }
    return changed
  },
  'with items twice, gone, or in each other': (random, xml) => {
    const all = [...xml.matchAll(items)]
    const [one, other] = [random.pick(all), random.pick(all)]
    const inner = one[0].replace(/<\/\w+>$/, (end) => `${other[0]}${end}`)
    return put(xml, one, random.pick(['', one[0] + one[0], inner, other[0], one[0] + other[0]]))
  },
  'with other elements': (random, xml) => {
    const leaf = random.pick([...xml.matchAll(leaves)])
    const name = random.pick([
      'x',
      'Task',
      'Project',
      'UID',
      'Start',
      `${leaf[1]}2`,
      'a:b',
      '1',
      '',
    ])
    return put(xml, leaf, `<${name}>${leaf[2]}</${name}>`)
  },
}

function put(xml: string, at: RegExpExecArray, text: string): string {
  return `${xml.slice(0, at.index)}${text}${xml.slice(at.index + at[0].length)}`
}

/** All of it, as one step that can be taken back, or nothing. Answers whether it was. */
async function assertTaken(
  api: GanttApi,
  format: keyof typeof types,
  body: string | Buffer,
  what: string,
  mode: string,
): Promise<boolean> {
  const before = await everything(api)

  const path = `/schedule/import?mode=${mode}`
  const { status, json } = await api.call('POST', path, body, types[format])

  const told = `${what}: ${status} ${JSON.stringify(json)}`
  if (status !== 200) {
    assert.ok(status >= 400 && status < 500, told)
    assert.ok(refusals.includes((json as Problem).code), told)
    assert.deepEqual(await everything(api), before, `${told} changed something`)
    return false
  }
  await assertSound(api, told)
  // What has no tasks may leave nothing to be taken back.
  if ((await api.head()) > before.revision) await api.done('POST', '/undo', {})
  const { revision: _now, ...now } = await everything(api)
  const { revision: _then, ...then } = before
  assert.deepEqual(now, then, `${told} was not taken back`)
  return true
}

async function everything(api: GanttApi) {
  return {
    ...(await api.planState()),
    calendars: await api.done('GET', '/calendars'),
    schedule: await api.done('GET', '/schedule'),
  }
}

/** What came in is a plan like any other: where a full pass puts it, can be looked at, and goes out and in again. */
async function assertSound(api: GanttApi, what: string): Promise<void> {
  const changes = [{ url: 'tasks', method: 'POST', data: { text: 'new', unscheduled: true } }]
  const { changed } = await api.done<Preview>('POST', '/schedule/preview', { changes })
  assert.equal(changed.length, 1, `${what} is not where it belongs: ${JSON.stringify(changed)}`)
  await api.done('GET', '/schedule/analysis')
  for (const format of ['csv', 'xlsx', 'ical']) {
    const { status, json } = await api.call('GET', `/schedule/export?format=${format}`)
    assert.equal(status, 200, `${what}: ${format} ${JSON.stringify(json)}`)
  }
  const { status, json: xml } = await api.call('GET', '/schedule/export')
  assert.equal(status, 200, `${what}: ${JSON.stringify(xml)}`)
  const again = await ganttApi()
  await again.done('POST', '/schedule/import?mode=replace', xml, types.xml)
  await again.triptych.close()
}

/** Reads all of the plan for each edit, so that what is stored is held against a full pass. */
async function begun(): Promise<GanttApi> {
  const api = await ganttApi({ planMemory: 0 })
  await api.done('PUT', '/schedule', { mode: 'auto', start: '2026-03-02T00:00:00' })
  const { a, b } = await api.seed({ a: { duration: 2 }, b: { duration: 1 } })
  await api.link(a, b)
  await api.done('POST', '/calendars', { week: { mon: [['08:00', '16:00']] } })
  return api
}

describe('a file of Microsoft Project is taken whole or leaves nothing', () => {
  for (const [place, [name, damage]] of Object.entries(damages).entries()) {
    it(`${name}, from ${seed + place}`, async (t) => {
      const random = seededRandom(seed + place)
      const api = await begun()
      let taken = 0
      for (let round = 0; round < rounds; round++) {
        const xml = damage(random, mspdiSample)
        const what = `${name}, seed ${seed + place}, round ${round}`
        const mode = random.pick(['replace', 'append'])
        if (await assertTaken(api, 'xml', xml, what, mode)) taken++
      }
      t.diagnostic(`${taken} of ${rounds} were taken`)
    })
  }

  it('cut off behind any mark of it', async () => {
    const api = await begun()
    const short = mspdiSample.replaceAll(/\s+/g, ' ').trim()
    const places = [...short.matchAll(/[<>/?"=&;]|\w\b/g)].map(({ index }) => index + 1)
    const last = places.pop()
    assert.equal(last, short.length)
    const head = await api.head()
    const some = places.filter((_, i) => i % Math.max(1, Math.round(16 / depth)) === 0)
    for (const place of some) {
      const cut = short.slice(0, place)
      const path = '/schedule/import?mode=replace'
      const { status, json } = await api.call('POST', path, cut, types.xml)
      assert.equal(status, 400, `${place}: ${JSON.stringify(json)}`)
      assert.equal((json as Problem).code, 'gantt.bad_import')
    }
    assert.equal(await api.head(), head)
  })
})

/** 2026-03-02 is a Monday. */
const names =
  'ID,WBS,Name,Type,Start,Finish,Duration,Progress,Predecessors,Constraint,Constraint date,Deadline,Mode,Priority,Calendar,Resources,Notes,Colour'
const film = [
  names,
  '1,1,Shoot,summary,2026-03-02,2026-03-06,5d,0,,,,,,,,,,',
  '2,1.1,Scene,task,2026-03-02,2026-03-04,3d,40,,SNET,2026-03-02,2026-03-06,auto,700,,Ann[50%]; Bob,note,red',
  '3,1.2,Next,task,2026-03-05,2026-03-06,2d,,2FS+0d,,,,manual,,,Bob,,5',
  '4,2,Wrap,milestone,2026-03-06,2026-03-06,0d,,1FF+50%,ASAP,,,,,,,,',
].map((line) => line.split(','))

/** Some cells are others, rows and columns come twice, go, or stand elsewhere. */
function otherTable(random: SeededRandom): string[][] {
  const table = film.map((row) => [...row])
  for (let left = random.between(1, 4); left > 0; left--) {
    const row = random.between(0, table.length - 1)
    const column = random.between(0, (table[row]?.length ?? 1) - 1)
    const kind = random.between(0, 9)
    if (kind < 5 && table[row]) table[row][column] = random.pick(values)
    else if (kind < 7 && table[row]) table[row][column] = random.pick(random.pick(film))
    else if (kind === 7) table.splice(row, 0, [...random.pick(table)])
    else if (kind === 8) for (const cells of table) cells.splice(column, 1)
    else if (table.length > 1) table.splice(row, 1)
  }
  return table
}

function csvOf(table: readonly string[][]): string {
  return table.map((row) => row.map(quoted).join(',')).join('\n')
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Cells of every kind, with formulas and errors among them. */
function sheetOf(random: SeededRandom, table: readonly string[][]): string {
  const cell = (text: string) => {
    const plain = text.replaceAll(/[&<>\p{Cc}\p{Cs}\ufffe]/gu, '')
    const kinds = [
      `<c t="str"><f>1+1</f><v>${plain}</v></c>`,
      `<c t="e"><v>#REF!</v></c>`,
      `<c><v>${plain}</v></c>`,
      `<c t="b"><v>${plain}</v></c>`,
      `<c t="s"><v>7</v></c>`,
      `<c r="ZZZZ9"><v>1</v></c>`,
      `<c t="d"><v>${plain}</v></c>`,
      `<c><f>A1</f></c>`,
      '<c/>',
    ]
    return random.next() < 0.03
      ? random.pick(kinds)
      : `<c t="inlineStr"><is><t xml:space="preserve">${plain}</t></is></c>`
  }
  return table.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
}

describe('a table is taken whole or leaves nothing', () => {
  it(`as CSV, from ${seed}`, async (t) => {
    const random = seededRandom(seed)
    const api = await begun()
    let taken = 0
    for (let round = 0; round < 2 * rounds; round++) {
      const whole = csvOf(otherTable(random))
      const csv = random.next() < 0.2 ? whole.slice(0, random.between(0, whole.length)) : whole
      const mode = random.pick(['replace', 'append'])
      if (await assertTaken(api, 'csv', csv, `seed ${seed}, round ${round}: ${csv}`, mode)) taken++
    }
    t.diagnostic(`${taken} of ${2 * rounds} were taken`)
  })

  it(`as a workbook, from ${seed}`, async (t) => {
    const random = seededRandom(seed)
    const api = await begun()
    let taken = 0
    for (let round = 0; round < rounds; round++) {
      const table = random.next() < 0.3 ? film : otherTable(random)
      const sheet = sheetOf(random, table)
      const book = await bookOf({ sheet, strings: '<si><t>a</t></si>' })
      if (random.next() < 0.3) book[random.between(0, book.length - 1)] = random.between(0, 255)
      const mode = random.pick(['replace', 'append'])
      const what = `seed ${seed}, round ${round}: ${sheet}`
      if (await assertTaken(api, 'xlsx', book, what, mode)) taken++
    }
    t.diagnostic(`${taken} of ${rounds} were taken`)
  })
})
