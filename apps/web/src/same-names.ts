import type { Person } from 'triptych-client'

/** The second, third … of one name by their ids, so that they are told apart, and by everybody alike. */
export function numbersOf(people: readonly Person[]): Map<string, number> {
  const seen = new Map<string, number>()
  const numbers = new Map<string, number>()
  for (const { id, name } of people.toSorted(byArrival)) {
    const count = (seen.get(name ?? '') ?? 0) + 1
    seen.set(name ?? '', count)
    if (count > 1) numbers.set(id, count)
  }
  return numbers
}

/** Who was here first keeps the plain name. */
function byArrival(one: Person, other: Person): number {
  const [a, b] = [one.since + one.id, other.since + other.id]
  return a < b ? -1 : a > b ? 1 : 0
}
