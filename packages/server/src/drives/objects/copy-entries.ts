import type { Author } from '../../author.ts'
import { fileChange } from '../../domain/files/file-change.ts'
import { clashesIn, notItself } from '../../domain/files/name-clash.ts'
import { bytesReplaced, replaceBytes } from '../../domain/files/replace-file.ts'
import { bytesOf, refuseTooMuch, withinQuotas } from '../../domain/files/quota.ts'
import { boundIn, folderToFill } from '../../domain/files/entries-to-change.ts'
import { notFound } from '../../domain/files/read-index.ts'
import { seenFiles } from '../../domain/files/seen-files.ts'
import type { Bound } from '../../domain/rules/reach.ts'
import { recordChange } from '../../domain/record-change.ts'
import type { Stores } from '../../ports/database.ts'
import type { Copying } from '../../ports/drive.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { asideName, draftName, folderEntry, goneName, touchFolder } from './objects.ts'
import type { Objects } from './objects.ts'

interface Copy {
  original: FileNode
  /** Of a folder: its copy, complete, but out of sight. A file is copied by one row. */
  draft: number | null
}

/** The copies share their bytes with the originals. */
export async function copyEntries(
  author: Author,
  objects: Objects,
  copying: Copying,
): Promise<Path[]> {
  const { paths, target, conflict } = copying
  const { database } = objects
  const bound = boundIn(database, author)
  const originals = await database.read(async (stores) => {
    const folder = await folderToFill(bound, stores, target)
    const files = await seenFiles(bound, stores)
    const found: FileNode[] = []
    for (const path of paths) {
      const node = await files.find(path)
      if (!node) throw notFound()
      found.push(node)
    }
    let bytes = 0
    for (const node of found) {
      const leaving = await bytesReplaced(stores.files, folder.id, node.name, conflict)
      bytes += bytesOf(node) - leaving
    }
    await refuseTooMuch(stores, objects.rules, folder.id, bytes)
    return found
  })
  const copies: Copy[] = []
  try {
    for (const original of originals) {
      const draft = original.kind === 'folder' ? await copyTree(bound, objects, original) : null
      copies.push({ original, draft })
    }
    const { places, unused } = await database.transact((stores) =>
      publish(author, objects, stores, copies, copying),
    )
    await giveUp(objects, unused)
    if (conflict === 'replace') objects.clearUp()
    return places
  } catch (error) {
    await giveUp(
      objects,
      copies.flatMap(({ draft }) => draft ?? []),
    )
    throw error
  }
}

interface Published {
  places: Path[]
  /** Drafts that stay out of sight. */
  unused: number[]
}

async function publish(
  author: Author,
  { database, now, rules }: Objects,
  stores: Stores,
  copies: readonly Copy[],
  { target: at, conflict }: Copying,
): Promise<Published> {
  const { files } = stores
  const bound = boundIn(database, author)
  const target = await folderToFill(bound, stores, at)
  const settle = await clashesIn(bound, stores, target.id, conflict)
  const places: Path[] = []
  const unused: number[] = []
  let hasChanged = false

  async function publishOne({ original, draft }: Copy): Promise<void> {
    // What was removed meanwhile may be missing in its copy.
    const isThere = (await files.pathOf(original.id)) !== null
    const entry = isThere ? await files.node(draft ?? original.id) : null
    if (!entry) throw notFound()
    const outcome = notItself(await settle({ name: original.name, kind: entry.kind }), original.id)
    const { does, name } = outcome
    const path = [...at, name]
    places.push(path)
    if (does === 'stay') {
      if (draft !== null) unused.push(draft)
      return
    }
    hasChanged = true
    if (does === 'replace') {
      const { node } = outcome
      const replacement = { path, node, entry, former: node, key: asideName(rules) }
      await replaceBytes(author, stores, rules.versions, replacement)
    } else {
      const id = draft ?? (await files.insert(target.id, { ...entry, name }))
      if (draft !== null) await files.move(draft, target.id, name)
      await recordChange(author, stores, fileChange('file-added', id, null, { path, entry }))
    }
  }

  await withinQuotas(stores, rules, [target.id], async () => {
    for (const copy of copies) await publishOne(copy)
  })
  if (hasChanged) await touchFolder(files, target.id, now())
  return { places, unused }
}

/** So many rows are written at a stretch before others get their turn. */
const batchSize = 500

/** A folder whose entries are still to be copied, those after the name `after`. */
interface Task {
  from: number
  to: number
  after: string | null
}

/** Copies a folder with all it holds to where nobody sees it; answers the copy. */
async function copyTree(bound: Bound, objects: Objects, { id }: FileNode): Promise<number> {
  const { database, now } = objects
  const top = await database.transact(({ files }) =>
    files.insert(hiddenRoot, { ...folderEntry(now()), name: draftName(now()) }),
  )
  try {
    for (let tasks: Task[] = [{ from: id, to: top, after: null }]; tasks.length > 0;) {
      const before = tasks
      tasks = await database.transact((stores) => copyBatch(bound, stores, before, now()))
    }
    return top
  } catch (error) {
    await giveUp(objects, [top])
    throw error
  }
}

/**
 * Ends drafts that are not wanted after all. Where even that fails, they are swept a day later. One
 * that has got its place, though nobody could tell whether it did, is no draft any more.
 */
async function giveUp(objects: Objects, drafts: readonly number[]): Promise<void> {
  if (drafts.length === 0) return
  const { database } = objects
  await database
    .transact(async ({ files }) => {
      for (const id of drafts) {
        const node = await files.node(id)
        if (node?.parent === hiddenRoot) await files.move(id, hiddenRoot, goneName())
      }
    })
    .catch(() => {})
  objects.clearUp()
}

/**
 * Reads and writes in one transaction: bytes that nobody has are ended, but never those of an entry
 * that is being copied. Answers what is left to do.
 */
async function copyBatch(
  bound: Bound,
  stores: Stores,
  tasks: readonly Task[],
  now: Date,
): Promise<Task[]> {
  const { files } = stores
  const seen = await seenFiles(bound, stores)
  const left = tasks.slice()
  let room = batchSize
  while (room > 0) {
    const task = left.pop()
    if (!task) break
    const children = await seen.children(task.from, task.after, room)
    const copies = await files.insertAll(
      task.to,
      children.map((child) => (child.kind === 'folder' ? emptyFolder(child, now) : child)),
    )
    if (children.length === room) left.push({ ...task, after: children.at(-1)?.name ?? null })
    for (const [index, { id, kind }] of children.entries()) {
      if (kind === 'folder') left.push({ from: id, to: copies[index] ?? 0, after: null })
    }
    // An empty folder costs something, too.
    room -= Math.max(children.length, 1)
  }
  return left
}

function emptyFolder(
  { name }: FileNode,
  now: Date,
): ReturnType<typeof folderEntry> & { name: string } {
  return { ...folderEntry(now), name }
}
