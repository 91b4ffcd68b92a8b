import { mostPeople } from '@triptych/contract/people'
import type { Person } from '@triptych/contract/people'
import type { BoardGuest } from '../ports/people-board.ts'

/** Everybody once, since they first came and where they came last; those who have been here longest. */
export function mergeGuests(
  ours: Iterable<BoardGuest>,
  others: readonly BoardGuest[],
): BoardGuest[] {
  const found = new Map<string, BoardGuest>()
  for (const guest of ours) found.set(guest.id, guest)
  for (const guest of others) {
    const known = found.get(guest.id) ?? guest
    const since = known.since < guest.since ? known.since : guest.since
    found.set(guest.id, { ...(guest.came > known.came ? guest : known), since })
  }
  return [...found.values()].toSorted(bySince).slice(0, mostPeople)
}

function bySince(one: Person, other: Person): number {
  if (one.since === other.since) return 0
  return one.since < other.since ? -1 : 1
}
