import type { IApi } from '@svar-ui/react-filemanager'
import type { Server } from 'triptych-client'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { isSearching, shownFiles } from '../shown.ts'
import { focusList } from '../use-list-focus.ts'
import type { ViewedFile } from './viewed-file.ts'

/** It comes when it is asked for. */
const Viewer = lazy(async () => ({ default: (await import('./viewer.tsx')).Viewer }))

/** Shows files one after the other, over the list they are in. */
export function useViewer(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  server: Server,
): { view: (id: string) => void; viewer: ReactNode } {
  const [viewed, setViewed] = useState<{ files: ViewedFile[]; first: string } | null>(null)

  const view = useCallback(
    (id: string) => {
      if (!api) return
      const files = shownFiles(api).filter(({ type }) => type !== 'folder')
      const found = api.getFile(id)
      // From the tree or an address it may be one that is not in the list.
      const all = files.some((file) => file.id === id) || !found ? files : [found]
      setViewed({ files: all.map(viewedFile), first: id })
    },
    [api],
  )

  // The widget ends a search before it opens what was found.
  useEffect(() => {
    const root = frame.current
    if (!root || !api) return undefined
    const open = (event: MouseEvent) => {
      const card = (event.target as Element).closest('.wx-search .wx-item')
      const id = card?.getAttribute('data-id')?.replace(/^:/, '')
      if (!id || !isSearching(api) || api.getFile(id)?.type === 'folder') return
      event.stopPropagation()
      void api.exec('open-file', { id })
    }
    root.addEventListener('dblclick', open, { capture: true })
    return () => root.removeEventListener('dblclick', open, { capture: true })
  }, [api, frame])

  function close(): void {
    setViewed(null)
    const root = frame.current
    focusList(root)
    root?.querySelector('.wx-item.wx-selected, .wx-row.wx-selected')?.scrollIntoView({
      block: 'nearest',
    })
  }

  const viewer = viewed && (
    <Suspense fallback={null}>
      <Viewer
        {...viewed}
        server={server}
        onShow={(id) => void api?.exec('select-file', { id })}
        onClose={close}
      />
    </Suspense>
  )
  return { view, viewer }
}

function viewedFile(file: { id: string; name?: string; size?: number; date?: Date }): ViewedFile {
  const { id, size = 0, date } = file
  return { id, name: file.name ?? id.slice(id.lastIndexOf('/') + 1), size, date }
}
