import { yielding } from '../../concurrency/yielding.ts'
import { AppError } from '../../errors.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { childrenOf } from './read-index.ts'
import type { Drive } from '../../ports/drive.ts'
import type { ZipEntry } from '../../codecs/zip/zip-layout.ts'

/** More entries than this no archive is made of: its directory alone would fill the memory. */
const mostEntries = 1_000_000

export interface PlacedEntry extends ZipEntry {
  source: Path
}

/**
 * All files and folders below a folder, by paths that begin with `top`. Links are left out, and so is what is in
 * folders that we are not let into: those are added to `denied`.
 */
export async function walkFolder(
  drive: Drive,
  folder: FileNode,
  path: Path,
  top: string,
  denied: Path[],
): Promise<PlacedEntry[]> {
  if (folder.totals.files + folder.totals.folders > mostEntries) {
    throw new AppError('files.too_many', `A folder of more than ${mostEntries} entries.`)
  }
  const entries: PlacedEntry[] = []
  await walk({ drive, denied, turn: yielding() }, folder, path, (node, at) => {
    if (node.kind !== 'file' && node.kind !== 'folder') return
    entries.push({
      path: [top, ...at.slice(path.length)].join('/'),
      kind: node.kind,
      size: node.size,
      modified: new Date(node.modified),
      source: at,
    })
  })
  return entries
}

interface Walk {
  drive: Drive
  denied: Path[]
  turn: ReturnType<typeof yielding>
}

async function walk(
  around: Walk,
  folder: FileNode,
  path: Path,
  visit: (node: FileNode, path: Path) => void,
): Promise<void> {
  const { drive, denied, turn } = around
  // What is known is read without ever waiting, however deep it goes.
  if (turn.isOver()) await turn.next()
  try {
    await drive.look(folder, path)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'files.denied')) throw error
    denied.push(path)
    return
  }
  for await (const page of childrenOf(drive.database, folder.id)) {
    for (const node of page) {
      const at = [...path, node.name]
      visit(node, at)
      if (node.kind === 'folder') await walk(around, node, at, visit)
    }
  }
}
