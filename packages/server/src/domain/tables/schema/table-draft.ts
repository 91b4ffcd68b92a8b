import type { Column, Table, TableIndex } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import { sameNames } from './option-names.ts'
import type { OptionNames } from './option-names.ts'

/** A table while its changes are thought through. Nothing of it is written yet. */
export interface Draft {
  name: string
  /** `null`: it is called by its name. */
  title: string | null
  columns: DraftColumn[]
  indexes: TableIndex[]
  /** Names that columns got, in the order in which they did. */
  renames: readonly Rename[]
}

interface Rename {
  from: string
  to: string
}

export interface DraftColumn extends Column {
  /** The name of the column it was before the change, `null` where it is new. */
  origin: string | null
  /** So many of the renames were done when its formula was written: it names columns as they were called then. */
  renamesBefore: number
  /** What its options were called before the change. */
  optionNames: OptionNames
}

/** A title that says no more than the name is none. */
export function namedAs(name: string, title: string | null = null): Pick<Table, 'name' | 'title'> {
  return { name, ...(title !== null && title !== name && { title }) }
}

export function draftOf(table: Table): Draft {
  return {
    name: table.name,
    title: table.title ?? null,
    columns: table.columns.map((column) => ({
      ...column,
      origin: column.name,
      renamesBefore: 0,
      optionNames: sameNames,
    })),
    indexes: table.indexes,
    renames: [],
  }
}

export function tableOf({ name, title, columns, indexes }: Draft): Table {
  return {
    ...namedAs(name, title),
    columns: columns.map(
      ({ origin: _origin, renamesBefore: _before, optionNames: _names, ...column }) => column,
    ),
    indexes,
  }
}

export function columnIn(draft: Draft, name: string): DraftColumn {
  const column = draft.columns.find((each) => each.name === name)
  if (column) return column
  throw unknownColumn(name)
}

export function unknownColumn(name: string): AppError {
  const column = name.slice(0, 60).toWellFormed()
  return new AppError('tables.unknown_column', `The table has no column ${column}.`, { column })
}
