import type { IApi } from '@svar-ui/react-filemanager'
import { narrowedIn } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import type { ViewProps } from '../view.ts'
import { currentFolder, isSearching, modeIn, shownIn } from './shown.ts'
import { narrowedBy, narrowingIn } from './search/narrowing.ts'
import { t } from '../words/words.ts'

/**
 * What is shown stands in the address, and what stands in the address is shown. Answers whether it is already: the widget
 * begins with the root, and what somebody does meanwhile is meant for the folder of the address.
 */
export function useFilesAddress(api: IApi | null, props: ViewProps): boolean {
  const latest = useRef(props)
  latest.current = props
  const { path, query } = props
  const isStarted = useRef(false)
  const [isShown, setIsShown] = useState(false)

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('address')
    const write = (event: { skipProvider?: boolean; text?: string }) => {
      if (!isStarted.current) return
      const { folder, mode, text } = shownIn(api)
      openTreeTo(api, folder)
      const isNarrowed = Object.keys(narrowedIn(api)).length > 0
      const next = {
        ...(mode !== 'cards' && { mode }),
        ...(text && { text }),
        ...(isNarrowed && narrowingIn(latest.current.query)),
        ...(folder === folderIn(latest.current) && openIn(latest.current)),
      }
      // A person who types a word, or whose folder is renamed, does not want to go back through it.
      const replace = event.skipProvider === true || event.text !== undefined
      latest.current.go(folder.split('/').filter(Boolean), next, { replace })
    }
    const tellIfGone = (event: { skipProvider?: boolean }) => {
      const old = folderIn(latest.current)
      const isGone = isStarted.current && event.skipProvider === true && !api.getFile(old)
      // A folder that has moved is not shown by the one above it.
      if (!isGone || !isAbove(currentFolder(api), old)) return
      latest.current.tell({
        kind: 'info',
        text: t('The folder {old} is gone. This is the one above it.', { old }),
      })
    }
    // The person's own deeds may take the folder that is shown with them.
    const writeOwn = (event: { skipProvider?: boolean }) =>
      event.skipProvider || write({ skipProvider: true })
    api.on('set-path', tellIfGone, { tag })
    for (const action of ['set-path', 'set-mode', 'filter-files', 'set-active-panel'] as const) {
      api.on(action, write, { tag })
    }
    for (const action of ['delete-files', 'rename-file', 'move-files'] as const) {
      api.on(action, writeOwn, { tag })
    }
    void showAddress(api, latest.current).then(() => {
      isStarted.current = true
      setIsShown(true)
      write({ skipProvider: true })
    })
    return () => {
      isStarted.current = false
      setIsShown(false)
      api.detach(tag)
    }
  }, [api])

  // Back and forward, and links.
  useEffect(() => {
    if (!api || !isStarted.current) return
    const mode = modeIn(query)
    void showAddress(api, latest.current).then(() => {
      // To choose a mode would end a search.
      if (shownIn(api).mode !== mode && !isSearching(api)) void api.exec('set-mode', { mode })
    })
  }, [`${path.join('/')}?${query}`])

  return isShown
}

/** But for the mode, with which the widget begins. */
async function showAddress(api: IApi, props: ViewProps): Promise<void> {
  const { query, tell } = props
  const folder = folderIn(props)
  const text = query.get('text') ?? ''
  const narrowed = narrowedBy(query)
  if (shownIn(api).text && !text) await api.exec('filter-files', { text })
  let id = folder
  while (currentFolder(api) !== id) {
    await api.exec('set-path', { id })
    if (currentFolder(api) !== id) id = id.slice(0, id.lastIndexOf('/')) || '/'
  }
  if (id !== folder) {
    tell({
      kind: 'error',
      text: t('There is no folder {folder}. This is the one above it.', { folder }),
    })
  }
  if (shownIn(api).text !== text) await api.exec('filter-files', { text })
  const { kind, since } = narrowedIn(api)
  // The widget does not know the action, but hands it on.
  const narrow = api.exec as (action: string, to: object) => Promise<unknown>
  if (kind !== narrowed.kind || since !== narrowed.since) await narrow('narrow-files', narrowed)
}

function folderIn({ path }: ViewProps): string {
  return `/${path.join('/')}`
}

/** The file that is looked at stays so while the list of its folder is put right. */
function openIn({ query }: ViewProps): Record<string, string> {
  const open = query.get('open')
  return open ? { open } : {}
}

function isAbove(folder: string, id: string): boolean {
  return id !== folder && (folder === '/' || id.startsWith(`${folder}/`))
}

/** Who goes into a folder sees in the tree where it is. */
function openTreeTo(api: IApi, folder: string): void {
  for (let end = folder.indexOf('/', 1); end > 0; end = folder.indexOf('/', end + 1)) {
    const id = folder.slice(0, end)
    if (!api.getFile(id)?.open) void api.exec('open-tree-folder', { id, mode: true })
  }
}
