import type { Change } from '@triptych/contract/changes'

/** A file or folder as the widget wants it; its id is its path. */
export interface Entry {
  id: string
  type: string
  date?: Date
  /** Of a folder that of all that lies in it, where the server has said so. */
  size?: number
  /** A folder whose entries were not loaded yet. */
  lazy?: boolean
  open?: boolean
  /** Its path on the server, which does not know yet what the person has just renamed or copied. */
  listed?: string
}

/** What is loaded, by id. The root is not in it, but always loaded. */
export type Entries = Map<string, Entry>

export function parentOf(id: string): string {
  return id.slice(0, id.lastIndexOf('/')) || '/'
}

/** What is called so in a folder; `name` may have folders in front. */
export function idIn(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}

export function nameOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

export function isWithin(id: string, folder: string): boolean {
  return id === folder || folder === '/' || id.startsWith(`${folder}/`)
}

/** What an id is called after `from` has become `to`. */
export function movedId(id: string, from: string, to: string): string {
  return isWithin(id, from) ? to + id.slice(from.length) : id
}

/** An entry as the server lists or logs it. */
export function entryOf(answer: unknown): Entry {
  const { bytes, ...entry } = answer as Omit<Entry, 'date'> & { date: string; bytes?: number }
  const isFolder = entry.type === 'folder'
  return {
    ...entry,
    date: new Date(entry.date),
    listed: entry.id,
    ...(isFolder && { lazy: true }),
    ...(bytes !== undefined && { size: bytes }),
  }
}

export function isLoaded(entries: Entries, folder: string): boolean {
  const entry = entries.get(folder)
  return folder === '/' || (entry?.type === 'folder' && !entry.lazy)
}

/** Makes the entries of a folder those that the server has listed. */
export function putList(entries: Entries, folder: string, list: readonly Entry[]): void {
  const self = entries.get(folder)
  if (self) entries.set(folder, { ...self, lazy: false })
  const listed = new Set(list.map(({ id }) => id))
  for (const id of entries.keys()) {
    if (parentOf(id) === folder && !listed.has(id)) removeBranch(entries, id)
  }
  for (const entry of list) put(entries, entry)
}

export function removeBranch(entries: Entries, id: string): void {
  for (const each of entries.keys()) {
    if (isWithin(each, id)) entries.delete(each)
  }
}

export function moveBranch(entries: Entries, from: string, to: string): void {
  const branch = [...entries.values()].filter(({ id }) => movedId(id, from, to) !== id)
  removeBranch(entries, from)
  for (const entry of branch) {
    const id = movedId(entry.id, from, to)
    const { listed } = entry
    entries.set(id, { ...entry, id, ...(listed && { listed: movedId(listed, from, to) }) })
  }
}

/**
 * Does to what is loaded what somebody else did on the server. What is not loaded stays so, and what
 * is there already is not done twice.
 */
export function applyChange(entries: Entries, { operation, before, after }: Change): void {
  const old = before && entryOf(before)
  const now = after && entryOf(after)
  if (operation === 'file-deleted' && old) removeBranch(entries, old.id)
  if (operation === 'file-updated' && now && entries.has(now.id)) put(entries, now)
  if (operation === 'file-added' && now && isLoaded(entries, parentOf(now.id))) put(entries, now)
  if (operation === 'file-moved' && old && now) {
    if (!isLoaded(entries, parentOf(now.id))) return removeBranch(entries, old.id)
    if (entries.has(now.id)) removeBranch(entries, old.id)
    else moveBranch(entries, old.id, now.id)
    put(entries, now)
  }
}

/** A folder that is loaded stays loaded; and what happens to it does not say how much it holds. */
function put(entries: Entries, entry: Entry): void {
  const known = entries.get(entry.id)
  if (known && known.type !== entry.type) removeBranch(entries, entry.id)
  const kept = known?.type === entry.type && {
    lazy: known.lazy ?? false,
    open: known.open ?? false,
    ...(entry.size === undefined && known.size !== undefined && { size: known.size }),
  }
  entries.set(entry.id, { ...entry, ...kept })
}
