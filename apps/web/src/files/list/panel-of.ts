import type { IApi } from '@svar-ui/react-filemanager'

/** In which of two panels something is; where there is one, that. */
export function panelOf(part: Element, api: IApi): 0 | 1 {
  const panel = part.closest<HTMLElement>('[data-panel]')?.dataset['panel']
  return (panel === undefined ? api.getState().activePanel : Number(panel)) === 1 ? 1 : 0
}

/** What is done next is done in the panel that this is in. Answers whether it was done in the other one before. */
export function activatePanelOf(part: Element, api: IApi): boolean {
  const panel = panelOf(part, api)
  if (panel === (api.getState().activePanel ?? 0)) return false
  void api.exec('set-active-panel', { panel })
  return true
}
