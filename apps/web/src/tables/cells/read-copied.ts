import type { Column } from '@triptych/contract/tables'
import type { CellStore } from './cell-store.ts'
import { readCell, readOwn } from './cell-values.ts'
import type { Read } from './cell-values.ts'
import type { Copied } from './clipboard-text.ts'
import type { Option } from './row-names.ts'

/** What was copied as a value of a column; `named` are the rows whose names stand in it. */
export function readCopied(
  store: CellStore,
  column: Column,
  { text, value }: Copied,
  named?: readonly Option[],
): Read {
  const reading = { options: store.options(column.name) }
  const own = value === undefined ? null : readOwn(column, value, reading)
  const said = text.trim()
  const isNumber = /^#?\d+$/.test(said) && !named?.some(({ label }) => label === said)
  if (own || !named) return own ?? readCell(column, text, reading)
  return isNumber
    ? readCell(column, said.replace('#', ''), reading)
    : readCell(column, text, { options: named })
}
