import { TooCostly } from '../budget.ts'
import { AppError } from '../errors.ts'
import type { Stores } from '../ports/database.ts'

/**
 * Many of one kind in one transaction, one after the other: what is refused leaves nothing of itself, and the reason is
 * answered at its place.
 */
export async function eachByItself<T, R>(
  { attempt }: Pick<Stores, 'attempt'>,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<(R | AppError)[]> {
  const answers: (R | AppError)[] = []
  for (const item of items) {
    try {
      answers.push(await attempt(() => work(item)))
    } catch (error) {
      if (!isRefusal(error)) throw error
      answers.push(error)
    }
  }
  return answers
}

/** Whether others may go on without what has failed so. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && !(error instanceof TooCostly)
}
