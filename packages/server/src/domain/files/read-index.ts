import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Database } from '../../ports/database.ts'
import type { FileNode, FileReader } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { idOf } from './path.ts'

/** So many rows are read at a stretch before others get their turn. */
const pageSize = 2000

type Read = 'children' | 'subfolders'

/** The entries of a folder in the order of their names, a page at a time. */
export function childrenOf(database: Database, folder: number): AsyncGenerator<FileNode[]> {
  return pagesOf(database, folder, 'children')
}

/** Only its folders. */
export async function subfoldersOf(database: Database, folder: number): Promise<FileNode[]> {
  return (await Array.fromAsync(pagesOf(database, folder, 'subfolders'))).flat()
}

async function* pagesOf(
  database: Database,
  folder: number,
  what: Read,
): AsyncGenerator<FileNode[]> {
  let last: FileNode | undefined
  do {
    const after = last?.name ?? null
    const page: FileNode[] = await database.read(({ files }) =>
      files[what](folder, after, pageSize),
    )
    yield page
    // The database answers at once, so nobody else would get their turn by waiting for it.
    await setImmediate()
    last = page.length < pageSize ? undefined : page.at(-1)
  } while (last)
}

/** The folder at a place, as the index knows it. */
export async function folderIn(files: FileReader, path: Path): Promise<FileNode> {
  const folder = await files.find(path)
  if (!folder) throw notFound()
  refuseOthers(folder)
  return folder
}

export function notFound(): AppError {
  return new AppError('files.not_found', 'There is nothing at this path.')
}

/** Only a folder can hold anything; a link may lead to one, but nobody goes there. */
export function refuseOthers({ kind }: Pick<FileNode, 'kind'>): void {
  if (kind === 'folder') return
  if (kind === 'link') throw new AppError('files.link', 'Symbolic links are not followed.')
  throw new AppError('files.not_a_folder', 'This is not a folder.')
}

/** Folders whose sums are wrong, in words. */
export async function wrongTotals(database: Database): Promise<string[]> {
  return database.read(async ({ files }) => {
    const problems: string[] = []
    for (const id of await files.wrongTotals()) {
      const path = await files.pathOf(id)
      problems.push(`${idOf(path ?? [])}: the totals are not the sum of its entries`)
    }
    return problems
  })
}
