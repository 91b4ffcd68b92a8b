import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../ports/database.ts'
import type { FileNode } from '../../ports/file-index.ts'

/** So many rows are read at a stretch before others get their turn. */
const pageSize = 2000

/** The entries of a folder in the order of their names, a page at a time. */
export async function* childrenOf(database: Database, folder: number): AsyncGenerator<FileNode[]> {
  let last: FileNode | undefined
  do {
    const after = last?.name ?? null
    const page: FileNode[] = await database.read(({ files }) =>
      files.children(folder, after, pageSize),
    )
    yield page
    // The database answers at once, so nobody else would get their turn by waiting for it.
    await setImmediate()
    last = page.length < pageSize ? undefined : page.at(-1)
  } while (last)
}

export function subfoldersOf(database: Database, folder: number): Promise<FileNode[]> {
  return database.read(async ({ files }) => {
    const found: FileNode[] = []
    for (const id of await files.subfolders(folder)) {
      const child = await files.node(id)
      if (child) found.push(child)
    }
    return found
  })
}
