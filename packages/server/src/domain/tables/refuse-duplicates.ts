import { AppError } from '../../errors.ts'
import type { TableStore, Values } from '../../ports/table-store.ts'
import { columnNamed } from './row-values.ts'
import { mayNot, toldColumns } from './find-table.ts'
import type { Sight } from './find-table.ts'

/** Throws where another row has what no two rows may have; of the columns only those are told that one sees. */
export async function refuseDuplicates(
  tables: TableStore,
  sight: Sight,
  id: number,
  values: Values,
): Promise<void> {
  try {
    await tables.refuseDuplicates(sight.whole, id, values)
  } catch (error) {
    throw toldClash(sight, error)
  }
}

function toldClash(sight: Sight, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'tables.not_unique') return error
  const { column, index } = error.details ?? {}
  const { columns } = sight.whole.indexes.find(({ name }) => name === index) ?? {
    columns: [column],
  }
  const names = columns as string[]
  if (names.every((name) => columnNamed(sight.table, name))) return error
  return notUnique(sight, 'Another row has', names)
}

/** Where none of the columns is seen, nothing is said of them. */
export function notUnique(sight: Sight, who: string, columns: readonly string[]): AppError {
  const told = toldColumns(sight, columns)
  if (told.length === 0) return mayNot()
  const message = `${who} the same in ${told.join(', ')}.`
  return new AppError('tables.not_unique', message, { column: told[0] })
}
