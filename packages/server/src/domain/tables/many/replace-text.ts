import { maxRowFailures, maxRowsChanged } from '@triptych/contract/many-rows'
import type { ReplaceText, TextReplaced } from '@triptych/contract/many-rows'
import type { CellValue, Column } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import { yielding } from '../../../concurrency/yielding.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Stores } from '../../../ports/database.ts'
import type { Condition } from '../../../ports/row-query.ts'
import type { TableReader, Values } from '../../../ports/table-store.ts'
import { sameValue, valueFromText } from '../cell-value.ts'
import { mayNot, refuseReadOnly } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { withFormulas } from '../formula-cells.ts'
import { badQuery } from '../query/bad-query.ts'
import { all, any, everything } from '../query/conditions.ts'
import { writableColumn } from '../row-values.ts'
import { askedFor, tooMany } from './asked-rows.ts'
import { foundAside, foundFirst } from './found-first.ts'
import type { Look } from './found-first.ts'
import { replaceRows } from './put-rows.ts'
import { areToldApart } from './record-rows.ts'
import { refuseClashes } from './refuse-clashes.ts'
import { isLookedThrough, replacing } from './replaced-text.ts'
import { rowsInParts, stagedRows, writeStaged } from './staged-rows.ts'
import type { StagedRow } from './staged-rows.ts'

/** Puts a text in place of another in the cells of all rows that pass a filter; all of them or none. */
export async function replaceText(
  ctx: Context,
  { table: name, dryRun, ...asked }: ReplaceText & { table: string },
): Promise<TextReplaced> {
  authorise(ctx.principal, 'tables.write')
  const look: Look<Found> = (tables, seen) => found(ctx, tables, seen, asked)
  const replaced = replacing(asked)
  if (dryRun) return (await foundAside(ctx, name, look)).told
  return foundFirst(ctx, name, look, async (stores, seen, { ids, columns, told }) => {
    if (told.bad > 0 && !asked.skipBad) throw doNotFit(told)
    await write(ctx, stores, seen, ids, (values) => newCells(columns, replaced, values, () => {}))
    return told
  })
}

type Asked = Omit<ReplaceText, 'dryRun'>
type Replaced = ReturnType<typeof replacing>

interface Found {
  ids: number[]
  columns: readonly Column[]
  told: TextReplaced
}

const rowsAtOnce = 5000

async function found(
  { budget }: Context,
  tables: TableReader,
  seen: SeenTable,
  asked: Asked,
): Promise<Found> {
  refuseReadOnly(seen)
  const { table } = seen
  const where = askedFor(table, asked)
  const columns = columnsFor(seen, asked.columns)
  const names = columns.map(({ name }) => name)
  const counts = new Map(names.map((name) => [name, 0]))
  const ids: number[] = []
  const failures: TextReplaced['failures'] = []
  let bad = 0
  const limit = Math.min(asked.max ?? maxRowsChanged, maxRowsChanged)
  const turn = yielding()
  // All of it is written, and told of, by one request.
  const replaced = replacing(asked, (characters) => budget.spend('bytes', characters))
  const near = all([where ?? everything, any(columns.map((column) => mayHave(column, asked)))])
  for (let after = 0; ;) {
    const page = await tables.cellsWhere(table, near, names, after, rowsAtOnce)
    if (page.length === 0) break
    for (const { id, values } of page) {
      const cells = Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]))
      const written = newCells(columns, replaced, cells, (column, { code, message }) => {
        bad++
        if (failures.length < maxRowFailures) failures.push({ id, column, code, error: message })
      })
      const changed = Object.keys(written)
      if (changed.length > 0) ids.push(id)
      for (const column of changed) counts.set(column, counts.get(column)! + 1)
      if (turn.isOver()) await turn.next()
    }
    if (ids.length > limit) throw tooMany(limit)
    after = page.at(-1)!.id
  }
  const filled = [...counts].filter(([, cells]) => cells > 0)
  const told = {
    changed: ids.length,
    cells: filled.reduce((sum, [, cells]) => sum + cells, 0),
    columns: filled.map(([column, cells]) => ({ column, cells })),
    bad,
    failures,
  }
  return { ids, columns, told }
}

function columnsFor({ table, locked }: SeenTable, asked: string[] | undefined): readonly Column[] {
  if (!asked) {
    return table.columns.filter((column) => isLookedThrough(column) && !locked.has(column.name))
  }
  return [...new Set(asked)].map((name) => {
    const column = writableColumn(table, name)
    if (locked.has(name)) throw mayNot()
    if (!isLookedThrough(column)) throw badQuery('columns', 'No text is looked for there.', name)
    return column
  })
}

/**
 * Texts are compared by the database, so that only the rows come from it that may be meant. How a sigma is written small
 * depends on what stands around it, which is other in the cell.
 */
function mayHave({ name, type }: Column, { find, wholeCell }: Asked): Condition {
  if (type !== 'text' || /[Σσς]/.test(find)) return { kind: 'hasValue', column: name }
  return {
    kind: 'match',
    cell: { column: name, read: 'value' },
    part: wholeCell ? 'whole' : 'anywhere',
    text: find.toLowerCase(),
  }
}

/** The cells that become others; of those that could not be so `refuse` is told. */
function newCells(
  columns: readonly Column[],
  replaced: Replaced,
  values: Values,
  refuse: (column: string, error: AppError) => void,
): Values {
  const cells: Record<string, CellValue> = {}
  for (const column of columns) {
    const { name } = column
    const text = replaced(values[name] ?? null)
    if (text === null) continue
    try {
      const value = valueFromText(column, text)
      if (!sameValue(value, values[name] ?? null)) cells[name] = value
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refuse(name, error)
    }
  }
  return cells
}

function doNotFit({ bad, failures }: TextReplaced): AppError {
  const message = bad === 1 ? 'A cell does not fit.' : `${bad} cells do not fit.`
  return new AppError('tables.rows_refused', message, { count: bad, failures })
}

async function write(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  ids: readonly number[],
  cellsOf: (values: Values) => Values,
): Promise<void> {
  const { tables } = stores
  const { whole } = seen
  ctx.budget.spend('rows', ids.length)
  if (ids.length === 0) return
  if (await areToldApart(tables, whole, ids)) {
    const rows = (await tables.rowsById(whole, ids)).map((row, index) => {
      const written = cellsOf(row.values)
      const before = Object.fromEntries(
        Object.keys(written).map((name) => [name, row.values[name] ?? null]),
      )
      return { ...row, index, before, written, values: { ...row.values, ...written } }
    })
    await refuseClashes(tables, seen, rows)
    return replaceRows(ctx, stores, whole, rows)
  }
  const columns = new Set<string>()
  const turn = yielding()
  const staged = await stagedRows(stores, whole)
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const items = ids.slice(at, at + rowsAtOnce).map((id) => ({ id }))
    for await (const [, rows] of rowsInParts(tables, whole, items)) {
      const changed: StagedRow[] = []
      for (const { id, order, values } of rows.values()) {
        const written = cellsOf(values)
        for (const name of Object.keys(written)) columns.add(name)
        changed.push({ id, order, values: withFormulas(whole, { ...values, ...written }) })
        if (turn.isOver()) await turn.next()
      }
      await staged.add(changed)
    }
  }
  await writeStaged(ctx, stores, seen, staged, [...columns])
}
