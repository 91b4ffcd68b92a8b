import { setImmediate } from 'node:timers/promises'
import type { CellValue, Column } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { Reshape } from '../../../ports/table-changes.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { fittingValue } from '../cell-value.ts'

/** What a row holds in some columns, and what it will hold: a value, or the reason why it cannot. */
export interface FinalRow {
  id: number
  /** `null` in columns that are new. */
  old: CellValue[]
  final: (CellValue | AppError)[]
}

const pageRows = 1000

/** All rows of a table that is to be changed, page by page; `names` are columns of the new table. */
export async function* finalValues(
  tables: TableReader,
  change: Reshape,
  names: readonly string[],
): AsyncGenerator<FinalRow[]> {
  const { before } = change
  const readers = names.map((name) => readerOf(change, name))
  const origins = [...new Set(readers.flatMap(({ from }) => from?.name ?? []))]
  const places = readers.map(({ from }) => origins.indexOf(from?.name ?? ''))
  for (let after = 0; ;) {
    const page = await tables.cells(before, origins, after, pageRows)
    const last = page.at(-1)
    if (!last) return
    yield page.map(({ id, values }) => {
      const old = places.map((place) => values[place] ?? null)
      return { id, old, final: readers.map(({ read }, index) => read(old[index] ?? null)) }
    })
    after = last.id
    // A transaction keeps its turn at the database, but the server has others to answer.
    await setImmediate()
  }
}

interface Reader {
  from: Column | undefined
  read: (value: CellValue) => CellValue | AppError
}

function readerOf({ before, after, origins, convert }: Reshape, name: string): Reader {
  const to = after.columns.find((column) => column.name === name)!
  const from = before.columns.find((column) => column.name === origins.get(name))
  return {
    from,
    read: (value) =>
      orRefusal(() => (from ? convert(from, to, value) : fittingValue(to, to.default))),
  }
}

function orRefusal(value: () => CellValue): CellValue | AppError {
  try {
    return value()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
