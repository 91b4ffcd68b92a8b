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
