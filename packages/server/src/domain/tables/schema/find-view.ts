import type { View } from '@triptych/contract/table-schema'
import { AppError } from '../../../errors.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { toldColumns } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { columnsInView } from './view-columns.ts'

/** Those of all, then those that are only for whoever asks. */
export async function existingViews(
  tables: TableReader,
  { whole, asker }: SeenTable,
): Promise<View[]> {
  const shared = await tables.views(whole)
  const own = asker === null ? [] : await tables.ownViews(whole, asker)
  return [
    ...shared.map((view) => ({ ...view, own: false })),
    ...own.map((view) => ({ ...view, own: true })),
  ]
}

/** A view that uses a hidden column would tell of it: it is hidden, too. */
export async function seenViews(tables: TableReader, seen: SeenTable): Promise<View[]> {
  return (await existingViews(tables, seen)).filter((view) => isSeen(seen, view))
}

function isSeen(seen: SeenTable, view: View): boolean {
  const names = [...columnsInView(view)]
  return toldColumns(seen, names).length === names.length
}

/** Where somebody has a view of the same name for themselves, that one is meant. */
export async function viewIn(tables: TableReader, seen: SeenTable, name: string): Promise<View> {
  const named = (await seenViews(tables, seen)).filter((view) => view.name === name)
  const view = named.find(({ own }) => own) ?? named[0]
  if (!view) throw new AppError('tables.view_not_found', 'The table has no such view.')
  return view
}
