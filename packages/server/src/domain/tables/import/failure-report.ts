import { maxImportFailures } from '@triptych/contract/table-import'
import type { ImportFailure } from '@triptych/contract/table-import'
import { AppError } from '../../../errors.ts'

/** What could not be taken, counted in full and told in part. */
export interface FailureReport {
  count: number
  told: ImportFailure[]
}

export function newReport(): FailureReport {
  return { count: 0, told: [] }
}

export function addFailure(report: FailureReport, failure: ImportFailure): void {
  report.count++
  if (report.told.length < maxImportFailures) report.told.push(failure)
}

export function addRefusal(report: FailureReport, line: number, error: unknown): void {
  // What somebody may not do is no fault of a row.
  if (!(error instanceof AppError) || error.code === 'forbidden') throw error
  const column = error.details?.['column']
  const where = typeof column === 'string' ? { column } : {}
  addFailure(report, { line, ...where, error: error.message })
}

/** Both, in the order of the file. */
export function joinedReports(one: FailureReport, other: FailureReport): FailureReport {
  const told = [...one.told, ...other.told].toSorted((a, b) => a.line - b.line)
  return { count: one.count + other.count, told: told.slice(0, maxImportFailures) }
}

/** Throws when anything could not be taken: then nothing is. */
export function refuseAny({ count, told }: FailureReport): void {
  if (count === 0) return
  const message = count === 1 ? 'A row cannot be taken.' : `${count} rows cannot be taken.`
  throw new AppError('tables.rows_refused', message, { count, failures: told })
}
