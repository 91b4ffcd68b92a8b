import type { Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import type { Stores } from '../../ports/database.ts'
import { sameValue } from '../tables/cell-value.ts'
import { withoutFormulas } from '../tables/formula-cells.ts'
import { sameNames, withNewNames } from '../tables/schema/option-names.ts'
import { namesSince } from './names-since.ts'
import { changedRows, columnsAlike, tableAt } from './past-table.ts'
import { imagesOf } from './row-images.ts'

/** So many are read before others get their turn. */
const rowsAtOnce = 500

/** Rows that came together, and are still there. */
interface Sorted {
  same: number[]
  /** These are not what they came as. */
  changed: number[]
}

/** Which of the rows that came with an entry are what they came as. Most were never touched, which their versions tell. */
export async function unchangedSince(
  ctx: Context,
  stores: Stores,
  table: Table,
  entry: StepEntry,
): Promise<Sorted> {
  const { tables } = stores
  const isOf = await versionsOf(stores, entry)
  const same: number[] = []
  const doubtful: number[] = []
  for await (const page of imagesOf(tables, entry)) {
    const ids = page.map(({ id }) => id)
    for (const { id, version } of await tables.rowsById(table, ids, [])) {
      if (isOf(version)) same.push(id)
      else doubtful.push(id)
    }
  }
  if (doubtful.length === 0) return { same, changed: [] }
  const { changed: later, ...past } = await tableAt(stores, table, entry.revision)
  const names = await namesSince(ctx, stores, table, entry.revision)
  const changed: number[] = []
  const alike = columnsAlike(past, table)
  const written = withoutFormulas(
    table,
    Object.fromEntries(alike.map(({ stays }) => [stays, null])),
  )
  for (let at = 0; at < doubtful.length; at += rowsAtOnce) {
    const ids = doubtful.slice(at, at + rowsAtOnce)
    const known = ids.filter((id) => later.has(id))
    const of = { ...past, changed: new Map(known.map((id) => [id, later.get(id)!])) }
    const then = new Map((await changedRows(tables, table, of)).rows.map((row) => [row.id, row]))
    for (const { id, values } of await tables.rowsById(table, ids)) {
      const was = then.get(id)?.values
      const isSame = alike.every(
        ({ name, stays }) =>
          !was ||
          !Object.hasOwn(written, stays) ||
          sameValue(
            withNewNames(names.options.get(stays) ?? sameNames, was[name] ?? null),
            values[stays] ?? null,
          ),
      )
      if (isSame) same.push(id)
      else changed.push(id)
    }
  }
  return { same, changed }
}

/** With the entry itself, or when its step was done again: then nobody has touched a row since. */
async function versionsOf(
  { changes, history }: Stores,
  { step, revision }: StepEntry,
): Promise<(version: number) => boolean> {
  const mark = await changes.lastTakenBack(step)
  const again = mark?.operation === 'step-redone' ? mark.step : null
  const ends = again === null ? null : (await history.ends([again])).get(again)
  // Rows of a table that came with them have no revision.
  if (!ends) return (version) => version === revision || version < 0
  return (version) => version >= ends.first && version <= ends.last
}
