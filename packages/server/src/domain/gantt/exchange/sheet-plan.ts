import type { Schedule } from '@triptych/contract/schedule'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import { keysBetween } from '../../order-key.ts'
import type { ImportSource } from '../../tables/import/open-records.ts'
import { writeEntity } from '../change-entity.ts'
import { resourceKind } from '../change-resources.ts'
import { planCalendars } from '../plan-calendars.ts'
import { scheduleOf } from '../plan-settings.ts'
import type { Seen } from '../seen-plan.ts'
import { isFieldName } from '../task-input.ts'
import { newIds, today } from './begin-import.ts'
import { breakCircles, circleWarning, lostLinkWarning } from './imported-plan.ts'
import type { BegunPlan, ImportedLink, ImportedPlan, LinkSaid, Warn } from './imported-plan.ts'
import type { Predecessor } from './list-texts.ts'
import { badCell, readSheet } from './read-sheet.ts'
import type { SheetFormat } from './read-sheet.ts'
import { columnName } from './sheet-columns.ts'
import type { SheetColumn } from './sheet-columns.ts'
import { readSheetTask } from './sheet-task.ts'
import type { PlacedRow, SheetTask } from './sheet-task.ts'
import { sheetValues, typeOfRow } from './sheet-values.ts'

/** Reads a plan as a table, with the names of the columns first. */
export async function readSheetPlan(
  source: ImportSource,
  format: SheetFormat,
  warn: Warn,
  progress: (done: number) => void = () => {},
): Promise<ImportedPlan> {
  const rows: PlacedRow[] = []
  const has = { level: false, wbs: false, constraint: false }
  const named = (fields: readonly string[]) => {
    for (const name of fields.filter((one) => !isFieldName(one))) {
      warn({ uid: null, element: name, why: 'Tasks have no field of this name; it is left aside.' })
    }
  }
  for await (const row of readSheet(source, format, named)) {
    for (const column of ['level', 'wbs', 'constraint'] as const) has[column] = row.has(column)
    rows.push({ ...readSheetTask(row), parent: -1, children: [] })
    if (rows.length % 1000 === 0) progress(rows.length)
  }
  const top = has.level ? placedByLevel(rows) : placedByWbs(rows)
  const links = linksOf(rows, warn)
  return {
    tasks: rows,
    top,
    links,
    begin: (ctx, stores) =>
      begin(ctx, stores, { rows, links, hasConstraints: has.constraint, warn }),
  }
}

function put(rows: PlacedRow[], top: number[], place: number, parent: number): void {
  rows[place]!.parent = parent
  const siblings = parent < 0 ? top : rows[parent]!.children
  siblings.push(place)
}

function placedByLevel(rows: PlacedRow[]): number[] {
  const top: number[] = []
  const above: { level: number; place: number }[] = []
  for (const [place, { level: said }] of rows.entries()) {
    const level = said ?? 1
    while ((above.at(-1)?.level ?? 0) >= level) above.pop()
    put(rows, top, place, above.at(-1)?.place ?? -1)
    above.push({ level, place })
  }
  return top
}

/** What has no number, or where there are none at all, stands at the top. */
function placedByWbs(rows: PlacedRow[]): number[] {
  const top: number[] = []
  const byNumber = new Map<string, number>()
  for (const [place, { wbs, line }] of rows.entries()) {
    const bad = (what: string) => badCell(line, columnName('wbs'), what)
    if (wbs === '') {
      put(rows, top, place, -1)
      continue
    }
    if (byNumber.has(wbs)) throw bad(`${wbs} is that of two rows`)
    byNumber.set(wbs, place)
    const above = wbs.slice(0, Math.max(0, wbs.lastIndexOf('.')))
    const parent = above === '' ? -1 : byNumber.get(above)
    if (parent === undefined) throw bad(`no row above it is ${above}`)
    put(rows, top, place, parent)
  }
  return top
}

interface SheetLink extends ImportedLink {
  said: Predecessor
}

/** Rows are called by their numbers; where a file has none, by their order. */
function linksOf(rows: readonly PlacedRow[], warn: Warn): SheetLink[] {
  const byId = new Map<number, number>()
  const hasIds = rows.some(({ id }) => id !== null)
  for (const [place, { id, line }] of rows.entries()) {
    const number = hasIds ? id : place + 1
    if (number === null) continue
    if (byId.has(number)) throw badCell(line, columnName('id'), `${number} is that of two rows`)
    byId.set(number, place)
  }
  const links: SheetLink[] = []
  const pairs = new Set<string>()
  for (const [target, { predecessors, line }] of rows.entries()) {
    for (const said of predecessors) {
      const source = byId.get(said.row)
      const column = columnName('predecessors')
      if (source === undefined) throw badCell(line, column, `there is no row ${said.row}`)
      const pair = `${source} ${target} ${said.type}`
      if (source === target || pairs.has(pair)) {
        warn(warningOf(rows[target]!, 'predecessors', lostLinkWarning))
        continue
      }
      pairs.add(pair)
      links.push({ source, target, isActive: true, said })
    }
  }
  breakCircles(rows, links, ({ target }) => {
    warn(warningOf(rows[target]!, 'predecessors', circleWarning))
  })
  return links
}

function warningOf({ line }: SheetTask, column: SheetColumn, why: string) {
  return { uid: null, row: line, element: columnName(column), why }
}

interface Waiting {
  rows: readonly PlacedRow[]
  links: readonly SheetLink[]
  /** Whether the file has a column of them. */
  hasConstraints: boolean
  warn: Warn
}

/** A table says nothing of calendars and settings, and names resources: those that are there stay. */
async function begin(
  ctx: Context,
  stores: Seen<Stores>,
  { rows, links, hasConstraints, warn }: Waiting,
): Promise<BegunPlan> {
  const { gantt } = stores
  const schedule: Schedule = await scheduleOf(gantt)
  const stored = await gantt.allCalendars()
  const calendarIds = new Map(stored.toReversed().map(({ id, fields }) => [fields['name'], id]))
  for (const row of rows) {
    if (row.calendar !== null && !calendarIds.has(row.calendar)) {
      warn(warningOf(row, 'calendar', 'There is no calendar of this name.'))
    }
  }
  const people = await addPeople(ctx, stores, rows)
  const valuesOf = sheetValues(rows, {
    schedule,
    calendars: planCalendars(schedule, stored),
    calendarOf: (name) => calendarIds.get(name) ?? null,
    start: schedule.start ?? today(ctx),
    hasConstraints,
  })
  return {
    resources: people.added,
    calendars: 0,
    task: valuesOf,
    link: (index) => linkSaid(links[index]!.said),
    works: worksOf(rows, people.idOf, warn),
    taskXml: () => null,
    baselinesOf: () => [],
    linkXml: () => null,
    otherElements: () => [],
  }
}

function linkSaid({ type, lag }: Predecessor): LinkSaid {
  if (lag === null) return { type, lag: null, fields: {} }
  const { value, unit } = lag
  return { type, lag: value, fields: unit === 'd' ? {} : { lagUnit: unit } }
}

interface People {
  added: number
  idOf: (name: string) => number
}

async function addPeople(
  ctx: Context,
  stores: Seen<Stores>,
  rows: readonly PlacedRow[],
): Promise<People> {
  const { gantt } = stores
  const known = new Map<unknown, number>()
  for (const { id, fields } of (await gantt.allResources()).toReversed()) {
    known.set(fields['name'], id)
  }
  const names = new Set(rows.flatMap(({ people }) => people.map(({ name }) => name)))
  const added = [...names].filter((name) => !known.has(name))
  const ids = await newIds(gantt, 'resource', added.length)
  const places = keysBetween(await gantt.lastResourcePlace(0), null, Math.max(1, added.length))
  for (const [at, name] of added.entries()) {
    const after = { id: ids(at), parent: 0, place: places[at]!, fields: { name }, version: 0 }
    await writeEntity(ctx, stores, resourceKind, { before: null, after })
    known.set(name, after.id)
  }
  return { added: added.length, idOf: (name) => known.get(name)! }
}

function worksOf(
  rows: readonly PlacedRow[],
  idOf: People['idOf'],
  warn: Warn,
): BegunPlan['works'][number][] {
  return rows.flatMap((row, task) => {
    const ids = new Set<number>()
    return row.people.flatMap(({ name, units }) => {
      const resource = idOf(name)
      const why =
        typeOfRow(row) === 'summary'
          ? 'A summary has no resources of its own.'
          : ids.has(resource) && 'Somebody is there twice.'
      if (why) {
        warn(warningOf(row, 'resources', why))
        return []
      }
      ids.add(resource)
      return [{ task, resource, units, fields: {}, xml: null }]
    })
  })
}
