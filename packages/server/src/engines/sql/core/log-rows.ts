import type { NewEntry, StepEntry, StepMark } from '../../../ports/change-log.ts'
import { entryHash, sharedParts } from '../../../ports/log-chain.ts'
import type { KeptEntry, LogEnd } from '../../../ports/log-chain.ts'
import { insertInto } from './insert-rows.ts'
import { identifier, join, sql } from './sql.ts'
import type { Sql, SqlValue } from './sql.ts'

/** What an entry is wherever it goes: ids of the index of files mean nothing elsewhere. */
export const entryColumns = [
  'revision',
  'at',
  'actor',
  'actor_id',
  'origin',
  'address',
  'step',
  'area',
  'operation',
  'entity',
  'before',
  'after',
  'hash',
]

export const everything = join(
  entryColumns.map((name) => sql`${identifier(name)}`),
  ', ',
)

/** What entries of one request mostly have in common; where it did one thing at one time, that too. */
const sharedColumns = ['actor', 'actor_id', 'origin', 'address', 'step', 'area', 'thing', 'folder']

const insertEntries = insertInto('_changes', [...entryColumns, 'thing', 'folder'], {
  alike: [[...sharedColumns, 'at', 'operation', 'before'], sharedColumns],
  numbers: { revision: 'bigint', thing: 'bigint', folder: 'bigint' },
})

/** Of entries that are bound one to the other: statements that add them, each with the newest entry after it. */
export function* statementsFor(
  end: LogEnd,
  entries: readonly NewEntry[],
): Generator<[statement: Sql, last: LogEnd]> {
  let last = end
  let time = { ms: NaN, text: '' }
  // Many entries of a batch have the same of both.
  let shared = { by: null as NewEntry['by'] | null, area: '', text: '' }
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    const some = entries.slice(at, at + entriesAtOnce)
    const bound = some.map((entry) => {
      const { by, change } = entry
      const ms = by.at.getTime()
      if (ms !== time.ms) time = { ms, text: by.at.toISOString() }
      const next = keptEntry(last.revision + 1, time.text, entry)
      if (!isOfSame(by, shared.by) || change.area !== shared.area) {
        shared = { by, area: change.area, text: sharedParts(next) }
      }
      next.hash = entryHash(last.hash, next, shared.text)
      last = next
      return next
    })
    let written = 0
    const rows = bound.map((entry, n) => valuesOf(entry, some[n]!))
    for (const [statement, count] of insertEntries.groups(rows)) {
      written += count
      yield [statement, bound[written - 1]!]
    }
  }
}

function isOfSame(by: NewEntry['by'], other: NewEntry['by'] | null): boolean {
  if (by === other || other === null) return by === other
  return (
    by.actor === other.actor &&
    by.actorId === other.actorId &&
    by.origin === other.origin &&
    by.address === other.address &&
    by.step === other.step
  )
}

/** What is made of more is not held at once. */
const entriesAtOnce = 50

/** Without its hash, which is made of it. */
function keptEntry(
  revision: number,
  at: string,
  { change, before, after, by }: NewEntry,
): KeptEntry {
  return {
    revision,
    at,
    actor: by.actor,
    actorId: by.actorId ?? null,
    origin: by.origin,
    address: by.address ?? null,
    step: by.step ?? null,
    area: change.area,
    operation: change.operation,
    entity: change.entity,
    before,
    after,
    hash: null,
  }
}

/** In the order of the columns. */
function valuesOf(entry: KeptEntry, { change }: NewEntry): SqlValue[] {
  return [
    entry.revision,
    entry.at,
    entry.actor,
    entry.actorId,
    entry.origin,
    entry.address,
    entry.step,
    entry.area,
    entry.operation,
    entry.entity,
    entry.before,
    entry.after,
    entry.hash,
    change.thing ?? null,
    change.folder ?? null,
  ]
}

/** Nothing else is ever written. */
export function markOf([revision, step, operation, entity]: unknown[]): StepMark {
  return {
    revision: Number(revision),
    step: String(step),
    operation: operation as StepMark['operation'],
    entity: String(entity),
  }
}

export function valuesIn(text: unknown): StepEntry['before'] {
  return text === null ? null : (JSON.parse(text as string) as StepEntry['before'])
}

export type Kept = string | null

export function keptEntryOf(row: unknown[]): KeptEntry {
  const who = row.slice(0, 7) as [number, string, string, Kept, Kept, Kept, Kept]
  const what = row.slice(7) as [string, string, string, Kept, Kept, Kept]
  const [revision, at, actor, actorId, origin, address, step] = who
  const [area, operation, entity, before, after, hash] = what
  return {
    revision,
    at,
    actor,
    actorId,
    origin,
    address,
    step,
    area,
    operation,
    entity,
    before,
    after,
    hash,
  }
}
