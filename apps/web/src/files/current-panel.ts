import type { IApi } from '@svar-ui/react-filemanager'

/** The folder that is shown, or of two panels the one in use. */
export function currentFolder(api: IApi): string {
  return currentPanel(api)?.path ?? '/'
}

export function selectedIn(api: IApi): readonly string[] {
  return currentPanel(api)?.selected ?? []
}

function currentPanel(api: IApi) {
  const { panels = [], activePanel = 0 } = api.getState()
  return panels[activePanel]
}
