import { AppError } from '../../../errors.ts'

/** `field` is a name of the table's own: one that it does not know is not sent back. */
export function badQuery(parameter: string, message: string, field?: string): AppError {
  return new AppError('tables.bad_query', message, field ? { parameter, field } : { parameter })
}
