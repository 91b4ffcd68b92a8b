import { parentOf, removeBranch } from './file-entries.ts'
import type { Entries, Entry } from './file-entries.ts'
import type { Params, WidgetApi } from './widget.ts'

/** What the file manager of all three frameworks hands out, as far as it is used here. */
export interface FilesApi extends Omit<WidgetApi, 'on' | 'intercept'> {
  on(action: string, handler: (event: Params) => unknown, config?: object): void
  intercept(action: string, handler: (event: Params) => unknown, config?: object): void
  getFile(id: string): object | null
  getStores(): { data: { setState(state: never): unknown } }
}

interface Item extends Entry {
  parent?: string
  data?: Item[] | null
  name?: string
  ext?: string
  $level?: number
}

interface Panel {
  path: string
  selected: string[]
}

export interface FilesState {
  mode: string
  search: string
  activePanel: number
  panels: Panel[]
}

export function stateOf(api: FilesApi): FilesState {
  return api.getState() as FilesState
}

export function isFile(api: FilesApi, id: string): boolean {
  return (api.getFile(id) as Item | null)?.type === 'file'
}

/** What the widget has loaded in a folder. */
export function childrenIn(api: FilesApi, folder: string): string[] {
  return ((api.getFile(folder) as Item | null)?.data ?? []).map(({ id }) => id)
}

/** What the widget has loaded below a folder. */
export function shownBelow(api: FilesApi, folder: string): Entries {
  const entries: Entries = new Map()
  const addBelow = (id: string) => {
    for (const child of (api.getFile(id) as Item | null)?.data ?? []) {
      entries.set(child.id, entryIn((api.getFile(child.id) as Item | null) ?? child))
      addBelow(child.id)
    }
  }
  addBelow(folder)
  return entries
}

/**
 * Makes the widget show these entries, and touches nothing else. Who is in a folder that has moved
 * goes with it (`moved` says where to); who is in one that is gone comes to the nearest that is left.
 */
export function show(api: FilesApi, next: Entries, moved = (id: string) => id): void {
  const shown = shownBelow(api, '/')
  const before = stateOf(api).panels.map(({ path, selected }) => ({ path, selected }))
  // What the widget has put into a folder that is not loaded would be there twice once it is.
  for (const id of next.keys()) if (next.get(parentOf(id))?.lazy) removeBranch(next, id)

  const stays = (id: string): boolean =>
    id === '/' || (next.has(id) && !shown.get(parentOf(id))?.lazy && stays(parentOf(id)))
  // A name with a slash, which the server refuses, is in one folder and says that it is in another.
  const parentIn = (id: string) => (api.getFile(id) as Item | null)?.parent ?? '/'
  const gone = [...shown.keys()].filter((id) => !stays(id) && stays(parentIn(id)))
  for (const id of gone) removeBranch(shown, id)
  if (gone.length > 0) void api.exec('delete-files', { ids: gone, skipProvider: true })

  const below = childrenByParent(next)
  for (const folder of changedFolders(shown, next)) {
    const data = branch(below, folder)
    void api.exec('provide-data', { id: folder, data, skipProvider: true })
    renew(api, folder)
  }

  for (const [panel, { path, selected }] of before.entries()) {
    let id = moved(path)
    while (id !== '/' && !next.has(id)) id = parentOf(id)
    // What has moved to another folder is out of sight, and no key is meant for it.
    const isHere = (each: string) => next.has(each) && parentOf(each) === id
    const stillSelected = selected.map(moved).filter(isHere)
    const now = stateOf(api).panels[panel]
    const isSelected = now?.selected.join('\n') === stillSelected.join('\n')
    // Also where the widget has left a folder by itself: whoever wants to know listens to this event.
    if (path !== id || now?.path !== id || !isSelected) {
      const event = { id, panel, selected: stillSelected, skipProvider: true }
      void api.exec('set-path', event)
    }
  }
}

/** The widget draws its tree anew only where a folder is another object than before. */
export function renew(api: FilesApi, folder: string, isOpen = isOpenInTree(api, folder)): void {
  if (!api.getFile(folder)) return
  void api.exec('open-tree-folder', { id: folder, mode: isOpen, skipProvider: true })
}

/** The root is, unless somebody closes it; the widget forgets that when it becomes empty. */
export function isOpenInTree(api: FilesApi, folder: string): boolean {
  return (api.getFile(folder) as Item | null)?.open ?? folder === '/'
}

/** The topmost folders whose entries differ: whoever is given one is given all below it, too. */
function changedFolders(shown: Entries, next: Entries): string[] {
  const changed = new Set<string>()
  for (const [id, entry] of next) {
    const old = shown.get(id)
    if (!old || !isSame(old, entry)) changed.add(parentOf(id))
    if (old?.lazy && !entry.lazy) changed.add(id)
  }
  return [...changed].filter((id) => {
    for (let above = id; above !== '/';) {
      above = parentOf(above)
      if (changed.has(above)) return false
    }
    return true
  })
}

function isSame(a: Entry, b: Entry): boolean {
  const isSameDate = a.date?.getTime() === b.date?.getTime()
  return a.type === b.type && a.size === b.size && isSameDate && a.listed === b.listed
}

function childrenByParent(entries: Entries): Map<string, Entry[]> {
  const below = new Map<string, Entry[]>()
  for (const entry of entries.values()) {
    const parent = parentOf(entry.id)
    const siblings = below.get(parent)
    if (siblings) siblings.push(entry)
    else below.set(parent, [entry])
  }
  return below
}

/** Copies, as the widget keeps and changes what it is given. */
function branch(below: Map<string, Entry[]>, folder: string): Entry[] {
  return (below.get(folder) ?? []).flatMap((entry) => [{ ...entry }, ...branch(below, entry.id)])
}

/** Without what the widget has added and will add again. */
function entryIn(item: Item): Entry {
  const { data: _data, parent: _parent, name: _name, ext: _ext, $level: _level, ...entry } = item
  return entry
}
