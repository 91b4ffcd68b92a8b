import type { ArchiveClosing, ArchiveRules } from '@triptych/contract/archive'
import type { Asker } from '../../asker.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { DumpPage } from '../../ports/dump.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import type { Drive } from '../../ports/drive.ts'
import { keepRules } from './carry-rules.ts'
import { naming } from './naming.ts'
import { archiveSum, tableSums } from './checksums.ts'
import { end, headerOf, padding } from '../../codecs/tar/tar-header.ts'
import type { TarEntry } from '../../codecs/tar/tar-header.ts'

export interface ArchivedWorkspace {
  name: string
  drive: Drive
  now: Date
  /** Whoever is not named takes it as soon as it is made. */
  asker?: Asker | null
  /** Told of every file and of every thousand rows. */
  progress?: (steps: number) => void
}

/** Something to be put into an archive. */
interface Part extends TarEntry {
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Everything of a workspace as it is at one instant: tables, plan, views, log and files. */
export async function* makeArchive({
  drive,
  name,
  now,
  asker = null,
  progress = () => {},
}: ArchivedWorkspace): AsyncGenerator<Uint8Array> {
  await drive.known()
  const sums = { archive: archiveSum(), tables: tableSums() }
  const facts: Facts = { files: 0, folders: 0, bytes: 0, links: 0, missing: [] }

  async function* summedUp(part: Part): AsyncGenerator<Uint8Array> {
    sums.archive.begin(part)
    yield* piecesOf(part, (bytes) => sums.archive.add(bytes))
  }

  yield* summedUp(textPart('workspace.json', { format: 'triptych-1', name, at: now }, now))
  const release = drive.hold()
  try {
    let pages = 0
    for await (const found of drive.database.stream(everythingIn, asker)) {
      if ('rows' in found) {
        sums.tables.add(found)
        yield* summedUp(textPart(`data/${String(++pages).padStart(8, '0')}.json`, found, now))
        progress(found.rows.length / 1000)
      } else if ('rules' in found) {
        yield* summedUp(textPart('rules.json', found, now))
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

interface Found {
  node: FileNode
  path: Path
}

async function* everythingIn(stores: ReadStores): AsyncGenerator<DumpPage | ArchiveRules | Found> {
  yield* stores.dump.pages()
  const rules = await keepRules(stores)
  if (Object.values(rules).some((list) => list.length > 0)) yield rules
  yield* entriesBelow(stores.files, driveRoot, [])
}

type Facts = Omit<ArchiveClosing, 'checksum' | 'tables'>

/** Nothing of links, and of files that are gone. */
async function* partOf(drive: Drive, { node, path }: Found, facts: Facts): AsyncGenerator<Part> {
  if (node.kind === 'file') yield* filePart(drive, node, path, facts)
  if (node.kind === 'link') facts.links++
  if (node.kind !== 'folder') return
  facts.folders++
  yield { kind: 'folder', path: archivePath(path), size: 0, modified: node.modified, bytes: [] }
}

async function* filePart(
  drive: Drive,
  node: FileNode,
  path: Path,
  facts: Facts,
): AsyncGenerator<Part> {
  const file = await naming(archivePath(path), () => drive.openNode(node))
  if (!file) {
    facts.missing.push(archivePath(path))
    return
  }
  try {
    const { size, modified } = file.entry
    facts.files++
    facts.bytes += size
    yield { kind: 'file', path: archivePath(path), size, modified, bytes: file.read(0, size) }
  } finally {
    await file.close()
  }
}

const pageSize = 1000

/** A folder comes before what it holds. */
async function* entriesBelow(
  files: ReadStores['files'],
  folder: number,
  at: Path,
): AsyncGenerator<Found> {
  let after: string | null = null
  do {
    const page: FileNode[] = await files.children(folder, after, pageSize)
    for (const node of page) {
      const path = [...at, node.name]
      yield { node, path }
      if (node.kind === 'folder') yield* entriesBelow(files, node.id, path)
    }
    after = page.length < pageSize ? null : (page.at(-1)?.name ?? null)
  } while (after !== null)
}

function archivePath(path: Path): string {
  return ['files', ...path].join('/')
}

function textPart(path: string, content: object, now: Date): Part {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  return { kind: 'file', path, size: bytes.length, modified: now.getTime(), bytes: [bytes] }
}
