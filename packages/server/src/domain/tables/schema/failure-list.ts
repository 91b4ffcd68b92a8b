import { maxFailureRows } from '@triptych/contract/table-schema'
import type { RowFailure } from '@triptych/contract/table-schema'
import type { CellValue } from '@triptych/contract/tables'
import type { AppError } from '../../../errors.ts'

/** A value that is longer than this as JSON is told in part. */
const maxShown = 200

/** Gathers the rows that break one rule. They come in the order of their ids. */
export function failureList(columns: string[]) {
  const rows: RowFailure['rows'] = []
  let count = 0
  return {
    add(id: number, value: CellValue, { code, message }: AppError): void {
      count++
      if (rows.length < maxFailureRows) {
        rows.push({ id, value: shortened(value), code, error: message })
      }
    },
    /** Empty where all rows fit. */
    all: (): RowFailure[] => (count === 0 ? [] : [{ columns, count, rows }]),
  }
}

function shortened(value: CellValue): CellValue {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= maxShown ? value : `${text.slice(0, maxShown - 1).toWellFormed()}…`
}
