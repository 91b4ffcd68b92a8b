import type { Change } from '@triptych/contract/changes'
import type { historyAreas, historyKinds } from '@triptych/contract/history'
import type { StepMark } from './change-log.ts'
import type { LogEnd } from './log-chain.ts'

/** Entries of the log that are found without going through all of it. */
export interface LogPart {
  of: LogSubject
  /** Between these revisions, both left out. */
  after: number
  before: number
}

export type LogSubject =
  | { kind: 'all' }
  /** A file or folder, by its id in the index. */
  | { kind: 'thing'; id: number }
  /** Things by their names; `isUnnamed`: only in entries that have no id of a file. */
  | { kind: 'entities'; names: readonly string[]; isUnnamed?: boolean }
  /** All things whose names begin so. */
  | { kind: 'prefix'; prefix: string }
  /** Files that were moved, where their names began so before that. */
  | { kind: 'moved-from'; prefix: string }

/** What is wanted of them. */
export interface LogFilter {
  /** Somebody's name or account. */
  person?: string | undefined
  area?: (typeof historyAreas)[number] | undefined
  kind?: (typeof historyKinds)[number] | undefined
  /** Times as they are in the log. */
  from?: string | undefined
  to?: string | undefined
  step?: string | undefined
}

/** The ids of a task that was deleted and of all that went with it. */
export interface DeletedBranch {
  id: number
  below: number[]
}

export interface DeletedThing {
  name: string
  /** What it went with; itself where it went alone. */
  with: string
}

/** The log as somebody looks back at it. */
export interface HistoryReader {
  /** The newest first; large ones without their long values. */
  entries(part: LogPart, filter: LogFilter, limit: number): Promise<Change[]>
  /** The newest entry before a revision that is about one of these and did one of this. */
  lastAbout(
    entities: readonly string[],
    operations: readonly Change['operation'][],
    before: number,
  ): Promise<PlaceEntry | null>
  /** The newest, or oldest, entry about a file before a revision. */
  ofThing(id: number, which: 'newest' | 'oldest', before: number): Promise<PlaceEntry | null>
  /** Tasks that were deleted while they were directly below one of these. */
  deletedBelow(tasks: readonly number[]): Promise<DeletedBranch[]>
  /** Links and assignments, by their names, that were added to one of these tasks, or deleted from it by themselves. */
  besideTasks(tasks: readonly number[]): Promise<string[]>
  /** Comments, by their names, of which entries say that they are on one of these; between two revisions, both left out. */
  commentsOn(things: readonly string[], after: number, before: number): Promise<string[]>
  /** Names of tasks and rows that the entries behind `after`, up to `upTo`, have deleted; of very many only those with comments. */
  deletedIn(after: number, upTo: number): Promise<DeletedThing[]>
  /** Whether an entry that tells of tasks or rows by their number has this one among them. */
  hasImage(name: string): Promise<boolean>
  /** The last revision up to a time, 0 where there is none. */
  revisionAt(time: string): Promise<number>
  /** The steps of the entries behind `after`, up to `upTo`. */
  stepsIn(after: number, upTo: number): Promise<string[]>
  /** The oldest and the newest revision of each of these steps. */
  ends(steps: readonly string[]): Promise<Map<string, { first: number; last: number }>>
  /** For each of these steps the last entry that says whether it was taken back. */
  takenBack(steps: readonly string[]): Promise<Map<string, StepMark>>
  /** The last entry that was cut off, behind which the log begins; revision 0 where it is whole. */
  cut(): Promise<LogEnd>
  /** The last entry that is too much where the log is to hold so many bytes, images of rows included; 0 where it holds less. */
  beyond(bytes: number): Promise<number>
  /** Those of these entries about files that do not know which: they are of a version that kept nothing of files. */
  unnamed(revisions: readonly number[]): Promise<Set<number>>
  /** Those of these entries that say that a step was taken back or done again, by their own step. */
  aboutSteps(revisions: readonly number[]): Promise<Map<string, StepMark>>
}

export interface HistoryStore extends HistoryReader {
  /** Takes away the oldest entries, up to this one, and the tables that were deleted by them. The newest of all has to stay: the next is bound to it. */
  cutOff(upTo: number): Promise<void>
  /** Takes away images of rows whose entries were cut off; answers whether there may be more. */
  clearImages(): Promise<boolean>
}

/** Where something came to be, and where it was. */
export interface PlaceEntry {
  revision: number
  operation: Change['operation']
  entity: string
  thing: number | null
  step: string | null
  before: Change['before']
  after: Change['after']
}
