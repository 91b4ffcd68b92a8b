import type { Change } from '@triptych/contract/changes'
import { ask } from './ask.ts'
import {
  applyChange,
  entryOf,
  idIn,
  isLoaded,
  isWithin,
  movedId,
  moveBranch,
  parentOf,
  putList,
  removeBranch,
} from './file-entries.ts'
import type { Entry } from './file-entries.ts'
import { show, shownBelow, stateOf } from './file-tree.ts'
import type { FilesApi } from './file-tree.ts'
import type { ServerError } from './server-error.ts'
import type { Server } from './server.ts'

/** Changes that come close behind each other are shown together. */
const gatherMs = 40

/** How long the size of a folder may be that of before something changed far below it. */
const sizesMs = 700

export interface FileSync {
  /** Loads folders, and shows what they hold. Where it must, it rejects when that cannot be had at once. */
  load(folders: readonly string[], isMust?: boolean): Promise<void>
  /** Loads all that is shown of the way to a folder, where it is not loaded yet. */
  loadWayTo(id: string): Promise<void>
  /** Somebody else changed something. */
  tell(change: Change): void
  /** These folders may not be shown as they are; they are loaded as soon as nothing else goes on. */
  doubt(folders: readonly string[]): void
  /** The server has these now, and all that is below them. */
  confirm(ids: readonly string[], isUnsure: (id: string) => boolean): void
  /** Shows something under another name, or in the place of what has that name. */
  rename(from: string, to: string, isOver?: boolean): void
  /** Something changed in this folder, so those above it hold more or less. */
  resize(folder: string): void
  /** Shows how much folders hold, where that is not what their list said. */
  showSizes(): void
  /** Shows what waited for the end of something else. */
  goOn(): void
  settled(): Promise<void>
  stop(): void
}

export interface SyncOptions {
  api: FilesApi
  server: Server
  /** How many changes of our own were begun, and whether all are answered. */
  ownChanges: () => { begun: number; isIdle: boolean }
  /** Whether the tree can be changed now. */
  isShown: () => boolean
  onError: (error: ServerError) => void
}

/** Keeps what the widget has loaded as it is on the server. */
export function fileSync({ api, server, ownChanges, isShown, onError }: SyncOptions): FileSync {
  let isStopped = false
  const doubtful = new Set<string>()
  /** Folders whose list says of one of their folders how much it held before. */
  const outdated = new Set<string>()
  const waiting: (() => void)[] = []
  let told: Change[] = []
  let loading = 0
  let tookMs = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let sizesTimer: ReturnType<typeof setTimeout> | null = null
  let checking: Promise<void> | null = null

  async function load(folders: readonly string[], isMust = false): Promise<void> {
    const start = ownChanges()
    loading++
    for (const folder of folders) outdated.delete(folder)
    let lists: (Entry[] | null | undefined)[]
    try {
      lists = await Promise.all(folders.map((folder) => list(folder, isMust)))
      if (!isShown()) await new Promise<void>((resolve) => waiting.push(resolve))
    } finally {
      loading--
    }
    if (isStopped) return
    const entries = shownBelow(api, '/')
    for (const [index, folder] of folders.entries()) {
      const found = lists[index]
      if (found === null) removeBranch(entries, folder)
      else if (found && (folder === '/' || entries.has(folder))) putList(entries, folder, found)
    }
    show(api, entries)
    // What we did meanwhile may or may not be in the list.
    const isSure = start.isIdle && ownChanges().begun === start.begun
    if (!isSure) for (const folder of folders) doubtful.add(folder)
    showTold()
  }

  /** `null`: there is no such folder. `undefined`: nobody knows what is in it. */
  async function list(folder: string, isMust: boolean): Promise<Entry[] | null | undefined> {
    try {
      const path = `files/${encodeURIComponent(folder)}`
      return ((await ask(server, path, () => isStopped || isMust)) as unknown[]).map(entryOf)
    } catch (error) {
      if ((error as ServerError).code === 'files.not_found') return null
      if (isMust) throw error
      if (!isStopped) onError(error as ServerError)
      return undefined
    }
  }

  /** What came while something was loaded is newer than that, or does nothing. */
  function showTold(): void {
    if (loading > 0 || !isShown() || isStopped) return
    const start = performance.now()
    const changes = told
    told = []
    const entries = shownBelow(api, '/')
    for (const change of changes) applyChange(entries, change)
    show(api, entries, (id) => changes.reduce(idAfter, id))
    if (changes.length > 0) tookMs = performance.now() - start
    checking ??= check().finally(() => (checking = null))
  }

  async function check(): Promise<void> {
    while (doubtful.size > 0 && isShown() && ownChanges().isIdle && !isStopped) {
      const entries = shownBelow(api, '/')
      // What is called the same may be another folder by now, so what is below counts, too.
      const folders = ['/', ...entries.keys()].filter(
        (id) => isLoaded(entries, id) && [...doubtful].some((above) => isWithin(id, above)),
      )
      doubtful.clear()
      if (folders.length > 0) await load(folders)
    }
  }

  function resize(folder: string): void {
    for (let above = folder; above !== '/'; above = parentOf(above)) outdated.add(parentOf(above))
    showSizes()
  }

  /** One list for many changes. Others of these lists are loaded when somebody comes to them. */
  function showSizes(): void {
    if (outdated.size === 0) return
    sizesTimer ??= setTimeout(
      () => {
        sizesTimer = null
        if (!isShown()) return
        if (loading > 0 || !ownChanges().isIdle) return showSizes()
        const folders = new Set(stateOf(api).panels.map(({ path }) => path))
        const seen = [...folders].filter((folder) => outdated.has(folder))
        if (seen.length > 0) void load(seen)
      },
      Math.max(sizesMs, 20 * tookMs),
    )
  }

  return {
    load,
    resize,
    showSizes,
    async loadWayTo(id) {
      const names = id.split('/').slice(1, -1)
      for (let folder = '/'; ; folder = idIn(folder, names.shift() ?? '')) {
        const entries = shownBelow(api, '/')
        if (folder !== '/' && !entries.has(folder)) return
        if (!isLoaded(entries, folder)) await load([folder])
        if (names.length === 0) return
      }
    },
    tell(change) {
      told.push(change)
      for (const end of [change.before, change.after]) {
        if (!end) continue
        const folder = parentOf(String(end['id']))
        resize(folder)
        if (!ownChanges().isIdle) doubtful.add(folder)
      }
      timer ??= setTimeout(
        () => {
          timer = null
          showTold()
        },
        // A person wants to work in between, however much there is to show.
        Math.max(gatherMs, 2 * tookMs),
      )
    },
    doubt(folders) {
      for (const folder of folders) doubtful.add(folder)
    },
    confirm(ids, isUnsure) {
      if (!isShown()) return
      const entries = shownBelow(api, '/')
      for (const [id, entry] of entries) {
        const isThere = ids.some((above) => isWithin(id, above)) && !isUnsure(id)
        if (isThere) entries.set(id, { ...entry, listed: id })
      }
      show(api, entries)
    },
    rename(from, to, isOver = false) {
      const entries = shownBelow(api, '/')
      if (!entries.has(from) || (entries.has(to) && !isOver)) return
      removeBranch(entries, to)
      moveBranch(entries, from, to)
      show(api, entries, (id) => movedId(id, from, to))
    },
    goOn() {
      for (const resolve of waiting.splice(0)) resolve()
      showTold()
      showSizes()
    },
    async settled() {
      while (checking) await checking
    },
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      if (sizesTimer) clearTimeout(sizesTimer)
    },
  }
}

function idAfter(id: string, { operation, before, after }: Change): string {
  if (operation !== 'file-moved' || !before || !after) return id
  return movedId(id, String(before['id']), String(after['id']))
}
