import type { TableStep } from '@triptych/contract/table-schema'
import { maxColumns } from '@triptych/contract/tables'
import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { Reshape } from '../../../ports/table-changes.ts'
import { refuseReservedName } from '../create-table.ts'
import { addColumn, changeColumn, dropColumn, moveColumn, renameColumn } from './column-steps.ts'
import { convertValue } from './convert-value.ts'
import { checkIndexes, namedIndex } from './indexes.ts'
import { checkReferences, referringColumns } from './references.ts'
import { draftOf, tableOf } from './table-draft.ts'
import type { Draft } from './table-draft.ts'

/** What becomes of a table; throws when it cannot. `tables` are all there are, it among them. */
export function planChange(
  tables: readonly Table[],
  before: Table,
  steps: readonly TableStep[],
): Reshape {
  const others = tables.filter(({ name }) => name !== before.name)
  const draft = steps.reduce((made, step) => afterStep(others, made, step), draftOf(before))
  const after = withName(tableOf(draft), before.name, draft.name)
  check(others, after)
  return {
    before,
    after,
    origins: new Map(draft.columns.map(({ name, origin }) => [name, origin])),
    referring: before.name === after.name ? [] : told(others, before.name, after.name),
    convert: convertValue,
  }
}

function afterStep(others: readonly Table[], draft: Draft, step: TableStep): Draft {
  if ('rename' in step) return renamed(others, draft, step.rename)
  if ('addColumn' in step) return addColumn(draft, step.addColumn)
  if ('dropColumn' in step) return dropColumn(draft, step.dropColumn)
  if ('renameColumn' in step) return renameColumn(draft, step.renameColumn)
  if ('moveColumn' in step) return moveColumn(draft, step.moveColumn)
  if ('changeColumn' in step) return changeColumn(draft, step.changeColumn)
  if ('addIndex' in step) {
    return { ...draft, indexes: [...draft.indexes, namedIndex(draft.indexes, step.addIndex)] }
  }
  return withoutIndex(draft, step.dropIndex)
}

function renamed(others: readonly Table[], draft: Draft, name: string): Draft {
  refuseReservedName(name)
  const key = name.toLowerCase()
  if (others.some((table) => table.name.toLowerCase() === key)) {
    throw new AppError('tables.name_taken', `There is a table named ${name}.`)
  }
  return { ...draft, name }
}

function withoutIndex(draft: Draft, name: string): Draft {
  const indexes = draft.indexes.filter((index) => index.name !== name)
  if (indexes.length < draft.indexes.length) return { ...draft, indexes }
  const index = name.slice(0, 60).toWellFormed()
  throw new AppError('tables.unknown_index', `The table has no index ${index}.`, { index })
}

/** The table with its references to `old` told the new name. */
function withName(table: Table, old: string, name: string): Table {
  const columns = table.columns.map((column) =>
    column.reference?.table === old
      ? { ...column, reference: { ...column.reference, table: name } }
      : column,
  )
  return { ...table, columns }
}

function told(others: readonly Table[], old: string, name: string): Table[] {
  return others
    .filter((table) => referringColumns(table).some(({ reference }) => reference.table === old))
    .map((table) => withName(table, old, name))
}

function check(others: readonly Table[], after: Table): void {
  if (after.columns.length > maxColumns) {
    const message = `A table has at most ${maxColumns} columns.`
    throw new AppError('tables.too_many', message, { limit: maxColumns })
  }
  if (after.columns.length === 0) {
    throw new AppError('body.invalid', 'A table has at least one column.')
  }
  checkIndexes(after)
  checkReferences([...others, after], after)
}
