import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { revealer } from '../list/reveal.ts'
import { aboveOf } from '../shown.ts'

interface SetPath {
  id: string
  panel?: number
  selected?: string[]
  skipProvider?: boolean
}

/**
 * Whoever goes up finds the folder that they come from chosen, in sight, and goes on from there by keys. The widget
 * chooses it for its own way up, but not for the path above the list, and leaves it where it is.
 */
export function useCameFrom(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useCameFrom')
    const { reveal, stop } = revealer(frame, api)
    api.intercept(
      'set-path',
      (event: SetPath) => {
        const { panels = [], activePanel = 0 } = api.getState()
        const from = panels[event.panel ?? activePanel]?.path ?? '/'
        if (event.skipProvider || event.selected || isInTree()) return
        const below = wayDown(event.id, from)
        if (below !== null && api.getFile(below)) event.selected = [below]
      },
      { tag },
    )
    api.on(
      'set-path',
      ({ selected }: SetPath) => {
        const [id] = selected ?? []
        stop()
        if (id) reveal(id)
      },
      { tag },
    )

    return () => {
      stop()
      api.detach(tag)
    }
  }, [api, frame])
}

/** Who goes through the tree stays there. */
function isInTree(): boolean {
  return document.activeElement?.closest('.wx-tree') != null
}

/** The folder in `above` that leads down to `folder`; `null` where it is not above it. */
function wayDown(above: string, folder: string): string | null {
  if (folder === above || folder === '/') return null
  const next = aboveOf(folder)
  return next === above ? folder : wayDown(above, next)
}
