import type { NewChange } from '@triptych/contract/changes'
import type { KeptEntry } from './log-chain.ts'

/** One log entry as it goes over the wire: `json` is a `Change` of the contract. */
export interface LogEntry {
  revision: number
  json: string
}

/** Who has done something, and with which client. */
export interface StepAuthor {
  actor: string
  actorId: string | null
  origin: string | null
}

/** One entry of somebody's, without its values. */
export interface StepMark extends Pick<NewChange, 'operation' | 'entity'> {
  revision: number
  step: string
}

/** One entry of a step. */
export interface StepEntry extends NewChange {
  revision: number
  step: string
  thing: number | null
  folder: number | null
}

/** What became of something later, as whoever goes back behind it has to know it. */
export interface LaterEntry extends Omit<NewChange, 'area'> {
  revision: number
  /** Only of what cannot be gone back behind without it: see `later`. */
  after: NewChange['after']
  thing: number | null
}

/** Whose entries: of an area, or of one thing in it with what is named below it. */
export interface LaterOf {
  area: NewChange['area']
  entity?: string
}

/** What a page of entries may hold of values. */
export const entryBytes = 4 * 1024 * 1024

/** What an entry is about that tells of a step. */
export function stepEntity(step: string): string {
  return `steps/${step}`
}

/** What ended for good: nothing can take it back, so whoever goes back passes over it. */
export function isForGood(operation: NewChange['operation']): boolean {
  return operation === 'version-deleted' || operation === 'trash-deleted'
}

/** The step that an entry says was taken back or done again; `null`: it is about something else. */
export function stepAbout({
  operation,
  entity,
}: Pick<StepMark, 'operation' | 'entity'>): string | null {
  const isMark = operation === 'step-undone' || operation === 'step-redone'
  return isMark ? entity.slice(stepEntity('').length) : null
}

export interface ChangeReader {
  /** The newest revision, 0 in an empty log. */
  head(): Promise<number>
  /**
   * The entries after `revision`, oldest first: at most `limit`, and fewer where they are large, so
   * that together they are never much larger than `entryBytes` or one entry.
   */
  since(revision: number, limit: number): Promise<LogEntry[]>
  /** The same with everything that is kept of them. */
  keptSince(revision: number, limit: number): Promise<KeptEntry[]>
  /**
   * What somebody has done with one client before a revision, the newest first. Behind the name of the client
   * an origin may have a mark of its own: `tab--1` is of `tab`.
   */
  marksOf(author: StepAuthor, before: number, limit: number): Promise<StepMark[]>
  /** How many bytes of values the entries of a step have; `null` where there is no such step. */
  bytesOfStep(step: string): Promise<number | null>
  /** The entries of a step, the oldest first. */
  ofStep(step: string): Promise<StepEntry[]>
  lastOfStep(step: string): Promise<StepMark | null>
  /** The last of these operations on one thing, if it was in a step. */
  lastOn(entity: string, operations: readonly NewChange['operation'][]): Promise<StepMark | null>
  /** The last entry, or the last before a revision, that says whether a step was taken back; `null`: it never was. */
  lastTakenBack(step: string, before?: number): Promise<StepMark | null>
  /**
   * The entries after `after` and before `before`, the newest first: at most `limit`, and fewer where they are large.
   * Where there are no more the list is empty. What one thing was changed to is left out: it stands in the one behind.
   */
  later(of: LaterOf, after: number, before: number, limit: number): Promise<LaterEntry[]>
  /** Whether a step has changed files. */
  isOfFiles(step: string): Promise<boolean>
  /** The steps, but for one, that changed files whose names begin so; `null`: something that was in none. */
  stepsBelow(
    prefix: string,
    between: { after: number; before: number; except: string },
    limit: number,
  ): Promise<(string | null)[]>
}

/**
 * The workspace's one log. Revisions are 1, 2, 3 … in commit order, without gaps, and each entry is bound to the one
 * before it by `entryHash`.
 */
export interface ChangeLog extends ChangeReader {
  /** Answers the revision the change will have once this transaction is committed. */
  append(change: NewChange, by: ChangeAuthor): Promise<number>
  /** The same for many, which get the next revisions in their order. */
  appendAll(entries: readonly NewEntry[]): Promise<void>
}

/** A change as it is written: its values are texts, which are small beside what they were made of. */
export interface NewEntry {
  change: Pick<NewChange, 'area' | 'operation' | 'entity' | 'thing' | 'folder'>
  before: string | null
  after: string | null
  by: ChangeAuthor
}

export function newEntry(change: NewChange, by: ChangeAuthor): NewEntry {
  const { area, operation, entity, thing, folder, before, after } = change
  return {
    change: { area, operation, entity, thing: thing ?? null, folder: folder ?? null },
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    by,
  }
}

/** What the server finds by itself has no more than a name and a time. */
export interface ChangeAuthor {
  actor: string
  /** The account. */
  actorId?: string | null
  origin: string | null
  /** From where the request came. */
  address?: string | null
  /** The same for all that one request has changed. */
  step?: string | null
  at: Date
}
