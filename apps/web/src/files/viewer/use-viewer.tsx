import type { IApi } from '@svar-ui/react-filemanager'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { ViewProps } from '../../view.ts'
import { viewerOptions } from '../deeds/menu-options.ts'
import type { menuOptions } from '../deeds/menu-options.ts'
import { nextEntry } from '../list/next-entry.ts'
import { aboveOf, currentFolder, isListRead, isSearching, nameIn, shownFiles } from '../shown.ts'
import type { EntryActions } from '../deeds/use-entry-actions.tsx'
import { focusList } from '../list/use-list-focus.ts'
import type { OpenedFile } from './use-opened-file.ts'
import type { ViewedFile } from './viewed-file.ts'
import { quoted } from '../../quoted.ts'
import { t } from '../../words/words.ts'

/** It comes when it is asked for. */
const Viewer = lazy(async () => ({ default: (await import('./viewer.tsx')).Viewer }))

export interface ViewerDeeds {
  actions: EntryActions
  options: ReturnType<typeof menuOptions>
}

/** Shows the file that the address names, and those beside it one after the other, over the list they are in. */
export function useViewer(
  frame: RefObject<HTMLElement | null>,
  /** When the list of the address is shown. */
  api: IApi | null,
  opened: OpenedFile,
  deeds: ViewerDeeds,
  { server, tell, setName }: ViewProps,
): ReactNode {
  const [files, setFiles] = useState<readonly ViewedFile[] | null>(null)
  const { id, folder, open, show, close } = opened
  /** Those that were deleted meanwhile, and did not come back. */
  const [gone, setGone] = useState<readonly string[]>([])
  const latest = useRef({ files, id, gone })
  latest.current = { files, id, gone }

  // The widget ends a search before it opens what was found.
  useEffect(() => {
    const root = frame.current
    if (!root || !api) return undefined
    const openFound = (event: MouseEvent) => {
      const card = (event.target as Element).closest('.wx-search .wx-item')
      const found = card?.getAttribute('data-id')?.replace(/^:/, '')
      if (!found || !isSearching(api) || api.getFile(found)?.type === 'folder') return
      event.stopPropagation()
      open(found)
    }
    root.addEventListener('dblclick', openFound, { capture: true })
    return () => root.removeEventListener('dblclick', openFound, { capture: true })
  }, [api, frame, open])

  useEffect(() => {
    if (!api) return undefined
    if (!id) {
      if (files) goOn()
      setFiles(null)
      setGone([])
      return undefined
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    // What is in the folder may come later, and is put in order after it was told of.
    const end = api.getReactiveState().panels?.subscribe(() => {
      const isThere = currentFolder(api) === folder && isListRead(api)
      if (!timer && isThere) timer = setTimeout(() => showOne(api, id))
    }) as unknown as () => void
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [api, id, folder])

  // Whoever deletes what they look at looks at the next one.
  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useViewer')
    api.on(
      'delete-files',
      ({ ids, skipProvider }) => {
        const now = latest.current
        if (skipProvider || !now.files || now.id === null || !ids.includes(now.id)) return
        const nowGone = [...now.gone, ...ids]
        setGone(nowGone)
        const left = now.files.map((file) => file.id)
        const next = nextEntry(left, nowGone, now.id)
        if (next) show(next)
        else close()
      },
      { tag },
    )
    const keepGone = () => setGone((ids) => ids.filter((one) => !api.getFile(one)))
    api.on('provide-data', keepGone, { tag })
    return () => api.detach(tag)
  }, [api, show, close])

  function showOne(shown: IApi, one: string): void {
    const found = shown.getFile(one)
    if (found?.type === 'folder') return void shown.exec('set-path', { id: one })
    // Of another folder it may be one that was found; whether there is one, the server knows.
    if (!found && aboveOf(one) === currentFolder(shown) && !isSearching(shown)) {
      const name = quoted(nameIn(one))
      tell({ kind: 'error', text: t('There is no file {name} here.', { name }) })
      return close()
    }
    const listed = shownFiles(shown).filter(({ type }) => type !== 'folder')
    const isListed = listed.some((file) => file.id === one)
    const isKnown = files?.some((file) => file.id === one)
    // Of what is opened in the list the list knows whether it is chosen: by a finger it is not.
    const isChosen = isListed && (isKnown || !opened.isFromList())
    if (isChosen) void shown.exec('select-file', { id: one })
    if (!isKnown) setFiles((isListed ? listed : [found ?? { id: one }]).map(viewedFile))
  }

  const isOpen = files !== null && id !== null
  useEffect(() => {
    if (!isOpen) return undefined
    setName(nameIn(id))
    return () => setName(null)
  }, [isOpen, id, setName])

  /** Whoever closes it goes on in the list, where the last one stands. */
  function goOn(): void {
    const root = frame.current
    focusList(root)
    root?.querySelector('.wx-item.wx-selected, .wx-row.wx-selected')?.scrollIntoView({
      block: 'nearest',
    })
  }

  if (!isOpen) return null
  const { actions, options } = deeds
  const known = api?.getFile(id)
  return (
    <Suspense fallback={null}>
      <Viewer
        files={files.filter((file) => file.id === id || !gone.includes(file.id))}
        id={id}
        server={server}
        items={known ? viewerOptions(options('file', known)) : []}
        onRename={() => known && actions.askName({ rename: id })}
        onDelete={() => known && actions.askDelete([id])}
        onShow={show}
        onClose={close}
      />
    </Suspense>
  )
}

function viewedFile(file: { id: string; name?: string; size?: number; date?: Date }): ViewedFile {
  const { id, size = 0, date } = file
  return { id, name: file.name ?? nameIn(id), size, date }
}
