import type { NewChange } from '@triptych/contract/changes'
import type { Table } from '@triptych/contract/tables'
import { bytesToldApart } from '../../../budget.ts'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import type { RowImage } from '../../../ports/table-images.ts'
import type { TableReader, Values } from '../../../ports/table-store.ts'
import { recordChange } from '../../record-change.ts'

/**
 * So many rows have an entry in the log each, if together they hold no more text than this; of more there is
 * one entry for all, with their number, and the images of what they were. What is told apart is in memory as a whole.
 */
export const rowsToldApart = 1000

/** `columns` are those that are told of, all without them, and `more` what will stand beside them. */
export async function areToldApart(
  tables: TableReader,
  table: Table,
  ids: readonly number[],
  columns?: readonly string[],
  more = 0,
): Promise<boolean> {
  if (ids.length > rowsToldApart) return false
  return more + (await tables.bytesOf(table, ids, columns)) <= bytesToldApart
}

type Kind = 'added' | 'updated' | 'deleted'

export interface RowChange {
  id: number
  before: Values | null
  after: Values | null
}

/** Answers the revision of each of the rows, in their order. */
export async function recordRows(
  ctx: Context,
  stores: Stores,
  table: Table,
  kind: Kind,
  changes: readonly RowChange[],
): Promise<number[]> {
  if (changes.length > rowsToldApart) {
    const revision = await recordCount(ctx, stores, table, kind, changes.length)
    await stores.tables.keepImages(revision, changes.map(imageOf))
    return changes.map(() => revision)
  }
  const revisions: number[] = []
  for (const { id, before, after } of changes) {
    const entity = `${table.name}/${id}`
    const change = { area: 'tables', operation: `row-${kind}`, entity, before, after }
    revisions.push(await recordChange(ctx, stores, change as NewChange))
  }
  return revisions
}

/** Of a row that came nothing is kept but that it did. */
function imageOf({ id, before, after }: RowChange): RowImage {
  return { id, order: null, before, after: before && after }
}

/** To be followed by what keeps the images of these rows. */
export function recordCount(
  ctx: Context,
  stores: Stores,
  table: Table,
  kind: Kind,
  count: number,
): Promise<number> {
  return recordChange(ctx, stores, {
    area: 'tables',
    operation: `rows-${kind}`,
    entity: table.name,
    before: null,
    after: { count },
  })
}
