import type { FileKind } from '@triptych/contract/files'
import { ask } from './ask.ts'
import { entryOf } from './file-entries.ts'
import type { Entries } from './file-entries.ts'
import { isOpenInTree, renew, shownBelow, stateOf } from './file-tree.ts'
import type { FilesApi } from './file-tree.ts'
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
  filter(): void
  /** The widget has no search without a text, so it is brought there, and back to how it was shown. */
  narrow(to: Narrowed): void
  /** Whether the widget shows what was found, and not the tree. */
  isOn(): boolean
  /** Something has changed: searches once more. */
  again(): void
  /** Shows the tree as it was. */
  end(): void
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
  let timer: ReturnType<typeof setTimeout> | undefined
  const isOn = () => stateOf(api).mode === 'search'

  function searchSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void search(), typingMs)
  }

  async function search(): Promise<void> {
    const { search: text, panels, activePanel } = stateOf(api)
    const folder = panels[activePanel]?.path ?? '/'
    const ours = ++turn
    const isOver = () => ours !== turn || !isOn()
    const query = new URLSearchParams({ ...narrowedIn(api) }).toString()
    const path = `files/${encodeURIComponent(folder)}?text=${encodeURIComponent(text)}${query && `&${query}`}`
    try {
      const found = ((await ask(server, path, isOver)) as unknown[]).map(entryOf)
      if (isOver()) return
      if (tree) clear(folder)
      else tree = { folder, entries: shownBelow(api, folder), isOpen: isOpenInTree(api, folder) }
      void api.exec('provide-data', { id: folder, data: found, skipProvider: true })
    } catch (error) {
      if (!isOver()) onError(error as ServerError)
    }
  }

  /** Or the widget would go on knowing what was found. */
  function clear(folder: string): void {
    const ids = [...shownBelow(api, folder).keys()]
    if (ids.length > 0) void api.exec('delete-files', { ids, skipProvider: true })
  }

  return {
    isOn,
    filter: searchSoon,
    narrow(to) {
      narrowedBy.set(api, to)
      const { mode, search: text } = stateOf(api)
      if (Object.keys(to).length > 0 || text) {
        if (mode !== 'search') {
          modeBefore = mode
          api.getStores().data.setState({ mode: 'search' } as never)
        }
        searchSoon()
      } else if (mode === 'search') void api.exec('set-mode', { mode: modeBefore })
    },
    again: searchSoon,
    end() {
      turn++
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
