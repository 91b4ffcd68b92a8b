import { createHmac } from 'node:crypto'
import { mostPeople } from '@triptych/contract/people'
import type { People, Person } from '@triptych/contract/people'
import type { Database } from '../ports/database.ts'
import { timeoutMs } from '../ports/presence-store.ts'
import type { PresentGuest } from '../ports/presence-store.ts'

/** Who is in one workspace, with this server or another: those who follow its events by a name of theirs. */
export interface Presence {
  /**
   * Tells the visitor who is here, at once and whenever that changes, until the returned function
   * is called. Who comes twice counts once, and is where they came last.
   */
  join(visitor: Visitor, time: Date, tell: (message: string) => void): () => void
  /** As far as it is known; of the other servers nothing is known while nobody is here. */
  now(): People
  /** As the other servers say now. */
  latest(): Promise<People>
  close(): void
}

export interface Visitor extends Pick<Person, 'name' | 'at'> {
  /** Known to the visitor and to us only: whoever has it is taken for them. */
  origin: string
}

interface Visit {
  visitor: Visitor
  came: string
  tell: (message: string) => void
  /** The last thing it was told. */
  told: string
}

interface Guest {
  id: string
  since: string
  /** The newest last; none while we wait whether they come back. */
  visits: Set<Visit>
  seen: Pick<Visit, 'visitor' | 'came'>
  leaving: NodeJS.Timeout | null
}

/** What happens within this time is told together. */
const togetherMs = 100

export function openPresence({
  secret,
  presence: store,
}: Pick<Database, 'secret' | 'presence'>): Presence {
  const guests = new Map<string, Guest>()
  /** Who is with other servers; `null` until we have looked. */
  let others: readonly PresentGuest[] | null = store ? null : []
  let unwatch: (() => void) | null = null
  let telling: NodeJS.Timeout | null = null
  let closed = false

  function here(elsewhere: readonly PresentGuest[]): People {
    const all = mergeGuests(guests.values().map(inStore), elsewhere)
    return { people: all.map(({ id, name, at, since }) => ({ id, name, at, since })) }
  }

  function message(people: People, { id }: Guest): string {
    return `event: people\ndata: ${JSON.stringify({ ...people, you: id })}\n\n`
  }

  function tellSoon(): void {
    telling ??= setTimeout(tellAll, togetherMs).unref()
  }

  function tellAll(): void {
    telling = null
    store?.tell(mergeGuests(guests.values().map(inStore), []))
    tellVisits()
  }

  function tellVisits(): void {
    if (others === null) return
    const people = here(others)
    for (const guest of guests.values()) {
      for (const visit of guest.visits) tellIfNew(visit, message(people, guest))
    }
  }

  function seeOthers(found: readonly PresentGuest[]): void {
    const isFirst = others === null
    others = found
    keepSince()
    tellSoon()
    // Those who came before we had looked wait for it.
    if (isFirst) tellVisits()
  }

  /** Since when somebody is here may be known to a server that they have just left, and not for long. */
  function keepSince(): void {
    for (const { id, since } of others ?? []) {
      const guest = guests.get(id)
      if (guest && since < guest.since) guest.since = since
    }
  }

  function leave(visit: Visit, guest: Guest): void {
    if (closed || !guest.visits.delete(visit)) return
    const newest = [...guest.visits].at(-1)
    if (newest) {
      guest.seen = newest
      tellSoon()
      return
    }
    guest.leaving = setTimeout(() => forget(guest), timeoutMs).unref()
  }

  function forget({ id }: Guest): void {
    guests.delete(id)
    tellSoon()
    if (guests.size > 0 || !unwatch) return
    unwatch()
    unwatch = null
    others = null
  }

  return {
    now: () => here(others ?? []),
    latest: async () => here((await store?.others()) ?? []),
    join(visitor, time, tell) {
      const visit = { visitor, came: time.toISOString(), tell, told: '' }
      const id = idOf(visitor, secret)
      const guest = guests.get(id) ?? newGuest(id, visit)
      if (guest.leaving) clearTimeout(guest.leaving)
      guest.leaving = null
      guest.seen = visit
      guests.set(id, guest)
      guest.visits.add(visit)
      keepSince()
      unwatch ??= store?.watch(seeOthers) ?? null
      if (others) tellIfNew(visit, message(here(others), guest))
      tellSoon()
      return () => leave(visit, guest)
    },
    close() {
      closed = true
      if (telling) clearTimeout(telling)
      for (const { leaving } of guests.values()) if (leaving) clearTimeout(leaving)
      guests.clear()
      unwatch?.()
      void store?.close()
    },
  }
}

/** The same on every server, and again when they come back. */
function idOf({ origin }: Visitor, secret: string): string {
  return createHmac('sha256', secret).update(`person ${origin}`).digest('hex').slice(0, 32)
}

function newGuest(id: string, seen: Visit): Guest {
  return { id, since: seen.came, visits: new Set(), seen, leaving: null }
}

function inStore({ id, since, seen }: Guest): PresentGuest {
  const { visitor, came } = seen
  return { id, name: visitor.name, at: visitor.at, since, came }
}

function tellIfNew(visit: Visit, text: string): void {
  if (visit.told === text) return
  visit.told = text
  visit.tell(text)
}

/** Everybody once, since they first came and where they came last; those who have been here longest. */
function mergeGuests(
  ours: Iterable<PresentGuest>,
  others: readonly PresentGuest[],
): PresentGuest[] {
  const found = new Map<string, PresentGuest>()
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
