import { randomUUID } from 'node:crypto'
import { mostPeople } from '@triptych/contract/people'
import type { People, Person } from '@triptych/contract/people'
import { isoTime } from '../iso-time.ts'

/** Who is in one workspace, as far as this server knows: those who follow its events by a name of theirs. */
export interface Presence {
  /**
   * Tells the visitor who is here, at once and whenever that changes, until the returned function
   * is called. Who comes twice counts once, and is where they came last.
   */
  join(visitor: Visitor, time: Date, tell: (message: string) => void): () => void
  now(): People
  close(): void
}

export interface Visitor extends Pick<Person, 'name' | 'at'> {
  /** Known to the visitor and to us only: whoever has it is taken for them. */
  origin: string
}

interface Visit {
  visitor: Visitor
  tell: (message: string) => void
  /** The last thing it was told. */
  told: string
}

interface Guest {
  id: string
  since: string
  /** The newest last; none while we wait whether they come back. */
  visits: Set<Visit>
  seen: Visitor
  leaving: NodeJS.Timeout | null
}

/** What happens within this time is told together. */
const togetherMs = 100
/** Who comes back within this time has not been away: connections break, and pages are reloaded. */
const patienceMs = 2000

export function openPresence(): Presence {
  const guests = new Map<string, Guest>()
  let telling: NodeJS.Timeout | null = null
  let closed = false

  function now(): People {
    const people: Person[] = []
    for (const { id, seen, since } of guests.values()) {
      if (people.length === mostPeople) break
      people.push({ id, name: seen.name, at: seen.at, since })
    }
    return { people }
  }

  function message(people: People, { id }: Guest): string {
    return `event: people\ndata: ${JSON.stringify({ ...people, you: id })}\n\n`
  }

  function tellSoon(): void {
    telling ??= setTimeout(tellAll, togetherMs).unref()
  }

  function tellAll(): void {
    telling = null
    const people = now()
    for (const guest of guests.values()) {
      for (const visit of guest.visits) tellIfNew(visit, message(people, guest))
    }
  }

  function leave(visit: Visit, guest: Guest): void {
    if (closed || !guest.visits.delete(visit)) return
    const newest = [...guest.visits].at(-1)
    if (newest) {
      guest.seen = newest.visitor
      tellSoon()
      return
    }
    guest.leaving = setTimeout(() => {
      guests.delete(guest.seen.origin)
      tellSoon()
    }, patienceMs).unref()
  }

  return {
    now,
    join(visitor, time, tell) {
      const { origin } = visitor
      const guest = guests.get(origin) ?? newGuest(visitor, isoTime(time))
      if (guest.leaving) clearTimeout(guest.leaving)
      guest.leaving = null
      guest.seen = visitor
      guests.set(origin, guest)
      const visit = { visitor, tell, told: '' }
      guest.visits.add(visit)
      tellIfNew(visit, message(now(), guest))
      tellSoon()
      return () => leave(visit, guest)
    },
    close() {
      closed = true
      if (telling) clearTimeout(telling)
      for (const { leaving } of guests.values()) if (leaving) clearTimeout(leaving)
      guests.clear()
    },
  }
}

function newGuest(seen: Visitor, since: string): Guest {
  return { id: randomUUID(), since, visits: new Set(), seen, leaving: null }
}

function tellIfNew(visit: Visit, text: string): void {
  if (visit.told === text) return
  visit.told = text
  visit.tell(text)
}
