import type { CellValue, Column } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import { fittingValue, valueFromJson, valueFromText } from '../cell-value.ts'

/**
 * What a value of one column is in another: as if a client had written it there, but for types that
 * are turned into each other without loss. Throws what a client would be told.
 */
export function convertValue(from: Column, to: Column, value: CellValue): CellValue {
  if (value === null || from.type === to.type) return fittingValue(to, value)
  const text = textOf(from, value)
  if (from.type === 'text' || to.type === 'text') return valueFromText(to, text)
  if (to.type === 'json') {
    return to.options === null ? fittingValue(to, value) : valueFromText(to, text)
  }
  if (typeof value === 'boolean') return valueFromJson(to, Number(value))
  if (from.type === 'datetime' && to.type === 'date') return dayAt(to, text)
  return valueFromJson(to, value)
}

/** JSON is written as JSON, so that it can be read as JSON again. */
function textOf({ type }: Column, value: CellValue): string {
  return typeof value === 'string' && type !== 'json' ? value : JSON.stringify(value)
}

/** Only a midnight is a day: any other time would be lost. */
function dayAt(to: Column, instant: string): CellValue {
  const [day = '', time] = instant.split('T')
  if (time === '00:00:00.000Z') return fittingValue(to, day)
  const message = `${to.name} takes a day, and ${instant} is not a midnight in UTC.`
  throw new AppError('tables.wrong_type', message, { column: to.name })
}
