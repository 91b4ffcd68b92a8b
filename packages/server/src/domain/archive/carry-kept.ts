import type { ArchiveExtra } from '@triptych/contract/archive'
import { damaged } from '../../codecs/tar/tar-header.ts'
import type { ReadStores, Stores } from '../../ports/database.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode, NewNode } from '../../ports/file-index.ts'
import type { KeptEntry } from '../../ports/kept.ts'
import type { Path } from '../../ports/storage.ts'

export interface CarriedEntry {
  entry: KeptEntry
  node: FileNode
}

/** What of the trash and of the versions goes into an archive. */
export async function keptIn(
  stores: Pick<ReadStores, 'files' | 'kept'>,
  without: ReadonlySet<ArchiveExtra>,
): Promise<CarriedEntry[]> {
  const carried: CarriedEntry[] = []
  if (!without.has('trash')) {
    for await (const one of allOf(stores, 'deleted')) carried.push(one)
  }
  if (without.has('versions')) return carried
  for await (const one of allOf(stores, 'version')) {
    // One that goes next is not there for anybody.
    if (one.entry.at > 0 && (await isCarried(stores, one.entry, without))) carried.push(one)
  }
  return carried
}

/** Whether the file it is a state of goes along. */
async function isCarried(
  { files }: Pick<ReadStores, 'files'>,
  { of }: KeptEntry,
  without: ReadonlySet<ArchiveExtra>,
): Promise<boolean> {
  const spot = of === null ? null : await files.spotOf(of)
  return spot !== null && (spot.area === 'drive' || !without.has('trash'))
}

const pageSize = 1000

async function* allOf(
  { files, kept }: Pick<ReadStores, 'files' | 'kept'>,
  kind: KeptEntry['kind'],
): AsyncGenerator<CarriedEntry> {
  let page: KeptEntry[]
  let after: KeptEntry | null = null
  do {
    page = await kept.newest(kind, after, pageSize)
    for (const entry of page) {
      const node = await files.node(entry.node)
      if (node) yield { entry, node }
    }
    after = page.at(-1) ?? null
  } while (page.length === pageSize)
}

/**
 * Puts something that is kept, or what is in it, into the index of another drive; `path` begins with its name there.
 * Answers its id.
 */
export async function putKept(
  { files, kept }: Pick<Stores, 'files' | 'kept'>,
  entry: KeptEntry,
  path: Path,
  found: Omit<NewNode, 'name'>,
): Promise<number> {
  const name = path.at(-1) ?? ''
  let parent: number | undefined = hiddenRoot
  for (const above of path.slice(0, -1)) {
    if (parent !== undefined) parent = (await files.child(parent, above))?.id
  }
  if (parent === undefined) throw damaged()
  if (parent === hiddenRoot) {
    await files.addFormer([{ id: entry.node, parent, name, kind: found.kind }])
    await kept.add(entry)
  }
  const [id] = await files.insertAgain(parent, [{ ...found, name }])
  return id!
}
