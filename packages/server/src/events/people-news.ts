import { mostPeople } from '@triptych/contract/people'
import type { Person } from '@triptych/contract/people'

/** What one reader is to be told now; `null` where that is nothing. */
export type PeopleNews = () => readonly Uint8Array[] | null

/** What somebody looks at is named in words of the client; the first of them says no more than the kind of it. */
export function withoutPlace(person: Person): Person {
  const { at } = person
  return { ...person, at: at && (/^#?\/?(files|gantt|tables)(?=\/|$)/.exec(at)?.[0] ?? null) }
}

/**
 * Who is here as a number of versions. Whoever is new is told all of it, whoever had the last version what is another
 * since then, and whoever has missed one all of it again. Everything is made once, and the same bytes for all.
 */
export function peopleNews() {
  const encoder = new TextEncoder()
  let people = new Map<string, string>()
  let version = 0
  let difference: Uint8Array | null = null
  let whole: Uint8Array | null = null

  function encodeWhole(): Uint8Array {
    whole ??= encoder.encode(`"people":[${[...people.values()].join()}]}\n\n`)
    return whole
  }

  return {
    /** This is who is here now. */
    change(now: readonly Person[]): void {
      const next = new Map(now.map((person) => [person.id, JSON.stringify(person)]))
      const changed = [...next].filter(([id, json]) => people.get(id) !== json)
      const left = [...people.keys()].filter((id) => !next.has(id))
      people = next
      if (changed.length === 0 && left.length === 0) return
      const data = `{"changed":[${changed.map(([, json]) => json).join()}],"left":${JSON.stringify(left)}}`
      difference = encoder.encode(`event: people-changed\ndata: ${data}\n\n`)
      whole = null
      version++
    },
    /** For a reader of whom these are told: they are told nothing before they are here themselves. */
    open(ids: readonly string[]): PeopleNews {
      const you = encoder.encode(`event: people\ndata: {"you":${JSON.stringify(ids)},`)
      let known = 0
      return () => {
        if (known === version || (known === 0 && !isHere(ids))) return null
        const hasLast = known > 0 && known === version - 1
        known = version
        return hasLast ? [difference!] : [you, encodeWhole()]
      }
    },
  }

  /** Those who are too many to be told of will not come. */
  function isHere(ids: readonly string[]): boolean {
    return people.size >= mostPeople || ids.every((id) => people.has(id))
  }
}
