import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FilesClient, Item } from './svar-files-client.ts'

/** What lies under a folder, by its path: `/docs/` is a folder, `/plan.txt` a file. */
export interface Disk {
  paths: string[]
  /** The bytes of files, read as Latin-1 so that two texts are the same only if the bytes are. */
  content: Map<string, string>
  /** Size and time as well, in the words of `entriesOf`. */
  entries: string[]
  totals: { bytes: number; files: number; folders: number }
}

/** The folder of the server itself at the top is left out. */
export function readDisk(root: string): Disk {
  const content = new Map<string, string>()
  const entries: string[] = []
  const folders: string[] = []

  const read = (folder: string): void => {
    for (const name of readdirSync(root + folder)) {
      if (folder === '/' && name === '.triptych') continue
      const path = folder + name
      const stat = statSync(root + path)
      const date = new Date(Math.floor(stat.mtimeMs))
      if (stat.isDirectory()) {
        folders.push(`${path}/`)
        entries.push(entryLine(`${path}/`, date, undefined))
        read(`${path}/`)
      } else {
        content.set(path, readFileSync(root + path, 'latin1'))
        entries.push(entryLine(path, date, stat.size))
      }
    }
  }
  read('/')
  const files = [...content.keys()]
  const bytes = [...content.values()].reduce((sum, text) => sum + text.length, 0)
  return {
    paths: [...folders, ...files],
    content,
    entries,
    totals: { bytes, files: files.length, folders: folders.length },
  }
}

/** What the server keeps for a while and nobody is to see. */
export function hiddenNames(root: string): string[] {
  return readdirSync(join(root, '.triptych', 'hidden'))
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
 * Everything the page shows is on the disk and the other way round, and a page that loads now shows
 * it with the right sizes and times. Answers that page.
 */
export async function assertSameAsDisk(client: FilesClient, root: string): Promise<FilesClient> {
  await client.idle()
  await client.openAll()
  assertSameList(pathsOf(client), readDisk(root).paths, 'the page and the disk')
  return assertReloadShowsDisk(client, root)
}

/** A page that loads now shows the disk, whatever this one shows. Answers it. */
export async function assertReloadShowsDisk(
  client: FilesClient,
  root: string,
): Promise<FilesClient> {
  const fresh = await client.reload()
  await fresh.openAll()
  assertSameList(entriesOf(fresh), readDisk(root).entries, 'a new page and the disk')
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
