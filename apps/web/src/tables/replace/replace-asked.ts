import { cellOut } from 'triptych-client'
import type { TableQuery } from 'triptych-client'
import type { ReplaceText } from '@triptych/contract/many-rows'
import type { Column } from '@triptych/contract/tables'
import { readCell } from '../cells/cell-values.ts'

/** What stands in the form. */
export interface ReplaceDraft {
  find: string
  replace: string
  /** Empty: all columns. */
  column: string
  matchCase: boolean
  wholeCell: boolean
  /** Whether rows are meant that the filter leaves out. */
  allRows: boolean
  skipBad: boolean
}

export const emptyDraft: ReplaceDraft = {
  find: '',
  replace: '',
  column: '',
  matchCase: false,
  wholeCell: false,
  allRows: false,
  skipBad: false,
}

const textual = new Set(['text', 'integer', 'number', 'date', 'datetime'])

/** The columns in which a text can be replaced: of rows of another table one sees the names only. */
export function replaceableColumns(columns: readonly Column[]): Column[] {
  return columns.filter(
    ({ type, reference, formula }) =>
      textual.has(type) && reference === null && formula === undefined,
  )
}

/** As the server takes it, which knows numbers and days by one form only; people write them as in their place. */
export function replaceAsked(
  draft: ReplaceDraft,
  columns: readonly Column[],
  { filter, search }: Pick<TableQuery, 'filter' | 'search'>,
): Partial<ReplaceText> {
  const { find, replace, matchCase, wholeCell, skipBad, allRows } = draft
  const column = columns.find(({ name }) => name === draft.column)
  const isAll = allRows || (!filter && !search)
  return {
    ...(isAll ? { filter: {} } : { ...(filter && { filter }), ...(search && { search }) }),
    tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(column && { columns: [column.name] }),
    find: column ? storedText(column, find) : find,
    replace: column ? storedText(column, replace) : replace,
    matchCase,
    wholeCell,
    skipBad,
  }
}

/** `3,5` of a German is `3.5`; what is no whole value of the column, as a year of dates, is looked for as it is. */
function storedText(column: Column, text: string): string {
  if (column.type === 'text' || text.trim() === '') return text
  // `-15` is a part of days, where a cell takes it as some days ago.
  const isDay = column.type === 'date' || column.type === 'datetime'
  if (isDay && !(/\d{4}/.test(text) && /\d\D+\d/.test(text))) return text
  const read = readCell({ ...column, options: null }, text)
  if ('reason' in read) return text
  const value = cellOut(column, read.value)
  return typeof value === 'number' || typeof value === 'string' ? String(value) : text
}
