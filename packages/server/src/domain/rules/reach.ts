import { isDeepStrictEqual } from 'node:util'
import { accesses } from '@triptych/contract/rules'
import type { Access } from '@triptych/contract/rules'
import { subjectKey } from '../../auth/principal.ts'
import type { Principal } from '../../auth/principal.ts'
import { newMemo } from '../../memo.ts'
import type { Memo } from '../../memo.ts'
import type { Database, ReadStores } from '../../ports/database.ts'
import type { StoredRule, StoredThing } from '../../ports/rules.ts'

/**
 * How far somebody gets below their role: what stands on things themselves. What is below a thing has what that has:
 * if it is hidden whatever else stands there, else what stands nearest.
 */
export interface Reach {
  /** By the id of a folder or file; `driveRoot` is all of them. */
  entries: ReadonlyMap<number, Access>
  /** By name; `*` is all of them. */
  tables: ReadonlyMap<string, Access>
  /** By the name of a table, then of a column. */
  columns: ReadonlyMap<string, ReadonlyMap<string, Access>>
  /** By the id of a task; 0 is the whole plan. */
  branches: ReadonlyMap<number, Access>
  /** For what is found out by it; it lasts as long as these rules. */
  memo: Memo
}

/** What is known of the rules of a workspace, as of a stamp. */
interface Compiled {
  stamp: string
  rules: readonly StoredRule[]
  /** A count of commits at which they were these; `null` where none is known. */
  commits: number | null
  /** By whoever asks: all of the same groups, and alone, reach as far. */
  reaches: Map<string, Reach | null>
}

/** More than people who ask at once; then all are found out anew. */
const mostReaches = 1000

/** Whom rules may bind, and where. */
export interface Bound {
  principal: Pick<Principal, 'subjects'>
  workspace: { database: Pick<Database, 'memo'> }
}

/** What the rules leave of a role; `null`: all of it. Read with what it is asked for, so that no change of them is missed. */
export async function reachOf(
  { principal, workspace }: Bound,
  { rules }: Pick<ReadStores, 'rules'>,
  commits: number | null = null,
): Promise<Reach | null> {
  const { subjects } = principal
  if (!subjects) return null
  const cache = workspace.database.memo(emptyCache)
  const stamp = await rules.stamp()
  if (cache.compiled.stamp !== stamp) {
    cache.compiled = { stamp, rules: await rules.all(), commits: null, reaches: new Map() }
  }
  const { compiled } = cache
  if (commits !== null) compiled.commits = commits
  return reachIn(compiled, subjects)
}

/**
 * What `reachOf` answers as long as nothing is committed after this count; `undefined` where that has to be asked. It
 * is known to those who gave `reachOf` the count, which they took before they began to read.
 */
export function knownReach(
  { principal, workspace }: Bound,
  commits: number | null,
): Reach | null | undefined {
  const { subjects } = principal
  if (!subjects) return null
  const { compiled } = workspace.database.memo(emptyCache)
  return commits === null || compiled.commits !== commits ? undefined : reachIn(compiled, subjects)
}

function reachIn(compiled: Compiled, subjects: readonly string[]): Reach | null {
  if (compiled.rules.length === 0) return null
  const key = subjects.join('\n')
  const known = compiled.reaches.get(key)
  if (known !== undefined) return known
  if (compiled.reaches.size >= mostReaches) compiled.reaches.clear()
  const reach = compileReach(compiled.rules, new Set(subjects))
  compiled.reaches.set(key, reach)
  return reach
}

function emptyCache(): { compiled: Compiled } {
  return { compiled: { stamp: '', rules: [], commits: null, reaches: new Map() } }
}

/** `null` where none of the rules binds them. */
export function compileReach(
  rules: readonly StoredRule[],
  subjects: ReadonlySet<string>,
): Reach | null {
  const entries = new Map<number, Access>()
  const tables = new Map<string, Access>()
  const columns = new Map<string, Map<string, Access>>()
  const branches = new Map<number, Access>()
  let isBound = false
  for (const [thing, access] of boundThings(rules, subjects)) {
    isBound = true
    if (thing.kind === 'gone') continue
    if (thing.kind === 'folder') entries.set(Number(thing.id), access)
    else if (thing.kind === 'branch') branches.set(Number(thing.id), access)
    else if (thing.kind === 'table') tables.set(thing.id, access)
    else {
      const ofTable = columns.get(thing.id) ?? new Map<string, Access>()
      columns.set(thing.id, ofTable.set(thing.column, access))
    }
  }
  return isBound ? { entries, tables, columns, branches, memo: newMemo() } : null
}

/** Whether they are bound by what is gone alone: of what is there nothing is kept from them. */
export function isOfGone({ entries, tables, columns, branches }: Reach): boolean {
  return entries.size + tables.size + columns.size + branches.size === 0
}

/** Whether the rules leave the same; what was found out by each is its own. */
export function isSameReach(one: Reach | null, other: Reach | null): boolean {
  return isDeepStrictEqual(one && thingsOf(one), other && thingsOf(other))
}

function thingsOf({ entries, tables, columns, branches }: Reach): Omit<Reach, 'memo'> {
  return { entries, tables, columns, branches }
}

/** What stands on each thing for them: the strictest of what is meant for them, else what is for everyone. */
function* boundThings(
  rules: readonly StoredRule[],
  subjects: ReadonlySet<string>,
): Iterable<[StoredThing, Access]> {
  const byThing = new Map<string, { thing: StoredThing; own: Access | null; all: Access | null }>()
  for (const { thing, subject, access } of rules) {
    const isForAll = subject.kind === 'everyone'
    if (subject.kind !== 'everyone' && !subjects.has(subjectKey(subject.kind, subject.id))) continue
    const key = JSON.stringify([thing.kind, thing.id, thing.column])
    const found = byThing.get(key) ?? { thing, own: null, all: null }
    if (isForAll) found.all = access
    else found.own = found.own === null ? access : stricter(found.own, access)
    byThing.set(key, found)
  }
  for (const { thing, own, all } of byThing.values()) {
    const access = own ?? all
    if (access !== null) yield [thing, access]
  }
}

function stricter(one: Access, other: Access): Access {
  return accesses.indexOf(one) < accesses.indexOf(other) ? one : other
}

/** What somebody may do with a thing; `standing` is what stands on the things above it and on itself, from the top. */
export function accessDown(standing: Iterable<Access | undefined>): Access {
  let access: Access = 'write'
  for (const next of standing) {
    if (next === 'none') return 'none'
    access = next ?? access
  }
  return access
}
