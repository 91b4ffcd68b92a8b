import { createHash } from 'node:crypto'
import type { FileEntry } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import type { FileList, ListInput } from '../files/list-files.ts'
import { idOf, pathOf } from '../files/path.ts'
import { notFound, refuseOthers } from '../files/read-index.ts'
import { driveFor } from '../files/seen-drive.ts'
import { sightOf } from '../files/sight.ts'
import type { Sight } from '../files/sight.ts'
import { revisionOf } from './moment.ts'
import type { Moment } from '@triptych/contract/moment'
import { filesAt } from './past-files.ts'
import type { PastEntry, PastTree } from './past-files.ts'
import { notKept } from './take-back.ts'

/** The entries of the folder that was at this place then. How much was in folders nobody knows any more. */
export async function listPastFiles(
  ctx: Context,
  { folder, range, isKnown, at }: Omit<ListInput, 'shownAt'> & { at: Moment },
): Promise<FileList> {
  authorise(ctx.principal, 'files.read')
  const path = pathOf(folder)
  const drive = await driveFor(ctx)
  const read = () =>
    ctx.workspace.database.readLong((stores) => entriesAt(ctx, stores, path, at), ctx.asker)
  let found = await read()
  if (found.unknown) {
    const { node, now } = found.unknown
    await (node ? drive.look(node, now) : drive.folder(now)).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
    found = await read()
  }
  if (!found.entries) throw notFound()
  const { start, end } = range ?? { start: 0, end: Infinity }
  const body = JSON.stringify(found.entries.slice(start, end))
  const version = `at-${createHash('sha256').update(body).digest('base64url')}`
  return { version, total: found.entries.length, body: isKnown(version) ? null : body }
}

interface Found {
  /** `null`: there was no such folder, as far as one knows. */
  entries: FileEntry[] | null
  /** What the drive has to look at before that is certain. */
  unknown: { node: FileNode | null; now: Path } | null
}

async function entriesAt(ctx: Context, stores: ReadStores, path: Path, at: Moment): Promise<Found> {
  const revision = await revisionOf(ctx, stores, at)
  const tree = await filesAt(ctx.workspace.database, stores, revision)
  const sight = await sightOf(ctx, stores)
  const folder = await seenFolder(tree, sight, path)
  if (!folder) return { entries: null, unknown: { node: null, now: path } }
  if (await tree.isLost(folder.id)) throw notKept({ entity: idOf(path) })
  const entries: PastEntry[] = []
  for await (const one of tree.children(folder.id)) if (isSeen(sight, one)) entries.push(one)
  const names = new Map(entries.map((entry) => [entry, Buffer.from(entry.name)]))
  // By code points, as every list of files is.
  entries.sort((one, other) => Buffer.compare(names.get(one)!, names.get(other)!))
  return {
    entries: entries.map((entry) => viewOf(path, entry)),
    unknown: await unlooked(stores, folder),
  }
}

/** By the rules of now, which were the same then: see `revisionOf`. */
function isSeen(sight: Sight | null, { id }: PastEntry): boolean {
  return !sight || !(sight.isClosed || sight.ids.has(id))
}

async function seenFolder(
  tree: PastTree,
  sight: Sight | null,
  path: Path,
): Promise<PastEntry | null> {
  for (let depth = 1; depth <= path.length; depth++) {
    const found = await tree.find(path.slice(0, depth))
    if (found === 'lost') throw notKept({ entity: idOf(path) })
    if (!found || !isSeen(sight, found)) return null
    if (depth < path.length || found.kind === 'folder') continue
    refuseOthers(found)
  }
  const folder = await tree.find(path)
  return folder === 'lost' ? null : folder
}

/** On a disk there are folders that nobody has looked into yet. */
async function unlooked({ files }: ReadStores, { id }: PastEntry): Promise<Found['unknown']> {
  const node = await files.node(id)
  if (!node || node.fingerprint !== null) return null
  const isOnDisk = (await files.node(driveRoot))?.fingerprint !== null
  const now = isOnDisk ? await files.pathOf(id) : null
  return now && { node, now }
}

function viewOf(folder: Path, { name, kind, size, date }: PastEntry): FileEntry {
  return {
    id: idOf([...folder, name]),
    type: kind,
    value: name,
    date,
    ...(kind === 'file' ? { size } : {}),
    ...(kind === 'folder' ? { lazy: true as const } : {}),
  }
}
