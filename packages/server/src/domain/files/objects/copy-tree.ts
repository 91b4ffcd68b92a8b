import { hiddenRoot } from '../../../ports/file-index.ts'
import type { FileNode, FileStore } from '../../../ports/file-index.ts'
import { folderEntry } from './entries.ts'
import { draftName, goneName } from './hidden-names.ts'
import type { Objects } from './objects.ts'

/** So many rows are written at a stretch before others get their turn. */
const batchSize = 500

/** A folder whose entries are still to be copied, those after the name `after`. */
interface Task {
  from: number
  to: number
  after: string | null
}

/** Copies a folder with all it holds to where nobody sees it; answers the copy. */
export async function copyTree(objects: Objects, { id }: FileNode): Promise<number> {
  const { database, now } = objects
  const top = await database.transact(({ files }) =>
    files.insert(hiddenRoot, { ...folderEntry(now()), name: draftName(now()) }),
  )
  try {
    for (let tasks: Task[] = [{ from: id, to: top, after: null }]; tasks.length > 0;) {
      const before = tasks
      tasks = await database.transact(({ files }) => copyBatch(files, before, now()))
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
export async function giveUp(objects: Objects, drafts: readonly number[]): Promise<void> {
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
async function copyBatch(files: FileStore, tasks: readonly Task[], now: Date): Promise<Task[]> {
  const left = tasks.slice()
  let room = batchSize
  while (room > 0) {
    const task = left.pop()
    if (!task) break
    const children = await files.children(task.from, task.after, room)
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
