import assert from 'node:assert/strict'
import type { FoundEntry } from '../fixtures/found-files.ts'
import type { FilesClient, Item } from './files-client.ts'

/** What is really there, by its path: `/docs/` is a folder, `/plan.txt` a file. */
export interface Drive {
  paths: string[]
  /** The bytes of files, read as Latin-1 so that two texts are the same only if the bytes are. */
  content: Map<string, string>
  /** Size and time as well, in the words of `entriesOf`. */
  entries: string[]
  totals: { bytes: number; files: number; folders: number }
}

/** Somebody who knows what is really there. */
interface Knowing {
  drive(): Promise<Drive>
}

export function driveFrom(found: readonly FoundEntry[]): Drive {
  const content = new Map<string, string>()
  const entries: string[] = []
  const folders: string[] = []
  for (const { path, kind, bytes, modified } of found) {
    const date = new Date(Math.floor(modified))
    if (kind === 'folder') {
      folders.push(`/${path}/`)
      entries.push(entryLine(`/${path}/`, date, undefined))
    } else {
      content.set(`/${path}`, bytes.toString('latin1'))
      entries.push(entryLine(`/${path}`, date, bytes.length))
    }
  }
  const files = [...content.keys()]
  const bytes = [...content.values()].reduce((sum, text) => sum + text.length, 0)
  return {
    paths: [...folders, ...files],
    content,
    entries,
    totals: { bytes, files: files.length, folders: folders.length },
  }
}

export function pathOf({ id, type }: Item): string {
  return type === 'folder' ? `${id}/` : id
}

export function pathsOf(client: FilesClient): string[] {
  return client.items().map(pathOf)
}

/** Entries as a page shows them that has just been loaded. */
function entriesOf(client: FilesClient): string[] {
  return client.items().map((item) => entryLine(pathOf(item), item.date, item.size))
}

function entryLine(path: string, date: Date | undefined, size: number | undefined): string {
  return [path, size ?? '', date?.toISOString()].join(' | ')
}

/**
 * Everything the page shows is there and the other way round, and a page that loads now shows it
 * with the right sizes and times. Answers that page.
 */
export async function assertShowsDrive(client: FilesClient, server: Knowing): Promise<FilesClient> {
  await client.idle()
  await client.openAll()
  assertSameList(pathsOf(client), (await server.drive()).paths, 'the page and the drive')
  return assertReloadShowsDrive(client, server)
}

/** A page that loads now shows the drive, whatever this one shows. Answers it. */
export async function assertReloadShowsDrive(
  client: FilesClient,
  server: Knowing,
): Promise<FilesClient> {
  const fresh = await client.reload()
  await fresh.openAll()
  assertSameList(entriesOf(fresh), (await server.drive()).entries, 'a new page and the drive')
  return fresh
}

/** The same lines in any order. Of many differences the first few are told. */
export function assertSameList(actual: string[], expected: string[], what: string): void {
  const surplus = without(actual, expected)
  const missing = without(expected, actual)
  if (surplus.length === 0 && missing.length === 0) return
  assert.fail(`${what} differ: ${few('only the first has', surplus)}${few('it lacks', missing)}`)
}

function without(list: string[], other: string[]): string[] {
  const left = new Map<string, number>()
  for (const one of other) left.set(one, (left.get(one) ?? 0) + 1)
  return list.toSorted().filter((one) => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count <= 0
  })
}

function few(title: string, list: string[]): string {
  if (list.length === 0) return ''
  const lines = list.slice(0, 6).map((one) => `\n  ${JSON.stringify(one)}`)
  return `\n${title} (${list.length}):${lines.join('')}`
}
