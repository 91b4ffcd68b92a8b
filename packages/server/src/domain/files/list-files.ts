import { createHash, randomUUID } from 'node:crypto'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Database, ReadStores } from '../../ports/database.ts'
import type { Drive } from '../../ports/drive.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { bodyOf, joinedPages } from '../joined-pages.ts'
import { longList } from '../long-list.ts'
import { folderIn } from './read-index.ts'
import { idOf, pathOf } from './path.ts'
import { driveFor } from './seen-drive.ts'

export interface FileList {
  /** Of the folder: the same text means the same entries, at this path. */
  version: string
  /** How many entries there are in all. */
  total: number
  /** A JSON array: whole, or in pieces when it is long; `null` when the client has it already. */
  body: string | Uint8Array<ArrayBuffer> | AsyncIterableIterator<Uint8Array> | null
}

export interface ListInput {
  folder: string
  /** From the entry `start` up to but without `end`, in the order of names. */
  range: { start: number; end: number } | null
  isKnown: (version: string) => boolean
  /** Where the folder is said to be, for those who may not know where it is. */
  shownAt?: string
}

/** So many entries are read at a stretch before others get their turn. */
const pageEntries = 2000

export async function listFiles(ctx: Context, input: ListInput): Promise<FileList> {
  authorise(ctx.principal, 'files.read')
  const drive = await driveFor(ctx)
  const path = pathOf(input.folder)
  const places = { path, shown: pathOf(input.shownAt ?? input.folder) }
  const folder = await drive.folder(path)
  if (folder.view === undefined && input.isKnown(versionOf(folder)))
    return { ...factsOf(folder), body: null }
  if (!input.range) return wholeList(ctx, drive, input, folder, places)
  const length = input.range.end - input.range.start
  return length > pageEntries
    ? listLong(ctx, drive, input, places)
    : shortList(drive, input, places)
}

interface Places {
  path: Path
  shown: Path
}

/**
 * A list that is here. Where something of it is withheld its version is that of the text alone: that of the folder would
 * tell when what is withheld changes.
 */
function hereOf(
  drive: Drive,
  folder: FileNode,
  body: string | Uint8Array<ArrayBuffer>,
  { isKnown }: ListInput,
): FileList {
  if (folder.view === undefined) return { ...factsOf(folder), body }
  const version = `${folder.id}.${hashOf(drive.database, body)}`
  return { version, total: folder.count, body: isKnown(version) ? null : body }
}

/** Of bodies that are kept, and so asked for again. */
const noHashes = () => new WeakMap<Uint8Array, string>()

function hashOf({ memo }: Database, body: string | Uint8Array): string {
  const hashes = memo(noHashes)
  const known = typeof body === 'string' ? undefined : hashes.get(body)
  const hash = known ?? createHash('sha256').update(body).digest('base64url')
  if (typeof body !== 'string') hashes.set(body, hash)
  return hash
}

async function wholeList(
  ctx: Context,
  drive: Drive,
  input: ListInput,
  folder: FileNode,
  places: Places,
): Promise<FileList> {
  const { path, shown } = places
  const { database } = ctx.workspace
  // An id never means another folder, and its version never means another content.
  const kept = ctx.bodies.get(database, keyOf(folder, shown))
  if (kept?.revision === folder.version) return hereOf(drive, folder, kept.body, input)
  if (folder.count > pageEntries) return listLong(ctx, drive, input, places)
  const list = await drive.database.read(async ({ files }) => {
    const now = await folderIn(files, path)
    const { json, next } = await files.page(now.id, shown, { after: null, start: 0 }, pageEntries)
    return next === null ? { now, body: bodyOf(json) } : null
  })
  if (!list) return listLong(ctx, drive, { ...input, isKnown: () => false }, places)
  const { now, body } = list
  if (now.id === folder.id)
    ctx.bodies.set(database, keyOf(now, shown), { revision: now.version, commits: null, body })
  return hereOf(drive, now, body, input)
}

/** No two who see different things have the same. */
function keyOf({ id, view }: FileNode, shown: Path): string {
  return `files/${id}${idOf(shown)}${view === undefined ? '' : `\0${view}`}`
}

async function shortList(
  drive: Drive,
  input: ListInput,
  { path, shown }: Places,
): Promise<FileList> {
  const { start, end } = input.range ?? { start: 0, end: pageEntries }
  return drive.database.read(async ({ files }) => {
    const folder = await folderIn(files, path)
    const pieces: Uint8Array[] = []
    for await (const piece of pagesOf(files, folder, shown, start, end - start)) pieces.push(piece)
    return hereOf(drive, folder, bodyOf(Buffer.concat(pieces)), input)
  })
}

async function listLong(
  ctx: Context,
  drive: Drive,
  input: ListInput,
  { path, shown }: Places,
): Promise<FileList> {
  const { range, isKnown } = input
  const { database } = ctx.workspace
  const listed: FileNode[] = []
  const list = await longList(drive.database, ctx.asker, isKnown, async ({ files }) => {
    const folder = await folderIn(files, path)
    listed.push(folder)
    const { start, end } = range ?? { start: 0, end: folder.count }
    return {
      // Of what is withheld in part only the whole text would tell, which is not here yet.
      version: folder.view === undefined ? versionOf(folder) : `${folder.id}.${randomUUID()}`,
      pieces: pagesOf(files, folder, shown, start, end - start),
    }
  })
  const folder = listed.at(-1)!
  const facts = { version: list.version, total: folder.count }
  if (range || list.body === null) return { ...facts, body: list.body }
  // Kept for the next who asks when it was sent.
  const made = { revision: folder.version, commits: null }
  const body = ctx.bodies.keepSent(database, keyOf(folder, shown), made, list.body)
  return { ...facts, body }
}

async function* pagesOf(
  files: ReadStores['files'],
  folder: FileNode,
  path: Path,
  start: number,
  count: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let left = count
  async function pageFrom(from: { after: string | null; start: number }): Promise<{
    json: Uint8Array<ArrayBuffer>
    next: string | null
  }> {
    const page = await files.page(folder.id, path, from, Math.min(left, pageEntries))
    left -= page.count
    return { json: page.json, next: left > 0 ? page.next : null }
  }
  if (count <= 0) yield new TextEncoder().encode('[]')
  else
    yield* joinedPages(await pageFrom({ after: null, start }), (after) =>
      pageFrom({ after, start: 0 }),
    )
}

function factsOf(folder: FileNode): Omit<FileList, 'body'> {
  return { version: versionOf(folder), total: folder.count }
}

function versionOf({ id, version }: FileNode): string {
  return `${id}.${version}`
}
