import type { IApi } from '@svar-ui/react-filemanager'

const modes = ['table', 'cards', 'panels'] as const
export type Mode = (typeof modes)[number]

export function modeIn(query: URLSearchParams): Mode {
  return modes.find((mode) => mode === query.get('mode')) ?? 'cards'
}

/** The folder that is shown, or of two panels the one in use. */
export function currentFolder(api: IApi): string {
  return currentPanel(api)?.path ?? '/'
}

export function selectedIn(api: IApi): readonly string[] {
  return currentPanel(api)?.selected ?? []
}

/** The one of those chosen from which keys go on. */
export function leadIn(api: IApi): string | undefined {
  const { selected = [], _lastSelected: last } = (currentPanel(api) ?? {}) as {
    selected?: readonly string[]
    _lastSelected?: string
  }
  return last !== undefined && selected.includes(last) ? last : selected.at(-1)
}

/** What the list has in it, in its order. */
export function shownFiles(api: IApi) {
  return currentPanel(api)?._files ?? []
}

export function selectAll(api: IApi): void {
  const files = shownFiles(api)
  const [first, last] = [files[0], files.at(-1)]
  if (!first || !last) return
  void api.exec('select-file', { id: first.id })
  void api.exec('select-file', { id: last.id, range: true })
}

/** Chooses these, in the order of the list, at one go: the widget knows but one after the other. */
export function chooseAll(api: IApi, ids: readonly string[], lead: string | undefined): void {
  const panels: object[] = []
  panels[api.getState().activePanel ?? 0] = {
    selected: [...ids],
    _lastSelected: lead,
    _selectNavigation: false,
  }
  void api.getStores().data.setState({ panels })
}

export function isSearching(api: IApi): boolean {
  return api.getState().mode === 'search'
}

/** The folder that something is in. */
export function aboveOf(id: string): string {
  return id.slice(0, id.lastIndexOf('/')) || '/'
}

export function nameIn(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

/** As people sort: `a`, `B`, `file 2`, `file 10`. */
export function byName(a: string, b: string): number {
  return a.localeCompare(b, undefined, { numeric: true })
}

/** Whether it is known what is in the folder that is shown. */
export function isListRead(api: IApi): boolean {
  const folder = api.getFile(currentFolder(api))
  return folder !== null && !folder.lazy
}

export function isEmptyFolder(api: IApi): boolean {
  const { mode } = api.getState()
  if (mode !== 'cards' && mode !== 'table') return false
  return isListRead(api) && (api.getFile(currentFolder(api))?.data ?? []).length === 0
}

const modesBeforeSearch = new WeakMap<IApi, Mode>()

/** To search is a mode for the widget, after which it goes back to the one before. */
export function shownIn(api: IApi): { folder: string; mode: Mode; text: string } {
  const { mode, search } = api.getState()
  if (mode !== 'search') modesBeforeSearch.set(api, mode as Mode)
  return { folder: currentFolder(api), mode: modesBeforeSearch.get(api) ?? 'cards', text: search }
}

function currentPanel(api: IApi) {
  const { panels = [], activePanel = 0 } = api.getState()
  return panels[activePanel]
}
