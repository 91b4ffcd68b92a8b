import type { HistoryPage, HistoryStep } from '@triptych/contract/history'

/** Steps of a history, the newest first. */
export interface Shown {
  /** `null` until they are known. */
  steps: readonly HistoryStep[] | null
  next: number | null
  problem: string
}

export const nothingYet: Shown = { steps: null, next: null, problem: '' }

/** The first page again, with what was shown behind it, where nothing can be missing in between. */
export function renewed({ steps, next }: HistoryPage, was: Shown): Shown {
  const last = steps.at(-1)?.revision
  const known = was.steps ?? []
  const behind = known.filter(({ revision }) => last !== undefined && revision < last)
  const isApart = behind.length === known.length
  if (next === null || behind.length === 0 || isApart) return { steps, next, problem: '' }
  return { steps: [...steps, ...behind], next: was.next, problem: '' }
}

/** With those behind step `before`; what is shown may be another list by then, or have them. */
export function continued({ steps, next }: HistoryPage, before: number, was: Shown): Shown {
  if (was.next !== before) return was
  return { steps: [...(was.steps ?? []), ...steps], next, problem: '' }
}
