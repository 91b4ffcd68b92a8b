import type { Stores } from '../../../ports/database.ts'
import { hiddenRoot } from '../../../ports/file-index.ts'
import type { FileNode } from '../../../ports/file-index.ts'
import type { Place } from '../../../ports/storage.ts'
import type { Differences } from './differences.ts'
import type { Disk } from './disk.ts'
import { fileChange } from '../drive/file-change.ts'
import type { Seen } from '../drive/file-change.ts'
import { doubtful } from './stamps.ts'

/** So many rows are written at a stretch before others get their turn. */
const batchSize = 500

/** Brings the index to what a folder holds now, and tells the log what others have done. */
export async function putDown(
  disk: Disk,
  folder: FileNode,
  place: Place,
  found: Differences,
): Promise<void> {
  // Into what was never looked at nobody has put anything: it was there.
  const isNews = folder.stamp !== null
  const works = worksOf(disk, folder, place, found, isNews)
  const newFolders: number[] = []
  for (let at = 0; at < works.length; at += batchSize) {
    const ids = await disk.database.transact(async (stores) => {
      const made: number[] = []
      for (const work of works.slice(at, at + batchSize)) made.push(...(await work(stores)))
      return made
    })
    newFolders.push(...ids)
  }
  for (const id of newFolders) disk.explore(id)
}

/** Answers the ids of folders that must be looked into. */
type Work = (stores: Stores) => Promise<number[]>

function worksOf(
  disk: Disk,
  folder: FileNode,
  place: Place,
  { added, removed, changed, renamed }: Differences,
  isNews: boolean,
): Work[] {
  const seen = (name: string, entry: Seen['entry']): Seen => ({ place: [...place, name], entry })

  async function tell(stores: Stores, ...change: Parameters<typeof fileChange>): Promise<void> {
    if (!isNews) return
    const author = { actor: 'disk', origin: null, at: disk.now() }
    await stores.changes.append(fileChange(...change), author)
  }

  return [
    ...removed.map((node): Work => async (stores) => {
      if (node.kind === 'folder') {
        const key = disk.newKey()
        await stores.files.move(node.id, hiddenRoot, key)
        disk.discard(key)
      } else {
        await stores.files.remove(node.id, 1, disk.now().getTime())
      }
      await tell(stores, 'file-deleted', seen(node.name, node), null)
      return []
    }),
    ...renamed.map(({ node, entry }): Work => async (stores) => {
      await stores.files.move(node.id, folder.id, entry.name)
      await stores.files.update(node.id, entry)
      await tell(stores, 'file-moved', seen(node.name, node), seen(entry.name, entry))
      return []
    }),
    ...changed.map(({ node, entry }): Work => async (stores) => {
      await stores.files.update(node.id, entry)
      if (entry.kind !== 'folder') {
        await tell(stores, 'file-updated', seen(node.name, node), seen(node.name, entry))
        return []
      }
      if (entry.inode === node.inode) return []
      // Another folder of the same name holds other things.
      await stores.files.setStamp(node.id, node.stamp && doubtful)
      disk.stamps.set(node.id, doubtful)
      return [node.id]
    }),
    ...added.map((entry): Work => async (stores) => {
      const id = await stores.files.insert(folder.id, entry)
      await tell(stores, 'file-added', null, seen(entry.name, entry))
      return entry.kind === 'folder' ? [id] : []
    }),
  ]
}
