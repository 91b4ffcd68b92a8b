import type { ArchiveRules } from '@triptych/contract/archive'
import type { Subject } from '@triptych/contract/rules'
import { AppError } from '../../errors.ts'
import type { CommentStore } from '../../ports/comments.ts'
import type { ReadStores, Stores } from '../../ports/database.ts'
import type { Drive } from '../../ports/drive.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import { goneThing } from '../../ports/rules.ts'
import type { StoredSubject, StoredThing } from '../../ports/rules.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { pathOf } from '../files/path.ts'
import { describeThing, subjectOf } from '../rules/list-rules.ts'

/** Entries are named by their numbers, which they keep. `carried` are those that go along out of sight. */
export async function keepRules(
  stores: ReadStores,
  carried: ReadonlySet<number> = new Set(),
): Promise<ArchiveRules> {
  const kept: ArchiveRules = { rules: [], quotas: [], commented: [] }
  const gone = new Map<string, Subject>()
  for (const { thing, subject: stored, access } of await stores.rules.all()) {
    const found =
      thing.kind === 'folder'
        ? await entryThing(stores, Number(thing.id), carried)
        : (await describeThing(stores, thing))?.thing
    const subject = subjectOf(stored)
    if (found) kept.rules.push({ thing: found, subject, access })
    else if (access === 'none') gone.set(JSON.stringify(subject), subject)
  }
  for (const subject of gone.values()) {
    kept.rules.push({ thing: { kind: 'gone' }, subject, access: 'none' })
  }
  for (const { folder: entry, bytes } of await stores.quotas.list()) {
    if (await entryThing(stores, entry, carried)) kept.quotas.push({ entry, bytes })
  }
  return kept
}

/** `null` where it does not go along. */
async function entryThing(
  { files }: Pick<ReadStores, 'files'>,
  entry: number,
  carried: ReadonlySet<number>,
): Promise<{ kind: 'entry'; entry: number } | null> {
  const spot = await files.spotOf(entry)
  const top = spot?.area === 'hidden' ? await files.child(hiddenRoot, spot.path[0] ?? '') : null
  const isCarried = spot?.area === 'drive' || (top !== null && carried.has(top.id))
  return isCarried ? { kind: 'entry', entry } : null
}

/** When everything else is in its place. Without them what was closed would be open, so one that fails fails it all. */
export async function loadRules(
  { database }: Pick<Workspace, 'database'>,
  { rules, quotas }: ArchiveRules,
): Promise<void> {
  await database.transact(async (stores) => {
    for (const { thing, subject, access } of rules) {
      await stores.rules.set(storedThing(thing, new Map()), storedSubject(subject), access)
    }
    for (const { entry, bytes } of quotas) {
      if (entry !== undefined) await stores.quotas.set(entry, bytes)
    }
    await stores.comments.removeLost()
  })
}

/** The same of an archive that names entries by their paths. */
export async function loadRulesByPath(
  { database, volume }: Pick<Workspace, 'database' | 'volume'>,
  kept: ArchiveRules,
): Promise<void> {
  const { rules, quotas } = kept
  // What was said of files that were gone already names entries of another drive.
  if (Object.values(kept).every((list) => list.length === 0)) {
    return database.transact(({ comments }) => forgetEntries(comments))
  }
  const drive = await volume.open({
    rules: {
      portableNames: false,
      quota: null,
      trashDays: Infinity,
      versions: { most: 0, days: Infinity, bytes: null },
    },
    now: () => new Date(),
    failed: () => {},
  })
  try {
    const ids = await entriesAt(drive, kept)
    await database.transact(async (stores) => {
      await stores.comments.detachFiles()
      await attachComments(stores, kept, ids)
      for (const { thing, subject, access } of rules) {
        await stores.rules.set(storedThing(thing, ids), storedSubject(subject), access)
      }
      for (const { path, bytes } of quotas) await stores.quotas.set(ids.get(path ?? '')!, bytes)
    })
  } finally {
    await drive.close()
  }
}

async function forgetEntries(comments: CommentStore): Promise<void> {
  await comments.detachFiles()
  await comments.attachFiles(new Map())
}

/** What is said of entries goes to those that have their places now. */
async function attachComments(
  { comments }: Pick<Stores, 'comments'>,
  { commented }: ArchiveRules,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const now = new Map<number, number>()
  for (const { path, entry } of commented) {
    const id = ids.get(path)
    if (id !== undefined) now.set(entry, id)
  }
  await comments.attachFiles(now)
}

async function entriesAt(
  drive: Drive,
  { rules, quotas, commented }: ArchiveRules,
): Promise<Map<string, number>> {
  const folders = rules.flatMap(({ thing }) => (thing.kind === 'folder' ? [thing.id] : []))
  const ids = new Map<string, number>()
  for (const path of new Set([...folders, ...quotas.map((quota) => quota.path ?? '')])) {
    const node = await drive.find(pathOf(path))
    ids.set(path, node.id)
  }
  for (const { path } of commented) {
    // Nothing is closed by a comment: it may as well be gone.
    const node = ids.has(path) ? null : await drive.find(pathOf(path)).catch(notThere)
    if (node) ids.set(path, node.id)
  }
  return ids
}

function notThere(error: unknown): null {
  if (error instanceof AppError && error.code === 'files.not_found') return null
  throw error
}

function storedSubject(subject: Subject): StoredSubject {
  return { kind: subject.kind, id: 'id' in subject ? subject.id : '' }
}

function storedThing(
  thing: ArchiveRules['rules'][number]['thing'],
  ids: ReadonlyMap<string, number>,
): StoredThing {
  const { kind } = thing
  if (kind === 'gone') return goneThing
  if (kind === 'entry') return { kind: 'folder', id: String(thing.entry), column: '' }
  if (kind === 'folder') return { kind, id: String(ids.get(thing.id) ?? ''), column: '' }
  if (kind === 'branch') return { kind, id: String(thing.task), column: '' }
  return { kind, id: thing.table, column: kind === 'column' ? thing.column : '' }
}
