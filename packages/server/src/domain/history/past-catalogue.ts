import type { KeptView, TableStep } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import type { LaterEntry } from '../../ports/change-log.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { StoredRule } from '../../ports/rules.ts'
import { droppedName, keptView } from '../../ports/table-changes.ts'
import { namesBefore, optionNamesIn, viewByNewNames } from '../tables/schema/option-names.ts'
import type { OptionNames } from '../tables/schema/option-names.ts'
import { renamedInView } from '../tables/schema/view-columns.ts'
import { changedLater } from './moment.ts'
import { originsIn, tableAt } from './past-table.ts'
import type { PastTable } from './past-table.ts'
import { notKept } from './take-back.ts'

/** A table that was there, by the name and the columns it had. */
export interface CataloguedTable {
  table: Table
  views: readonly KeptView[]
  nextId: number
  /** Where its rows are now. */
  now: Table
  /** What it is called now, or was when it was deleted: rules name it so. */
  nameNow: string
  past: PastTable
  /** Those that went with it. */
  rules: readonly StoredRule[]
}

/** A table on its way back to what it was. */
interface Traced {
  /** Among all: those that are there come first, the oldest of them in front. */
  place: number
  table: Table
  views: KeptView[]
  nextId: number
  now: Table
  rules: readonly StoredRule[]
  /** When it was deleted; `null`: it is there. */
  deleted: { name: string; before: number } | null
}

type Reading = Pick<ReadStores, 'tables' | 'changes'>

/** All tables that were there right after a revision, also those that were deleted since. */
export async function catalogueAt(stores: Reading, revision: number): Promise<CataloguedTable[]> {
  const named = await catalogueNow(stores)
  /** Those that were brought back, by when they had been deleted. */
  const again = new Map<number, Traced>()
  for await (const page of changedLater(stores, { area: 'tables' }, revision)) {
    for (const entry of page) await goBack(stores, named, again, entry)
  }
  const found: CataloguedTable[] = []
  const traces = [...named.values()].toSorted((one, other) => one.place - other.place)
  for (const { deleted, place: _place, ...traced } of traces) {
    const past = await tableAt(stores, traced.now, revision, deleted)
    found.push({ ...traced, nameNow: deleted?.name ?? traced.now.name, past })
  }
  return found
}

async function catalogueNow({ tables }: Reading): Promise<Map<string, Traced>> {
  const named = new Map<string, Traced>()
  for (const table of await tables.all()) {
    const views = await tables.views(table)
    const nextId = (await tables.find(table.name))?.nextId ?? 1
    const place = named.size
    named.set(table.name, { place, table, views, nextId, now: table, rules: [], deleted: null })
  }
  return named
}

/** To how it was before an entry; all later ones are gone back behind already. */
async function goBack(
  { tables }: Reading,
  named: Map<string, Traced>,
  again: Map<number, Traced>,
  entry: LaterEntry,
): Promise<void> {
  const { operation, entity, revision } = entry
  if (operation === 'table-created') {
    const dropped = entry.after?.['$dropped']
    if (typeof dropped === 'number') again.set(dropped, named.get(entity)!)
    named.delete(entity)
  } else if (operation === 'table-deleted') {
    named.set(entity, again.get(revision) ?? (await outOfSight(tables, entry)))
  } else if (operation === 'table-changed') {
    goBackTable(named, entry)
  } else if (operation.startsWith('view-')) {
    goBackView(named, entry)
  }
}

async function outOfSight(tables: ReadStores['tables'], entry: LaterEntry): Promise<Traced> {
  const { entity: name, revision } = entry
  const dropped = await tables.dropped(revision)
  if (!dropped) throw notKept(entry)
  const now = { ...dropped.table, name: droppedName(revision) }
  return { ...dropped, place: Number.MAX_SAFE_INTEGER, now, deleted: { name, before: revision } }
}

function goBackTable(named: Map<string, Traced>, { entity, before, after }: LaterEntry): void {
  const was = before as unknown as Table
  const { $changes, columns } = after as unknown as Table & { $changes: TableStep[] }
  const names = new Map<string, string>()
  for (const [name, origin] of originsIn(was, $changes))
    if (origin !== null) names.set(name, origin)
  const traced = named.get(entity)!
  traced.table = was
  const options = new Map<string, OptionNames>()
  for (const [name, of] of optionNamesIn($changes)) {
    const origin = was.columns.find((column) => column.name === names.get(name))
    const is = columns.find((column) => column.name === name)
    if (origin && is) options.set(name, namesBefore(of, origin, is))
  }
  traced.views = traced.views.map((view) =>
    renamedInView(viewByNewNames(view, columns, options), names),
  )
  if (was.name === entity) return
  named.delete(entity)
  named.set(was.name, traced)
  // Others that refer to it were changed with it, of which the log says nothing.
  for (const other of named.values()) {
    if (other !== traced) other.table = withReference(other.table, entity, was.name)
  }
}

function withReference(table: Table, from: string, to: string): Table {
  const columns = table.columns.map((column) =>
    column.reference?.table === from
      ? { ...column, reference: { ...column.reference, table: to } }
      : column,
  )
  return { ...table, columns }
}

function goBackView(named: Map<string, Traced>, { entity, before }: LaterEntry): void {
  const [name = '', , ...rest] = entity.split('/')
  const traced = named.get(name)!
  const views = traced.views.filter((view) => view.name !== rest.join('/'))
  traced.views = before ? [...views, keptView(before)] : views
}
