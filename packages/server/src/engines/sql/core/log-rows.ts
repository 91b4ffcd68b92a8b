import type { NewEntry, StepEntry, StepMark } from '../../../ports/change-log.ts'
import { entryHash } from '../../../ports/log-chain.ts'
import type { KeptEntry, LogEnd } from '../../../ports/log-chain.ts'
import { identifier, insertInto, join, sql } from './sql.ts'
import type { SqlValue } from './sql.ts'

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

export const insertEntries = insertInto('_changes', [...entryColumns, 'thing', 'folder'])

export function boundTo(
  { revision, hash }: LogEnd,
  { change, before, after, by }: NewEntry,
): KeptEntry {
  const entry: KeptEntry = {
    revision: revision + 1,
    at: by.at.toISOString(),
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
  entry.hash = entryHash(hash, entry)
  return entry
}

/** In the order of the columns, as is the following. */
export function valuesOf(entry: KeptEntry, { change }: NewEntry): SqlValue[] {
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
