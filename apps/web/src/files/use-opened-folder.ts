import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'

/**
 * The widget chooses a folder once more after it was opened by a double click: what is done next with what is chosen
 * would be done to the folder that one is in.
 */
export function useOpenedFolder(api: IApi | null): void {
  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useOpenedFolder')
    api.intercept(
      'select-file',
      ({ id, panel }) => {
        const { panels = [], activePanel = 0 } = api.getState()
        return !id || panels[panel ?? activePanel]?.path !== id
      },
      { tag },
    )
    return () => api.detach(tag)
  }, [api])
}
