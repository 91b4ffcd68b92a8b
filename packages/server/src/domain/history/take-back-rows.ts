import type { CellValue, Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import type { Stores } from '../../ports/database.ts'
import type { RowImage } from '../../ports/table-images.ts'
import type { StagedClash } from '../../ports/table-import.ts'
import type { StoredRow, TableReader, Values } from '../../ports/table-store.ts'
import { sameValue } from '../tables/cell-value.ts'
import { withFormulas } from '../tables/formula-cells.ts'
import { mayNot, tableNamed } from '../tables/find-table.ts'
import type { SeenTable } from '../tables/find-table.ts'
import { recordDeleted } from '../tables/many/delete-rows.ts'
import { recordCount } from '../tables/many/record-rows.ts'
import { renumberRows } from '../tables/place-row.ts'
import { notUnique } from '../tables/refuse-duplicates.ts'
import { columnNamed, completeRow } from '../tables/row-values.ts'
import { cellsToClear } from '../tables/schema/on-delete.ts'
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
  const { same, changed } = await unchangedSince(stores, whole, entry)
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
        values: completeRow(whole, fitting(whole, before)),
      })),
    )
  }
  if (back.count() === 0) return tables.unstage(back.staged)
  await refuseClashes(stores, seen, back.staged)
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
  await writeBack(ctx, stores, seen, entry, (image, row) => cellsBack(seen.whole, image, row, keep))
}

/** Which cells of a row, that may be gone, are to be what. */
export type CellsBack = (image: RowImage, row: StoredRow | undefined) => Values | Promise<Values>

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
    for await (const [images, rows] of withRows(tables, whole, page)) {
      const changed: BackRow[] = []
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
  if (back.count() === 0) return tables.unstage(back.staged)
  const revision = await recordCount(ctx, stores, whole, 'updated', back.count())
  await tables.keepReplaced(revision, whole, back.staged, [...columns])
  // All of them go first, so that none is in the way of another.
  await tables.removeMany(whole, back.ids(), revision)
  await refuseClashes(stores, seen, back.staged)
  await tables.merge(back.staged, whole, back.numbers(revision))
}

function cellsBack(
  table: Table,
  { id, before, after }: RowImage,
  row: StoredRow | undefined,
  keep: Keep,
): Values {
  const cells: Values = {}
  for (const [field, value] of Object.entries(fitting(table, before))) {
    const current = row?.values[field] ?? null
    if (row && sameValue(current, value)) continue
    if (!row || !sameValue(current, after?.[field] ?? null)) {
      keep({ entity: `${table.name}/${id}`, field })
      continue
    }
    cells[field] = value
  }
  return cells
}

/** Of columns that are still there, and still take it; what is worked out takes nothing. */
function fitting(table: Table, from: Values | null): Values {
  const values: Values = {}
  for (const [name, value] of Object.entries(from ?? {})) {
    const column = columnNamed(table, name)
    const isWritten = column && column.formula === undefined
    if (isWritten && isOfType(column.type, value)) values[name] = value
  }
  return values
}

const kinds: Record<Table['columns'][number]['type'], string> = {
  text: 'string',
  date: 'string',
  datetime: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  json: '',
}

function isOfType(type: keyof typeof kinds, value: CellValue): boolean {
  return value === null || kinds[type] === '' || typeof value === kinds[type]
}

type BackRow = Omit<StoredRow, 'version'>

/** Rows on their way back, out of sight. */
async function stagedRows({ tables }: Stores, table: Table) {
  const staged = await tables.stage(table, false)
  const ids: number[] = []
  let widest = 0
  return {
    staged,
    async add(rows: readonly BackRow[]): Promise<void> {
      if (rows.length === 0) return
      const made = rows.map(({ id, order, values }, at) => ({
        id,
        order,
        // They are told apart by it.
        line: ids.length + at,
        values: table.columns.map(({ name }) => values[name] ?? null),
      }))
      for (const { id } of rows) ids.push(id)
      widest = Math.max(widest, await tables.addStaged(staged, made))
    },
    count: () => ids.length,
    ids: () => ids,
    numbers: (revision: number) => ({ idOffset: 0, orderPrefix: '', revision, widest }),
  }
}

async function refuseClashes({ tables }: Stores, seen: SeenTable, staged: Table): Promise<void> {
  const { first } = await tables.dropClashes(staged, seen.whole, 0, 1)
  const [clash] = first
  if (clash) throw refusalOf(seen, clash)
}

function refusalOf(seen: SeenTable, { columns, kind }: StagedClash): AppError {
  if (kind !== 'missing') return notUnique(seen, 'Another row has', columns)
  const [column] = columns
  if (!columnNamed(seen.table, column ?? '')) return mayNot()
  const message = `${column} names a row that does not exist.`
  return new AppError('tables.no_such_reference', message, { column })
}

/** What rows may hold of text to be read at once. */
const rowBytes = 8 * 1024 * 1024

/** The rows of these images, so many at once as fit into memory. */
async function* withRows(
  tables: TableReader,
  table: Table,
  images: readonly RowImage[],
): AsyncGenerator<[readonly RowImage[], Map<number, StoredRow>]> {
  const ids = images.map(({ id }) => id)
  if (images.length > 1 && (await tables.bytesOf(table, ids)) > rowBytes) {
    const half = Math.ceil(images.length / 2)
    yield* withRows(tables, table, images.slice(0, half))
    yield* withRows(tables, table, images.slice(half))
    return
  }
  yield [images, new Map((await tables.rowsById(table, ids)).map((row) => [row.id, row]))]
}
