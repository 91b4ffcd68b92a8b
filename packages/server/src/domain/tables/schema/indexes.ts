import { fitsAsName } from '@triptych/contract/names'
import { maxIndexes } from '@triptych/contract/tables'
import type { NewIndex, Table, TableIndex } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import { columnNamed } from '../row-values.ts'
import { unknownColumn } from './table-draft.ts'

/** The index a client described, with a name that no other has. */
export function namedIndex(
  indexes: readonly TableIndex[],
  { name, columns, unique }: NewIndex,
): TableIndex {
  const taken = new Set(indexes.map((index) => index.name.toLowerCase()))
  if (name === undefined) return { name: nameAfter(columns, taken), columns, unique }
  if (!taken.has(name.toLowerCase())) return { name, columns, unique }
  const message = `There is an index named ${name} already (letter case does not count).`
  throw new AppError('tables.index_taken', message, { index: name })
}

function nameAfter(columns: readonly string[], taken: ReadonlySet<string>): string {
  const full = columns.join(' ')
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`
    let name = full
    while (!fitsAsName(name + end)) name = Array.from(name).slice(0, -1).join('')
    if (!taken.has((name + end).toLowerCase())) return name + end
  }
}

/** What must hold for all indexes of a table, whatever was changed. */
export function checkIndexes(table: Table): void {
  if (table.indexes.length > maxIndexes) {
    const message = `A table has at most ${maxIndexes} indexes.`
    throw new AppError('tables.too_many', message, { limit: maxIndexes })
  }
  for (const { name, columns, unique } of table.indexes) {
    if (new Set(columns).size < columns.length) throw invalid(name, 'has a column twice.')
    for (const each of columns) {
      const column = columnNamed(table, each)
      if (!column) throw unknownColumn(each)
      if (unique && column.formula !== undefined) {
        throw invalid(name, `cannot be unique by ${each}, which is worked out.`)
      }
      if (column.type === 'json') throw invalid(name, `cannot have ${each}, which holds JSON.`)
    }
  }
}

function invalid(index: string, why: string): AppError {
  return new AppError('body.invalid', `The index ${index} ${why}`, { index })
}
