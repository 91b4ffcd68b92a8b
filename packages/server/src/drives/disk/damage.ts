import type { Database } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import { childrenOf } from '../../domain/files/children-of.ts'
import type { Disk } from './disk.ts'

/** Whether the numbers of a folder are not the sums of its entries, which only a foreign hand can do. */
export async function isDamaged({ database, lock }: Disk, id: number): Promise<boolean> {
  const looksDamaged = async (): Promise<boolean> => {
    const folder = await database.read(({ files }) => files.node(id))
    return folder !== null && !(await addsUp(database, folder))
  }
  // Somebody may have added something between the look at the folder and the look at its entries.
  return (await looksDamaged()) && lock.exclusive(looksDamaged)
}

async function addsUp(database: Database, folder: FileNode): Promise<boolean> {
  const sums = { count: 0, bytes: 0, files: 0, folders: 0 }
  for await (const page of childrenOf(database, folder.id)) {
    for (const { kind, size, totals } of page) {
      sums.count += 1
      sums.bytes += kind === 'folder' ? totals.bytes : size
      sums.files += kind === 'folder' ? totals.files : 1
      sums.folders += kind === 'folder' ? totals.folders + 1 : 0
    }
  }
  const { count, totals } = folder
  return (
    count === sums.count &&
    totals.bytes === sums.bytes &&
    totals.files === sums.files &&
    totals.folders === sums.folders
  )
}

/** Forgets everything. What is asked for is looked at again at once, the rest in the background. */
export async function forgetIndex({ database, lock }: Disk): Promise<void> {
  await lock.exclusive(() => database.transact(({ files }) => files.clear()))
}

export async function hasRoot({ database }: Disk): Promise<boolean> {
  return (await database.read(({ files }) => files.node(driveRoot))) !== null
}
