import type { TableStep } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import { checkColumn } from '../cell-value.ts'
import { convertValue } from './convert-value.ts'
import { columnIn } from './table-draft.ts'
import type { Draft, DraftColumn } from './table-draft.ts'

type Content<K extends string> =
  Extract<TableStep, Record<K, unknown>> extends Record<K, infer C> ? C : never

interface Place {
  before?: string | undefined
  after?: string | undefined
}

export function addColumn(draft: Draft, step: Content<'addColumn'>): Draft {
  const { before, after, ...column } = step
  refuseTakenName(draft, column.name, null)
  return placed(draft, { ...checkColumn(column), origin: null }, { before, after })
}

export function dropColumn(draft: Draft, name: string): Draft {
  const column = columnIn(draft, name)
  const indexes = draft.indexes.filter((index) => index.columns.includes(name))
  if (indexes.length > 0) {
    const names = indexes.map((index) => index.name)
    const message = `${name} is part of the index ${names.join(', ')}.`
    throw new AppError('tables.column_in_use', message, { column: name, indexes: names })
  }
  return { ...draft, columns: draft.columns.filter((each) => each !== column) }
}

export function renameColumn(draft: Draft, { from, to }: Content<'renameColumn'>): Draft {
  const column = columnIn(draft, from)
  refuseTakenName(draft, to, column)
  return {
    ...replaced(draft, column, { ...column, name: to }),
    indexes: draft.indexes.map((index) => ({
      ...index,
      columns: index.columns.map((name) => (name === from ? to : name)),
    })),
  }
}

export function moveColumn(draft: Draft, { name, ...place }: Content<'moveColumn'>): Draft {
  const column = columnIn(draft, name)
  const columns = draft.columns.filter((each) => each !== column)
  return placed({ ...draft, columns }, column, place)
}

/** A default that is not mentioned becomes one of the new type, if it can. */
export function changeColumn(draft: Draft, step: Content<'changeColumn'>): Draft {
  const column = columnIn(draft, step.name)
  const given = Object.entries(step).filter(([, value]) => value !== undefined)
  const changed: DraftColumn = { ...column, ...Object.fromEntries(given) }
  if (step.default === undefined) changed.default = defaultFor(column, changed)
  return replaced(draft, column, { ...checkColumn(changed), origin: column.origin })
}

function defaultFor(column: Column, changed: Column): Column['default'] {
  if (column.default === null || column.type === changed.type) return column.default
  try {
    return convertValue(column, changed, column.default)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('body.invalid', `The default does not fit: ${error.message}`, error.details)
  }
}

function refuseTakenName(draft: Draft, name: string, own: DraftColumn | null): void {
  const key = name.toLowerCase()
  const taken = draft.columns.some((each) => each !== own && each.name.toLowerCase() === key)
  if (!taken) return
  const message = `There is a column named ${name} already (letter case does not count).`
  throw new AppError('tables.column_taken', message, { column: name })
}

function placed(draft: Draft, column: DraftColumn, { before, after }: Place): Draft {
  if (before !== undefined && after !== undefined) {
    throw new AppError('body.invalid', 'A column stands before another or after it, not both.')
  }
  const neighbour = before ?? after
  if (neighbour === undefined) return { ...draft, columns: [...draft.columns, column] }
  const at = draft.columns.indexOf(columnIn(draft, neighbour)) + (before === undefined ? 1 : 0)
  return { ...draft, columns: draft.columns.toSpliced(at, 0, column) }
}

function replaced(draft: Draft, old: DraftColumn, column: DraftColumn): Draft {
  return { ...draft, columns: draft.columns.map((each) => (each === old ? column : each)) }
}
