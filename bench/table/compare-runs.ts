import { floorOf, ratioTo } from './case.ts'
import type { Measured } from './case.ts'

/** How a case stood to its floor in two runs. */
export interface Change {
  title: string
  before: number
  now: number
  /** Above 1 it has become slower, by the measure of a floor that felt the same machine. */
  factor: number
}

/** Two runs differ by less than this on a machine that has other work, too. */
export const tolerance = 1.25

/** Ratios of ratios, the worst first; cases that only one of the runs has are left out. */
export function compareRuns(before: Measured[], now: Measured[]): Change[] {
  const changes = now.flatMap((one): Change[] => {
    const old = before.find(({ name }) => name === one.name)
    if (!old) return []
    const [then, today] = [ratioTo(old, floorOf(old)), ratioTo(one, floorOf(one))]
    return [{ title: one.title, before: then, now: today, factor: today / then }]
  })
  return changes
    .filter(({ factor }) => Number.isFinite(factor))
    .toSorted((a, b) => b.factor - a.factor)
}

/** Answers how many have become slower. */
export function printChanges(changes: Change[]): number {
  console.log('\nAgainst the run before: ours / floor then and now, and now / then')
  for (const { title, before, now, factor } of changes) {
    const figures = [before, now, factor].map((value) => value.toFixed(2).padStart(9)).join('')
    console.log(`  ${title.padEnd(56)}${figures}  ${verdictOf(factor)}`.trimEnd())
  }
  const slower = changes.filter(({ factor }) => factor > tolerance).length
  console.log(`${slower} of ${changes.length} slower by more than ${tolerance}.`)
  return slower
}

export function verdictOf(factor: number): string {
  if (factor > tolerance) return 'SLOWER'
  return factor < 1 / tolerance ? 'faster' : ''
}
