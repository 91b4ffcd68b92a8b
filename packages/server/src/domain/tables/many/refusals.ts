import { maxRowFailures } from '@triptych/contract/many-rows'
import type { RowRefusal } from '@triptych/contract/many-rows'
import { AppError } from '../../../errors.ts'

/** Gathers what is wrong with rows, so that all of it is told at once. */
export interface Refusals {
  /** `undefined` where the row at `index` is refused. */
  attempt<T>(index: number, work: () => T | Promise<T>): Promise<T | undefined>
  /** Throws when there was a refusal. */
  settle(): void
}

export function refusals(): Refusals {
  const failures: RowRefusal[] = []
  let count = 0
  return {
    async attempt(index, work) {
      try {
        return await work()
      } catch (error) {
        // What somebody may not do is no fault of a row.
        if (!(error instanceof AppError) || error.code === 'forbidden') throw error
        count++
        if (failures.length < maxRowFailures) failures.push(refusal(index, error))
        return undefined
      }
    },
    settle() {
      if (count === 0) return
      const message = count === 1 ? 'A row cannot be taken.' : `${count} rows cannot be taken.`
      throw new AppError('tables.rows_refused', message, { count, failures })
    },
  }
}

function refusal(index: number, { code, message, details }: AppError): RowRefusal {
  const column = details?.['column']
  return { index, code, error: message, ...(typeof column === 'string' && { column }) }
}
