import { setImmediate } from 'node:timers/promises'
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

/** All files and folders below a folder, by paths that begin with `top`. Links are left out. */
export async function walkFolder(
  drive: Drive,
  folder: FileNode,
  path: Path,
  top: string,
): Promise<PlacedEntry[]> {
  if (folder.totals.files + folder.totals.folders > mostEntries) {
    throw new AppError('files.too_many', `A folder of more than ${mostEntries} entries.`)
  }
  const entries: PlacedEntry[] = []
  await walk(drive, folder, path, (node, at) => {
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

async function walk(
  drive: Drive,
  folder: FileNode,
  path: Path,
  visit: (node: FileNode, path: Path) => void,
): Promise<void> {
  // What is known is read without ever waiting, however deep it goes.
  await setImmediate()
  await drive.look(folder, path)
  for await (const page of childrenOf(drive.database, folder.id)) {
    for (const node of page) {
      const at = [...path, node.name]
      visit(node, at)
      if (node.kind === 'folder') await walk(drive, node, at, visit)
    }
  }
}
