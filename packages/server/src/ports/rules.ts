import type { Access } from '@triptych/contract/rules'

/** What a rule is about, by what it stays through renaming and moving. */
export interface StoredThing {
  /**
   * `gone`: all that was hidden by rules and is no more. Of that the log still tells, so those whom such a rule has bound
   * stay bound.
   */
  kind: 'folder' | 'table' | 'column' | 'branch' | 'gone'
  /** Of an entry in the index of files, of a task, or the name of a table; `*`: of all tables. */
  id: string
  /** Its name; empty where it is no column. */
  column: string
}

export const goneThing: StoredThing = { kind: 'gone', id: '', column: '' }

export interface StoredSubject {
  kind: 'account' | 'group' | 'everyone'
  /** Empty for everyone. */
  id: string
}

export interface StoredRule {
  thing: StoredThing
  subject: StoredSubject
  access: Access
}

export interface RuleReader {
  /** The same as long as the rules are the same, and never the same again. */
  stamp(): Promise<string>
  /** Up to this revision the rules of now do not tell what of the log somebody may see. */
  horizon(): Promise<number>
  /** Of things that are still there, or were not missed yet. */
  count(): Promise<number>
  /** Whether there is one for anybody. */
  isOn(kind: StoredThing['kind'], id: string): Promise<boolean>
  /** Whether there is one on anything of the kind. */
  has(kind: StoredThing['kind']): Promise<boolean>
  /** `null`: there is no such rule. */
  find(thing: StoredThing, subject: StoredSubject): Promise<Access | null>
  /** By thing and subject. */
  all(): Promise<StoredRule[]>
}

/** The rules of a workspace. Each change gives a new stamp, and a horizon behind the next entry of the log. */
export interface RuleStore extends RuleReader {
  /** Things with rules, or what they are in, are somewhere else now. `horizon`: where it is to be, if not as always. */
  touch(horizon?: number): Promise<void>
  /** `null` takes it away. */
  set(thing: StoredThing, subject: StoredSubject, access: Access | null): Promise<void>
  /** All rules of a thing; those of a table with those of its columns. */
  remove(thing: StoredThing): Promise<void>
  /** A table and its columns keep their rules under another name. */
  renameTable(from: string, to: string): Promise<void>
  /** All at once, so that two may change their names with each other. A column that is not named loses its rules. */
  renameColumns(table: string, names: ReadonlyMap<string, string>): Promise<void>
  /** Those of tasks that are removed. */
  removeBranches(tasks: readonly number[]): Promise<void>
  /** Those of entries and tasks that are no more. */
  removeStale(): Promise<void>
}
