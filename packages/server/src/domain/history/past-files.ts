import type { FileEntry } from '@triptych/contract/files'
import { fileTime } from '../../iso-time.ts'
import type { LaterEntry } from '../../ports/change-log.ts'
import type { Database, ReadStores } from '../../ports/database.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Entry, Path } from '../../ports/storage.ts'
import { pathOf } from '../files/path.ts'
import { changedLater } from './moment.ts'
import { notKept } from './take-back.ts'

/** A file or folder as it was. What the index has no number of has a negative one. */
export interface PastEntry extends Pick<Entry, 'kind' | 'size'> {
  id: number
  /** The number of the folder it was in. */
  parent: number
  name: string
  date: string
}

/** What was other than it is now; `null`: it was not there. All else was as the index has it. */
export type ChangedFiles = ReadonlyMap<number, PastEntry | null>

type Reading = Pick<ReadStores, 'files' | 'kept' | 'changes'>

/** The files as they were. */
export interface PastTree {
  changed: ChangedFiles
  entry(id: number): Promise<PastEntry | null>
  child(parent: number, name: string): Promise<PastEntry | null>
  /** `lost`: it may have been in a folder of which nobody knows any more what was in it. */
  find(path: Path): Promise<PastEntry | null | 'lost'>
  /** In no order. */
  children(folder: number): AsyncGenerator<PastEntry>
  /** The folder is gone, and with it what it held. */
  isLost(folder: number): Promise<boolean>
}

/** One that is gone back through, or tried out. */
export interface Tree extends PastTree {
  put(id: number, entry: PastEntry | null): void
}

const readAtOnce = 2000

export function treeOf(
  { files, kept }: Pick<Reading, 'files' | 'kept'>,
  given: ChangedFiles = new Map(),
): Tree {
  const changed = new Map(given)
  /** Those that are among the changed ones, by their folder and name. */
  const named = new Map<string, number>()
  for (const entry of changed.values()) if (entry) named.set(keyOf(entry), entry.id)
  const folders = new Map<string, PastEntry>()

  async function entry(id: number): Promise<PastEntry | null> {
    const known = changed.get(id)
    if (known !== undefined) return known
    const node = id > 0 ? await files.node(id) : null
    return node && fromNode(node)
  }

  async function child(parent: number, name: string): Promise<PastEntry | null> {
    const known = changed.get(named.get(keyOf({ parent, name })) ?? 0)
    if (known) return known
    // Of one that is lost the index may still have a part.
    const isKnown = parent > 0 && !(changed.has(parent) && (await isLost(parent)))
    const node = isKnown ? await files.child(parent, name) : null
    return node && !changed.has(node.id) ? fromNode(node) : null
  }

  async function isLost(folder: number): Promise<boolean> {
    const node = folder > 0 ? await files.node(folder) : null
    if (!node) return true
    if (node.parent !== hiddenRoot) return false
    if ((await kept.get(folder))?.kind !== 'deleted') return true
    // On a disk it may be that nobody has ever looked into it.
    return node.fingerprint === null && (await files.node(driveRoot))?.fingerprint !== null
  }

  async function find(path: Path): Promise<PastEntry | null | 'lost'> {
    const key = path.join('/')
    let found = folders.get(key) ?? (await entry(driveRoot))
    if (folders.has(key)) return found
    for (const name of path) {
      if (!found) return null
      const next: PastEntry | null = await child(found.id, name)
      if (!next && found.kind === 'folder' && (await isLost(found.id))) return 'lost'
      found = next
    }
    if (found?.kind === 'folder') folders.set(key, found)
    return found
  }

  async function* children(folder: number): AsyncGenerator<PastEntry> {
    for (let after: string | null = null; folder > 0;) {
      const page: FileNode[] = await files.children(folder, after, readAtOnce)
      for (const node of page) if (!changed.has(node.id)) yield fromNode(node)
      if (page.length < readAtOnce) break
      after = page.at(-1)?.name ?? null
    }
    for (const one of changed.values()) if (one?.parent === folder) yield one
  }

  function put(id: number, now: PastEntry | null): void {
    const was = changed.get(id)
    if (was && named.get(keyOf(was)) === id) named.delete(keyOf(was))
    changed.set(id, now)
    if (now) named.set(keyOf(now), id)
    if (now?.kind !== 'file') folders.clear()
  }

  return { changed, entry, child, find, children, isLost, put }
}

function keyOf({ parent, name }: Pick<PastEntry, 'parent' | 'name'>): string {
  return `${parent}/${name}`
}

function fromNode({ id, parent, name, kind, size, modified }: FileNode): PastEntry {
  return { id, parent, name, kind, size, date: fileTime(modified) }
}

/** What was found out about a revision when the log ended with another one. */
interface Known {
  revision: number
  head: number
  changed: ChangedFiles
}

const nothingKnown = (): Known[] => []
/** A page asks for one folder after the other, and then for those of a moment nearby. */
const momentsKept = 4
const entriesKept = 20_000

/** The files right after a revision, by what the log tells of all that was done since. */
export async function filesAt(
  { memo }: Pick<Database, 'memo'>,
  stores: Reading,
  revision: number,
): Promise<PastTree> {
  const head = await stores.changes.head()
  const known = memo(nothingKnown)
  const usable = known.filter((one) => one.revision >= revision && one.head <= head)
  const from = usable.toSorted((one, other) => one.revision - other.revision)[0]
  const tree = from ? await sinceThen(stores, from) : treeOf(stores)
  await goBackTo(stores, tree, revision, from?.revision)
  if (tree.changed.size <= entriesKept) {
    const others = known.filter((one) => one.revision !== revision)
    known.splice(0, Infinity, ...others.slice(1 - momentsKept))
    known.push({ revision, head, changed: new Map(tree.changed) })
  }
  return tree
}

/** What was stays what it was; but what has changed since was otherwise then. */
async function sinceThen(stores: Reading, { head, changed }: Known): Promise<Tree> {
  const since = treeOf(stores)
  await goBackTo(stores, since, head)
  return treeOf(stores, new Map([...since.changed, ...changed]))
}

/** From right after `from`; without it, from now. */
async function goBackTo(
  stores: Reading,
  tree: Tree,
  revision: number,
  from?: number,
): Promise<void> {
  const before = from === undefined ? undefined : from + 1
  for await (const page of changedLater(stores, { area: 'files' }, revision, before)) {
    for (const entry of page) await goBack(tree, entry)
  }
}

/** To how it was before an entry; all later ones are gone back behind already. */
export async function goBack(tree: Tree, entry: LaterEntry): Promise<void> {
  const { operation } = entry
  const before = entry.before as FileEntry | null
  if (operation === 'file-added') {
    const added = await atPlaceOf(tree, entry)
    if (added) tree.put(added, null)
    return
  }
  // What is said of a file, and what ends out of sight, changes nothing of what is there.
  if (!before || !operation.startsWith('file-')) return
  const was = { kind: before.type, size: before.size ?? 0, date: before.date }
  if (operation === 'file-updated') {
    const id = await atPlaceOf(tree, entry)
    const now = id && (await tree.entry(id))
    if (now) tree.put(id, { ...now, ...was })
    return
  }
  const moved = operation === 'file-moved' ? await atPlaceOf(tree, entry) : null
  const path = pathOf(before.id)
  const folder = await tree.find(path.slice(0, -1))
  // It was in something of which nobody knows what was in it.
  if (folder === 'lost') return
  if (!folder) throw notKept(entry)
  const id = moved ?? entry.thing ?? -entry.revision
  // What is there without a word of the log cannot have been there then.
  const other = await tree.find(path)
  if (other && other !== 'lost' && other.id !== id) tree.put(other.id, null)
  tree.put(id, { id, parent: folder.id, name: path.at(-1) ?? '', ...was })
}

/**
 * What an entry speaks of, as it was right after it. The number of it says so, unless the index was made anew since, or
 * the entry came from elsewhere: then its path does.
 */
async function atPlaceOf(tree: Tree, { thing, entity }: LaterEntry): Promise<number | null> {
  if (thing !== null && (await tree.entry(thing))) return thing
  const found = await tree.find(pathOf(entity))
  return found === null || found === 'lost' ? thing : found.id
}
