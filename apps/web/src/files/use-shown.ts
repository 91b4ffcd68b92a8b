import type { IApi, IParsedEntity } from '@svar-ui/react-filemanager'
import { useEffect, useState } from 'react'

export interface Shown {
  folder: string
  mode: string
  files: readonly IParsedEntity[]
  selected: readonly IParsedEntity[]
  sort: { key: string; order: string }
}

/** What the widget shows, of two panels the one in use. */
export function useShown(api: IApi | null): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    if (!api) return undefined
    const read = () => setShown(shownNow(api))
    const { panels, mode, activePanel } = api.getReactiveState()
    // The types do not tell of it.
    const ends = [panels, mode, activePanel].map(
      (part) => part?.subscribe(read) as unknown as () => void,
    )
    return () => ends.forEach((end) => end())
  }, [api])
  return api && shown
}

interface Panel {
  path: string
  _files?: IParsedEntity[]
  _selected?: IParsedEntity[]
  _sorts?: Record<string, { key: string; order: string }>
}

function shownNow(api: IApi): Shown | null {
  const { panels = [], activePanel = 0, mode } = api.getState()
  const panel = panels[activePanel] as unknown as Panel | undefined
  if (!panel) return null
  return {
    folder: panel.path,
    mode: mode ?? 'cards',
    files: panel._files ?? [],
    selected: panel._selected ?? [],
    sort: panel._sorts?.[panel.path] ?? { key: 'name', order: 'asc' },
  }
}
