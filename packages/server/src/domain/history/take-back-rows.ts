import type { CellValue, Column, Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import type { Stores } from '../../ports/database.ts'
import type { RowImage } from '../../ports/table-images.ts'
import type { StoredRow, Values } from '../../ports/table-store.ts'
import { fittingValue, sameValue } from '../tables/cell-value.ts'
import { withFormulas } from '../tables/formula-cells.ts'
import { mayNot, tableNamed } from '../tables/find-table.ts'
import type { SeenTable } from '../tables/find-table.ts'
import { recordDeleted } from '../tables/many/delete-rows.ts'
import { recordCount } from '../tables/many/record-rows.ts'
import {
  refuseStagedClashes,
  rowsInParts,
  stagedRows,
  writeStaged,
} from '../tables/many/staged-rows.ts'
import type { StagedRow } from '../tables/many/staged-rows.ts'
import { renumberRows } from '../tables/place-row.ts'
import { columnNamed, completeRow } from '../tables/row-values.ts'
import { cellsToClear } from '../tables/schema/on-delete.ts'
import { byNamesNow, namesSince } from './names-since.ts'
import type { NamesSince } from './names-since.ts'
import { imagesOf } from './row-images.ts'
import { changedSince, gone } from './take-back.ts'
import type { Kept, TakeBack } from './take-back.ts'
import { unchangedSince } from './unchanged-since.ts'

type Keep = (kept: Kept) => void

/** Of rows that the log tells of together. */
export const takeBackRows: TakeBack = async (ctx, stores, entry, keep) => {
  authorise(ctx.principal, 'tables.write')
  const seen = await tableNamed(ctx, stores, entry.entity)
  if (!seen) throw gone(entry)
  if (!seen.isWritable && entry.operation !== 'rows-updated') throw mayNot()
  if (entry.operation === 'rows-moved') return placeBack(ctx, stores, seen, entry)
  if (entry.operation === 'rows-added') return removeAdded(ctx, stores, seen, entry, keep)
  if (entry.operation === 'rows-deleted') return bringBack(ctx, stores, seen, entry, keep)
  return changeBack(ctx, stores, seen, entry, keep)
}

/** Keys that were made anew left the order as it was; what comes back next to them has one of the old ones. */
async function placeBack(
  ctx: Context,
  stores: Stores,
  { whole }: SeenTable,
  { before, after }: StepEntry,
): Promise<void> {
  const was = before?.['$orders'] as Record<string, string> | undefined
  const is = after?.['$orders'] as Record<string, string> | undefined
  // Of an older version.
  if (!was || !is) return
  const rows = await stores.tables.rowsById(whole, Object.keys(was).map(Number), [])
  const same = rows.filter(({ id, order }) => order === is[id])
  if (same.length === 0) return
  await renumberRows(
    ctx,
    stores,
    whole,
    same.map(({ id }) => ({ id, order: was[id]! })),
  )
}

/** What somebody has changed since stays; where others have come to name rows, all of them do. */
async function removeAdded(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  entry: StepEntry,
  keep: Keep,
): Promise<void> {
  const { whole } = seen
  const { same, changed } = await unchangedSince(ctx, stores, whole, entry)
  for (const id of changed) keep({ entity: `${whole.name}/${id}`, field: 'id' })
  if (same.length === 0) return
  if ((await cellsToClear(stores.tables, seen, same)).length > 0) throw changedSince(entry)
  const revision = await recordDeleted(ctx, stores, whole, same)
  await stores.tables.removeMany(whole, same, revision)
}

/** Under their ids, but for those that are there again. */
async function bringBack(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  entry: StepEntry,
  keep: Keep,
): Promise<void> {
  const { tables } = stores
  const { whole } = seen
  const names = await namesSince(ctx, stores, whole, entry.revision)
  const back = await stagedRows(stores, whole)
  for await (const page of imagesOf(tables, entry)) {
    const ids = page.map(({ id }) => id)
    const there = new Set((await tables.rowsById(whole, ids, [])).map(({ id }) => id))
    for (const id of there) keep({ entity: `${whole.name}/${id}`, field: 'id' })
    const missing = page.filter(({ id }) => !there.has(id))
    await back.add(
      missing.map(({ id, order, before }) => ({
        id,
        order: order ?? '',
        values: completeRow(whole, fitting(whole, writtenIn(whole, before, names))),
      })),
    )
  }
  if (back.count() === 0) return tables.unstage(back.staged)
  await refuseStagedClashes(stores, seen, back.staged)
  const revision = await recordCount(ctx, stores, whole, 'added', back.count())
  await tables.keepStaged(revision, back.staged, 0)
  await tables.merge(back.staged, whole, back.numbers(revision))
}

/** Cell by cell, where nobody has changed it since. */
async function changeBack(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  entry: StepEntry,
  keep: Keep,
): Promise<void> {
  const { whole } = seen
  const names = await namesSince(ctx, stores, whole, entry.revision)
  // Where all rows got the same values, these are one object for all of them.
  let last: { after: RowImage['after']; is: Values } | null = null
  await writeBack(ctx, stores, seen, entry, ({ id, before, after }, row) => {
    const keepField = (field: string) => keep({ entity: `${whole.name}/${id}`, field })
    if (last?.after !== after || last === null) last = { after, is: writtenIn(whole, after, names) }
    keepLost(names, after, keepField)
    const was = writtenIn(whole, before, names)
    return cellsBack(whole, { was, is: last.is }, row?.values ?? null, keepField)
  })
}

/** Which cells of a row, that may be gone, are to be what. */
type CellsBack = (image: RowImage, row: StoredRow | undefined) => Values | Promise<Values>

/** Writes cells of the rows that an entry has images of, as one change. */
export async function writeBack(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  entry: StepEntry,
  cellsOf: CellsBack,
): Promise<void> {
  const { tables } = stores
  const { whole } = seen
  const columns = new Set<string>()
  const back = await stagedRows(stores, whole)
  for await (const page of imagesOf(tables, entry)) {
    for await (const [images, rows] of rowsInParts(tables, whole, page)) {
      const changed: StagedRow[] = []
      for (const image of images) {
        const row = rows.get(image.id)
        const cells = await cellsOf(image, row)
        const names = Object.keys(cells)
        if (!row || names.length === 0) continue
        if (names.some((name) => seen.locked.has(name))) throw mayNot()
        for (const name of names) columns.add(name)
        changed.push({
          id: row.id,
          order: row.order,
          values: withFormulas(whole, { ...row.values, ...cells }),
        })
      }
      await back.add(changed)
    }
  }
  await writeStaged(ctx, stores, seen, back, [...columns])
}

/** Cells that are still what they were changed to, and take what they were. */
export function cellsBack(
  table: Table,
  { was, is }: { was: Values; is: Values },
  now: Values | null,
  keepField: (field: string) => void,
): Values {
  const cells: Values = {}
  const takes = fitting(table, was)
  for (const [field, value] of Object.entries(was)) {
    const current = now?.[field] ?? null
    if (now && sameValue(current, value)) continue
    const isFree = now && Object.hasOwn(takes, field) && sameValue(current, is[field] ?? null)
    if (isFree) cells[field] = value
    else keepField(field)
  }
  return cells
}

/** In a column that is gone there is nothing to take back, also where another one has its name now. */
export function keepLost(
  { gone }: NamesSince,
  written: StepEntry['after'],
  keepField: (field: string) => void,
): void {
  for (const name of Object.keys(written ?? {})) if (gone.has(name)) keepField(name)
}

/** Of columns that are still there, by the names of now; what is worked out is not written. */
export function writtenIn(table: Table, from: StepEntry['before'], names: NamesSince): Values {
  const now = byNamesNow(names, (from ?? {}) as Values)
  const written = table.columns.filter(
    ({ name, formula }) => formula === undefined && Object.hasOwn(now, name),
  )
  return Object.fromEntries(written.map(({ name }) => [name, now[name] ?? null]))
}

/** What columns still take: they may have got other types, options or rules. */
export function fitting(table: Table, from: Values): Values {
  return Object.fromEntries(
    Object.entries(from).filter(([name, value]) => isTaken(columnNamed(table, name)!, value)),
  )
}

function isTaken(column: Column, value: CellValue): boolean {
  if (value !== null && !isOfType(column.type, value)) return false
  try {
    fittingValue(column, value)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const kinds: Record<Column['type'], string> = {
  text: 'string',
  date: 'string',
  datetime: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  json: '',
}

function isOfType(type: Column['type'], value: CellValue): boolean {
  return kinds[type] === '' || typeof value === kinds[type]
}
