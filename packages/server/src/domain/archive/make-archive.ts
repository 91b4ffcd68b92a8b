import type {
  ArchiveClosing,
  ArchiveEntries,
  ArchiveExtra,
  ArchiveKept,
  ArchiveRules,
} from '@triptych/contract/archive'
import type { Asker } from '../../asker.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { DumpPage } from '../../ports/dump.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Drive } from '../../ports/drive.ts'
import type { Moment } from '@triptych/contract/moment'
import { keepRules } from './carry-rules.ts'
import { keptIn } from './carry-kept.ts'
import { naming } from './naming.ts'
import { workspaceAt } from './past-archive.ts'
import type { Found } from './past-archive.ts'
import { archiveSum, tableSums } from './checksums.ts'
import { end, headerOf, padding } from '../../codecs/tar/tar-header.ts'
import type { TarEntry } from '../../codecs/tar/tar-header.ts'

export interface ArchivedWorkspace {
  name: string
  drive: Drive
  now: Date
  /** As it was then, without history, trash and versions; `null`: as it is. */
  at?: Moment | null
  /** What is to be left out. */
  without?: ReadonlySet<ArchiveExtra>
  /** Whoever is not named takes it as soon as it is made. */
  asker?: Asker | null
  /** Told of every file and of every thousand rows. */
  progress?: (steps: number) => void
}

/** Something to be put into an archive. */
interface Part extends TarEntry {
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const everything: ReadonlySet<ArchiveExtra> = new Set()

/** A workspace as it is at one instant: tables, plan, views, log and files, with trash and versions; or as it was. */
export async function* makeArchive({
  drive,
  name,
  now,
  at = null,
  without = everything,
  asker = null,
  progress = () => {},
}: ArchivedWorkspace): AsyncGenerator<Uint8Array> {
  await drive.known()
  const sums = { archive: archiveSum(), tables: tableSums() }
  const facts: Facts = {
    files: 0,
    folders: 0,
    bytes: 0,
    kept: { files: 0, folders: 0, bytes: 0 },
    links: 0,
    missing: [],
  }
  let texts = 0

  async function* summedUp(part: Part): AsyncGenerator<Uint8Array> {
    sums.archive.begin(part)
    yield* piecesOf(part, (bytes) => sums.archive.add(bytes))
  }

  function summedText(path: string, content: object): AsyncGenerator<Uint8Array> {
    return summedUp(textPart(path, content, now))
  }

  function numbered(folder: string): string {
    return `${folder}/${String(++texts).padStart(8, '0')}.json`
  }

  const opening = { format: 'triptych-2', name, at: now }
  const work = at === null ? allBut(without) : asItWas(drive.database, at)
  const release = drive.hold()
  try {
    for await (const found of drive.database.stream(work, asker)) {
      if ('opening' in found) {
        yield* summedText('workspace.json', { ...opening, ...found.opening })
      } else if ('page' in found) {
        sums.tables.add(found.page)
        yield* summedText(numbered('data'), found.page)
        progress(found.page.rows.length / 1000)
      } else if ('rules' in found) {
        yield* summedText('rules.json', found.rules)
      } else if ('entries' in found) {
        yield* summedText(numbered('index'), found.entries)
      } else if ('kept' in found) {
        yield* summedText(numbered('kept'), found.kept)
      } else {
        for await (const part of partOf(drive, found, facts)) yield* summedUp(part)
        progress(1)
      }
    }
  } finally {
    release()
  }
  const closing: ArchiveClosing = {
    ...facts,
    tables: sums.tables.all(),
    checksum: sums.archive.end(),
  }
  yield* piecesOf(textPart('end.json', closing, now))
  yield end
}

async function* piecesOf(
  { bytes, ...entry }: Part,
  seen: (bytes: Uint8Array) => void = () => {},
): AsyncGenerator<Uint8Array> {
  yield headerOf(entry)
  for await (const piece of bytes) {
    seen(piece)
    yield piece
  }
  yield padding(entry.size)
}

type Piece =
  | { opening: { revision?: number } }
  | { page: DumpPage }
  | { rules: ArchiveRules }
  | { entries: ArchiveEntries }
  | { kept: ArchiveKept }
  | Found

function allBut(without: ReadonlySet<ArchiveExtra>) {
  return async function* (stores: ReadStores): AsyncGenerator<Piece> {
    yield { opening: {} }
    for await (const page of stores.dump.pages(without.has('history'))) yield { page }
    const kept = await keptIn(stores, without)
    const rules = await keepRules(stores, new Set(kept.map(({ entry }) => entry.node)))
    if (rules.rules.length + rules.quotas.length > 0) yield { rules }

    async function* entries(): AsyncGenerator<Found> {
      yield* entriesBelow(stores.files, driveRoot, seenFolder)
      for (const { entry, node } of kept) yield* withBelow(stores.files, node, hiddenPath(entry))
    }

    for await (const some of inPages(entries())) yield { entries: some }
    for (let at = 0; at < kept.length; at += pageSize) {
      yield { kept: kept.slice(at, at + pageSize).map(({ entry }) => entry) }
    }
    yield* entries()
  }
}

function asItWas(database: Drive['database'], at: Moment) {
  return async function* (stores: ReadStores): AsyncGenerator<Piece> {
    const { state, rules, entries } = await workspaceAt(database, stores, at)
    yield { opening: { revision: state.revision } }
    for await (const page of stores.dump.pagesAt(state)) yield { page }
    if (rules.rules.length + rules.quotas.length > 0) yield { rules }
    for await (const some of inPages(entries())) yield { entries: some }
    yield* entries()
  }
}

/** Whoever reads it numbers those that come next to the tops by themselves. */
async function* inPages(found: AsyncGenerator<Found>): AsyncGenerator<ArchiveEntries> {
  let page: ArchiveEntries = []
  for await (const { entry, path } of found) {
    const { id, parent, name, kind } = entry
    const isTop = isHidden(path) && !path.slice(hiddenFolder.length + 1).includes('/')
    // What the index has no number of gets a new one.
    if (isTop || id < 0 || parent < 0 || (kind !== 'file' && kind !== 'folder')) continue
    page.push({ id, parent, name, kind })
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

const seenFolder = 'files'
const hiddenFolder = 'hidden'

function hiddenPath({ node }: ArchiveKept[number]): string {
  return `${hiddenFolder}/${node}`
}

function isHidden(path: string): boolean {
  return path.startsWith(`${hiddenFolder}/`)
}

type Facts = Omit<ArchiveClosing, 'checksum' | 'tables'>

/** Nothing of links, and of files that are gone. */
async function* partOf(drive: Drive, found: Found, facts: Facts): AsyncGenerator<Part> {
  const { entry, path, node, isLost } = found
  if (entry.kind === 'file') yield* filePart(drive, node, path, facts)
  if (entry.kind === 'link') facts.links++
  if (entry.kind !== 'folder') return
  totalsAt(path, facts).folders++
  if (isLost) facts.missing.push(`${path}/`)
  yield { kind: 'folder', path, size: 0, modified: entry.modified, bytes: [] }
}

async function* filePart(
  drive: Drive,
  node: FileNode | null,
  path: string,
  facts: Facts,
): AsyncGenerator<Part> {
  const file = node && (await naming(path, () => drive.openNode(node)))
  if (!file) {
    facts.missing.push(path)
    return
  }
  try {
    const { size, modified } = file.entry
    const totals = totalsAt(path, facts)
    totals.files++
    totals.bytes += size
    yield { kind: 'file', path, size, modified, bytes: file.read(0, size) }
  } finally {
    await file.close()
  }
}

function totalsAt(path: string, facts: Facts): ArchiveClosing['kept'] {
  return isHidden(path) ? facts.kept : facts
}

const pageSize = 1000

/** A folder comes before what it holds. */
async function* entriesBelow(
  files: ReadStores['files'],
  folder: number,
  at: string,
): AsyncGenerator<Found> {
  let after: string | null = null
  do {
    const page: FileNode[] = await files.children(folder, after, pageSize)
    for (const node of page) yield* withBelow(files, node, `${at}/${node.name}`)
    after = page.length < pageSize ? null : (page.at(-1)?.name ?? null)
  } while (after !== null)
}

async function* withBelow(
  files: ReadStores['files'],
  node: FileNode,
  path: string,
): AsyncGenerator<Found> {
  yield { entry: node, path, node, isLost: false }
  if (node.kind === 'folder') yield* entriesBelow(files, node.id, path)
}

function textPart(path: string, content: object, now: Date): Part {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  return { kind: 'file', path, size: bytes.length, modified: now.getTime(), bytes: [bytes] }
}
