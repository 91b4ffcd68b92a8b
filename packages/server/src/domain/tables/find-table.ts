import { AppError } from '../../errors.ts'
import type { TableReader, TableState } from '../../ports/table-store.ts'

export async function findTable(tables: TableReader, name: string): Promise<TableState> {
  const found = await tables.find(name)
  if (!found) throw new AppError('tables.not_found', 'There is no such table.')
  return found
}
