import { createHmac } from 'node:crypto'
import { mostPeople } from '@triptych/contract/people'
import type { People, Person } from '@triptych/contract/people'
import type { Database } from '../ports/database.ts'
import { timeoutMs } from '../ports/presence-store.ts'
import type { PresentGuest } from '../ports/presence-store.ts'
import type { Attendance } from './change-feed.ts'
import { peopleNews, withoutPlace } from './people-news.ts'
import type { PeopleNews } from './people-news.ts'

/** Who is in one workspace, with this server or another: those who follow its events by a key of theirs. */
export interface Presence {
  /**
   * Tells those who share one stream who is here, soon and whenever that changes, until they leave. Who comes twice
   * counts once, and is where they came last.
   */
  join(
    visitors: readonly Visitor[],
    time: Date,
    wake: () => void,
    /** Without: nobody is told to be at something that may be hidden from these. */
    seesPlaces?: boolean,
  ): Attendance
  /** As far as it is known; of the other servers nothing is known while nobody is here. */
  now(): People
  /** As the other servers say now. */
  latest(): Promise<People>
  close(): void
}

export interface Visitor extends Pick<Person, 'name' | 'at'> {
  /** Known to the visitor and to us only: whoever has it is taken for them. */
  key: string
}

interface Visit {
  visitor: Visitor
  came: string
}

interface Guest {
  id: string
  since: string
  /** The newest last; none while we wait whether they come back. */
  visits: Set<Visit>
  seen: Visit
  leaving: NodeJS.Timeout | null
}

interface Party {
  wake: () => void
  news: PeopleNews
}

/** What happens within this time is told together; the more there are to tell, the longer it is. */
const together = { leastMs: 100, mostMs: 5000, msPerReader: 2 }

export function openPresence({
  secret,
  presence: store,
}: Pick<Database, 'secret' | 'presence'>): Presence {
  const guests = new Map<string, Guest>()
  const parties = new Set<Party>()
  const people = peopleNews()
  const withoutPlaces = peopleNews()
  /** Who is with other servers; `null` until we have looked. */
  let others: readonly PresentGuest[] | null = store ? null : []
  let unwatch: (() => void) | null = null
  let telling: NodeJS.Timeout | null = null
  let told = -Infinity
  let closed = false

  function here(elsewhere: readonly PresentGuest[]): Person[] {
    const all = mergeGuests(guests.values().map(inStore), elsewhere)
    return all.map(({ id, name, at, since }) => ({ id, name, at, since }))
  }

  function tellSoon(): void {
    const wanted = together.msPerReader * parties.size
    const pauseMs = Math.min(together.mostMs, Math.max(together.leastMs, wanted))
    telling ??= setTimeout(tellAll, Math.max(0, told + pauseMs - Date.now())).unref()
  }

  function tellAll(): void {
    telling = null
    told = Date.now()
    store?.tell(mergeGuests(guests.values().map(inStore), []))
    // Those who came before we had looked wait for it.
    if (others === null) return
    const all = here(others)
    people.change(all)
    withoutPlaces.change(all.map(withoutPlace))
    for (const { wake } of parties) wake()
  }

  function seeOthers(found: readonly PresentGuest[]): void {
    others = found
    keepSince()
    tellSoon()
  }

  /** Since when somebody is here may be known to a server that they have just left, and not for long. */
  function keepSince(): void {
    for (const { id, since } of others ?? []) {
      const guest = guests.get(id)
      if (guest && since < guest.since) guest.since = since
    }
  }

  function come(visit: Visit): Guest {
    const id = idOf(visit.visitor, secret)
    const guest = guests.get(id) ?? newGuest(id, visit)
    if (guest.leaving) clearTimeout(guest.leaving)
    guest.leaving = null
    guest.seen = visit
    guests.set(id, guest)
    guest.visits.add(visit)
    return guest
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
    now: () => ({ people: here(others ?? []) }),
    latest: async () => ({ people: here((await store?.others()) ?? []) }),
    join(visitors, time, wake, seesPlaces = true) {
      const visits = visitors.map((visitor) => ({ visitor, came: time.toISOString() }))
      const came = visits.map((visit) => [visit, come(visit)] as const)
      const party = {
        wake,
        news: (seesPlaces ? people : withoutPlaces).open(came.map(([, { id }]) => id)),
      }
      parties.add(party)
      keepSince()
      unwatch ??= store?.watch(seeOthers) ?? null
      tellSoon()
      return {
        next: party.news,
        leave() {
          parties.delete(party)
          for (const [visit, guest] of came) leave(visit, guest)
        },
      }
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
function idOf({ key }: Visitor, secret: string): string {
  return createHmac('sha256', secret).update(`person ${key}`).digest('hex').slice(0, 32)
}

function newGuest(id: string, seen: Visit): Guest {
  return { id, since: seen.came, visits: new Set(), seen, leaving: null }
}

function inStore({ id, since, seen }: Guest): PresentGuest {
  const { visitor, came } = seen
  return { id, name: visitor.name, at: visitor.at, since, came }
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
