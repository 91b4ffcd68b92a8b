import { createHash } from 'node:crypto'
import { formulasOf } from '@triptych/contract/formula/formula-columns'
import type { Access } from '@triptych/contract/rules'
import type { Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { TableReader, TableState, Values } from '../../ports/table-store.ts'
import { accessDown, reachOf } from '../rules/reach.ts'
import type { Reach } from '../rules/reach.ts'

/** What somebody sees of a table, and what they may write. */
export interface Sight {
  /**
   * Without what is hidden from them: the columns and the indexes with them, and to which table a column leads that is
   * hidden itself. The same object as long as the definition and the rules are the same. All that is read for them is
   * asked of this one.
   */
  table: Table
  /** As it is kept, the same object where they see all of it. All that is written goes by this one. */
  whole: Table
  /** Whether rows may be added, moved and deleted, and views saved. */
  isWritable: boolean
  /** The columns that they may not write: those they do not see, and those they only read. */
  locked: ReadonlySet<string>
}

export interface SeenTable extends TableState, Sight {
  /** `null`: nothing is kept from them. */
  reach: Reach | null
  /** The account that asks; `null` where there are none. */
  asker: string | null
}

type Asking = Pick<Context, 'principal' | 'workspace'>
type Reading = Pick<ReadStores, 'tables' | 'rules'>

const nothing: ReadonlySet<string> = new Set()

/** As whoever is bound by no rules sees it. */
export function wholeSight(table: Table): Sight {
  return { table, whole: table, isWritable: true, locked: nothing }
}

/** The only way to a table by a name that somebody has sent: one that is hidden is not there. */
export async function findTable(ctx: Asking, stores: Reading, name: string): Promise<SeenTable> {
  const found = await tableNamed(ctx, stores, name)
  if (!found) throw new AppError('tables.not_found', 'There is no such table.')
  return found
}

/** `null` when there is none for them. */
export async function tableNamed(
  ctx: Asking,
  stores: Reading,
  name: string,
): Promise<SeenTable | null> {
  const found = await stores.tables.find(name)
  if (!found) return null
  const reach = await reachOf(ctx, stores)
  const sight = sightOf(found.table, reach)
  return sight && { ...found, ...sight, reach, asker: ctx.principal.id }
}

/** To add, move or delete rows, or to save views. */
export async function findWritable(ctx: Asking, stores: Reading, name: string): Promise<SeenTable> {
  const seen = await findTable(ctx, stores, name)
  if (!seen.isWritable) throw mayNot()
  return seen
}

/** To change what the table is, one must have all of it. */
export async function findDefinable(
  ctx: Asking,
  stores: Reading,
  name: string,
): Promise<SeenTable> {
  const seen = await findWritable(ctx, stores, name)
  if (seen.locked.size > 0) throw mayNot()
  return seen
}

/** All that they see, oldest first. */
export async function allSeen(ctx: Asking, stores: Reading): Promise<Table[]> {
  const reach = await reachOf(ctx, stores)
  return seenOf(await stores.tables.all(), reach)
}

export function seenOf(tables: Table[], reach: Reach | null): Table[] {
  return reach ? tables.flatMap((table) => sightOf(table, reach)?.table ?? []) : tables
}

/** A table that another one names; whether they see it does not matter. */
export async function referredTable(tables: TableReader, name: string): Promise<Table> {
  const found = await tables.find(name)
  if (!found) throw new Error(`${name} is referred to and is not there`)
  return found.table
}

/** New tables are among all tables, and who may not write those makes none. */
export async function refuseMaking(ctx: Asking, stores: Pick<Reading, 'rules'>): Promise<void> {
  const reach = await reachOf(ctx, stores)
  if (reach && accessDown([reach.tables.get('*')]) !== 'write') throw mayNot()
}

/** A rule forbids it. What it is about stays untold: it may be hidden. */
export function mayNot(): AppError {
  return new AppError('forbidden', 'You may not change this.')
}

/** Where not even a single column may be written. */
export function refuseReadOnly({ isWritable, whole, locked }: Sight): void {
  if (!isWritable && locked.size === whole.columns.length) throw mayNot()
}

/** `written` are cells as they are to be, which were something else. */
export function refuseLocked({ locked }: Sight, written: Values): void {
  if (locked.size > 0 && Object.keys(written).some((name) => locked.has(name))) throw mayNot()
}

/** Those of these columns that they see. */
export function toldColumns({ table, whole }: Sight, names: readonly string[]): readonly string[] {
  if (table === whole) return names
  const seen = new Set(['id', ...table.columns.map(({ name }) => name)])
  return names.filter((name) => seen.has(name))
}

/** Tells lists apart that were made of the same rows for people who see other columns of them. */
export function versionOf({ table, whole, revision }: SeenTable): number | string {
  if (table === whole) return revision
  const names = JSON.stringify(table.columns.map(({ name }) => name))
  const mark = createHash('sha256').update(names).digest('base64url').slice(0, 12)
  return `${revision}-${mark}`
}

type Sights = WeakMap<Table, { sight: Sight | null }>

const noSights = (): Sights => new WeakMap()

/** `null`: they do not see it. */
export function sightOf(table: Table, reach: Reach | null): Sight | null {
  if (!reach) return wholeSight(table)
  const known = reach.memo(noSights)
  const found = known.get(table) ?? { sight: lookAt(table, reach) }
  known.set(table, found)
  return found.sight
}

function lookAt(whole: Table, reach: Reach): Sight | null {
  const access = accessTo(reach, whole.name)
  if (access === 'none') return null
  const locked = new Set<string>()
  const hidden = hiddenColumns(whole, reach)
  const columns = whole.columns.flatMap((column) => {
    const own = hidden.has(column.name) ? 'none' : accessTo(reach, whole.name, column.name)
    // Whoever could write ids there would learn which rows the other table has.
    const leadsAway = column.reference && accessTo(reach, column.reference.table) === 'none'
    if (own !== 'write' || leadsAway) locked.add(column.name)
    if (own === 'none') return []
    return [leadsAway ? { ...column, reference: null } : column]
  })
  const names = new Set(columns.map(({ name }) => name))
  const indexes = whole.indexes.filter((index) => index.columns.every((name) => names.has(name)))
  const isAll =
    columns.length === whole.columns.length &&
    columns.every((column, at) => column === whole.columns[at])
  const table = isAll ? whole : { ...whole, columns, indexes }
  return { table, whole, isWritable: access === 'write', locked }
}

/** What is worked out from what is hidden is hidden, too: it would tell of it. */
export function hiddenColumns({ name: table, columns }: Table, reach: Reach): ReadonlySet<string> {
  const hidden = new Set(
    columns.map(({ name }) => name).filter((name) => accessTo(reach, table, name) === 'none'),
  )
  if (hidden.size === 0) return hidden
  for (const { name, reads } of formulasOf(columns)) {
    if ([...reads].some((one) => hidden.has(one))) hidden.add(name)
  }
  return hidden
}

function accessTo({ tables, columns }: Reach, table: string, column?: string): Access {
  const standing = [tables.get('*'), tables.get(table)]
  if (column !== undefined) standing.push(columns.get(table)?.get(column))
  return accessDown(standing)
}
