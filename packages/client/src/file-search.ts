import type { FileKind } from '@triptych/contract/files'
import { ask } from './ask.ts'
import { entryOf } from './file-entries.ts'
import type { Entries, Entry } from './file-entries.ts'
import { childrenIn, isOpenInTree, renew, shownBelow, stateOf } from './file-tree.ts'
import type { FilesApi } from './file-tree.ts'
import { pause } from './pause.ts'
import type { ServerError } from './server-error.ts'
import type { Server } from './server.ts'

/** A person who types is not searched for at every letter. */
const typingMs = 200

/** What a search is narrowed to, beside the text or without one. */
export interface Narrowed {
  kind?: FileKind
  /** Changed at this time or later, as `2026-04-01T10:00:00Z`. */
  since?: string
}

const narrowedBy = new WeakMap<FilesApi, Narrowed>()

/** As it was asked for by the action `narrow-files`; nothing when the search is over. */
export function narrowedIn(api: FilesApi): Narrowed {
  return narrowedBy.get(api) ?? {}
}

export interface FileSearch {
  /**
   * Answers whether the widget may begin to search for a text: once it is found. Until then it would search in what it
   * has loaded, and draw thousands that fit the first letter, with a picture of each.
   */
  find(text: string): Promise<boolean>
  /** Once the widget searches: what was found. */
  show(): void
  /** The widget has no search without a text, so it is brought there, and back to how it was shown. */
  narrow(to: Narrowed): void
  /** Whether the widget shows what was found, and not the tree. */
  isOn(): boolean
  /** Something has changed: searches once more. */
  again(): void
  /** Shows the tree as it was. */
  end(): void
}

interface Found {
  folder: string
  entries: Entry[]
}

/**
 * The widget searches in what it has loaded; this one asks the server. What it finds the widget takes
 * for the entries of the folder that was searched, so these have to be put back in the end.
 */
export function fileSearch(
  api: FilesApi,
  server: Server,
  onError: (error: ServerError) => void,
): FileSearch {
  let tree: { folder: string; entries: Entries; isOpen: boolean } | null = null
  let modeBefore = 'cards'
  let turn = 0
  let isFinding = false
  /** Whether something has changed since it was asked what there is. */
  let isDoubtful = false
  let found: Found | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const isOn = () => stateOf(api).mode === 'search'

  function searchSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void search(), typingMs)
  }

  /** Brings what is shown up to date. */
  async function search(): Promise<void> {
    const ours = ++turn
    const answer = await look(stateOf(api).search, () => ours !== turn || !isOn())
    if (ours !== turn) return
    found = answer
    show()
  }

  async function find(text: string): Promise<boolean> {
    const ours = ++turn
    isFinding = true
    clearTimeout(timer)
    await pause(typingMs)
    const answer = ours === turn ? await look(text, () => ours !== turn) : null
    if (ours !== turn) return false
    isFinding = false
    found = answer
    return answer !== null
  }

  async function look(text: string, isOver: () => boolean): Promise<Found | null> {
    const folder = folderOf(api)
    const query = new URLSearchParams({ ...narrowedIn(api) }).toString()
    const path = `files/${encodeURIComponent(folder)}?text=${encodeURIComponent(text)}${query && `&${query}`}`
    try {
      const entries = ((await ask(server, path, isOver)) as unknown[]).map(entryOf)
      if (isOver()) return null
      // Whoever has gone to another folder meanwhile finds what is in that one.
      return folderOf(api) === folder ? { folder, entries } : await look(text, isOver)
    } catch (error) {
      if (!isOver()) onError(error as ServerError)
      return null
    }
  }

  function show(): void {
    if (!found) return
    const { folder, entries } = found
    found = null
    if (tree) clear(folder)
    else tree = { folder, entries: shownBelow(api, folder), isOpen: isOpenInTree(api, folder) }
    void api.exec('provide-data', { id: folder, data: entries, skipProvider: true })
    if (isDoubtful) searchSoon()
    isDoubtful = false
  }

  function again(): void {
    if (isFinding) isDoubtful = true
    else if (isOn()) searchSoon()
  }

  /** Or the widget would go on knowing what was found. */
  function clear(folder: string): void {
    // What is below these goes with them: what was put into a folder that was found, too.
    const ids = childrenIn(api, folder)
    if (ids.length > 0) void api.exec('delete-files', { ids, skipProvider: true })
  }

  return {
    isOn,
    find,
    show,
    narrow(to) {
      narrowedBy.set(api, to)
      const { mode, search: text } = stateOf(api)
      if (Object.keys(to).length > 0 || text) {
        if (mode !== 'search') {
          modeBefore = mode
          api.getStores().data.setState({ mode: 'search' } as never)
        }
        again()
      } else if (mode === 'search') void api.exec('set-mode', { mode: modeBefore })
    },
    again,
    end() {
      turn++
      isFinding = false
      isDoubtful = false
      found = null
      clearTimeout(timer)
      narrowedBy.delete(api)
      const { mode, search: text } = stateOf(api)
      if (mode === 'search' && !text) void api.exec('set-mode', { mode: modeBefore })
      if (!tree) return
      const { folder, entries, isOpen } = tree
      tree = null
      clear(folder)
      void api.exec('provide-data', {
        id: folder,
        data: [...entries.values()],
        skipProvider: true,
      })
      renew(api, folder, isOpen)
    },
  }
}

function folderOf(api: FilesApi): string {
  const { panels, activePanel } = stateOf(api)
  return panels[activePanel]?.path ?? '/'
}
