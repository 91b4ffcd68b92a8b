import type { View } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { TableReader } from '../../../ports/table-store.ts'

export interface ViewAddress {
  table: string
  view: string
}

export async function viewIn(tables: TableReader, table: Table, name: string): Promise<View> {
  const view = await tables.view(table, name)
  if (!view) throw new AppError('tables.view_not_found', 'The table has no such view.')
  return view
}
