import type { Database, ReadStores } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode, FileReader, ListingPage } from '../../ports/file-index.ts'
import type { Bound } from '../rules/reach.ts'
import { accessTo, sightOf } from './sight.ts'
import type { Sight } from './sight.ts'

/** The index as somebody sees it: what is withheld from them is not there. Names are taken by it all the same. */
export async function seenFiles(
  bound: Bound,
  stores: Pick<ReadStores, 'rules' | 'files'>,
): Promise<FileReader> {
  const sight = await sightOf(bound, stores)
  return sight ? filesIn(sight, stores.files) : stores.files
}

/** A database of which every read shows the files as somebody sees them. Transactions show all of them. */
export function seenDatabase(bound: Bound, database: Database): Database {
  const seen = async (stores: ReadStores): Promise<ReadStores> => ({
    ...stores,
    files: await seenFiles(bound, stores),
  })
  return {
    ...database,
    read: (work) => database.read(async (stores) => work(await seen(stores))),
    readLong: (work, asker, isHeavy) =>
      database.readLong(async (stores) => work(await seen(stores)), asker, isHeavy),
    stream: (work, asker) =>
      database.stream(async function* (stores) {
        yield* work(await seen(stores))
      }, asker),
  }
}

export function filesIn(sight: Sight, files: FileReader): FileReader {
  const { isClosed, ids, within, inFolder, lessened, view } = sight

  function isSeen({ id }: FileNode): boolean {
    return isClosed ? id === driveRoot : !ids.has(id)
  }

  function seen(node: FileNode): FileNode {
    const less = isClosed && node.id === driveRoot ? node : within.get(node.id)
    if (!less) return node
    return {
      ...node,
      count: node.count - less.count,
      totals: {
        bytes: node.totals.bytes - less.totals.bytes,
        files: node.totals.files - less.totals.files,
        folders: node.totals.folders - less.totals.folders,
      },
      view,
    }
  }

  /** What was read may be withheld in part: then the page is filled up, as one that is not full is the last. */
  function filled(read: FileReader['children']): FileReader['children'] {
    return async (folder, after, limit) => {
      const found: FileNode[] = []
      let last: string | null | undefined = isClosed ? undefined : after
      while (last !== undefined && found.length < limit) {
        const page: FileNode[] = await read(folder, last, limit)
        found.push(...page.filter(isSeen))
        last = page.length < limit ? undefined : page.at(-1)?.name
      }
      return found.slice(0, limit).map(seen)
    }
  }

  async function child(parent: number, name: string): Promise<FileNode | null> {
    const found = await files.child(parent, name)
    return found && isSeen(found) ? found : null
  }

  const reader: FileReader = {
    ...files,
    async node(id) {
      const found = await files.node(id)
      if (!found || !isSeen(found)) return null
      if (id !== driveRoot && (await accessTo(sight, files, found)) === 'none') return null
      return seen(found)
    },
    async find(path) {
      let found = await files.node(driveRoot)
      for (const name of path) found = found && (await child(found.id, name))
      return found && seen(found)
    },
    async child(parent, name) {
      const found = await child(parent, name)
      return found && seen(found)
    },
    pathOf: async (id) => ((await reader.node(id)) ? files.pathOf(id) : null),
    children: filled((...asked) => files.children(...asked)),
    subfolders: filled((...asked) => files.subfolders(...asked)),
    async page(folder, path, from, limit) {
      if (isClosed) return { json: new TextEncoder().encode('[]'), count: 0, next: null }
      const page = await files.page(folder, path, from, limit, inFolder.get(folder))
      const folders = lessened.get(folder)
      return folders ? withLess(page, folders) : page
    },
    search: async (folder, wanted, after, limit) =>
      isClosed
        ? { json: '[]', count: 0, next: null }
        : files.search(folder, wanted, after, limit, sight),
  }
  return reader
}

type Lessened = Sight['lessened'] extends ReadonlyMap<number, infer T> ? T : never

/** Folders hold as much as is seen of it. */
function withLess(page: ListingPage, folders: Lessened): ListingPage {
  const entries = JSON.parse(new TextDecoder().decode(page.json)) as {
    value: string
    count: number
    bytes: number
  }[]
  for (const entry of entries) {
    const less = folders.get(entry.value)
    if (!less) continue
    entry.count -= less.count
    entry.bytes -= less.totals.bytes
  }
  return { ...page, json: new TextEncoder().encode(JSON.stringify(entries)) }
}
