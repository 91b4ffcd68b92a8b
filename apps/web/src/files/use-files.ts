import type { IApi } from '@svar-ui/react-filemanager'
import { connectFiles, openUploads } from '@triptych/client'
import type { FilesConnection, Server, Upload, Uploads } from '@triptych/client'
import { useEffect, useRef, useState } from 'react'
import type { ViewProps } from '../view.ts'
import { currentFolder } from './current-panel.ts'
import { showManyAsTable } from './many-as-table.ts'
import { failureMessage } from './failure-message.ts'

const modes = ['table', 'cards', 'panels'] as const
type Mode = (typeof modes)[number]

export function modeIn(query: URLSearchParams): Mode | undefined {
  return modes.find((mode) => mode === query.get('mode'))
}

/** Wires the widget to the server, and to the address of the page. */
export function useFiles(api: IApi | null, props: ViewProps) {
  const [connection, setConnection] = useState<FilesConnection | null>(null)
  const [list, setList] = useState<readonly Upload[]>([])
  const latest = useRef(props)
  latest.current = props
  const { server, path, query } = props
  const address = `${folderIn(path)}?${query}`

  const uploads = uploadsOf(server)

  useEffect(() => uploads.onChange(setList), [uploads])
  useEffect(() => {
    if (!api) return undefined
    let isOver = false
    const { setWaiting, tell } = latest.current
    const wanted = folderIn(latest.current.path)
    showManyAsTable(api, tell)
    const connected = connectFiles(api, {
      server,
      path: wanted,
      // What could not be uploaded stands in the list of uploads, with the reason.
      onError: (failure) => failure.action !== 'upload-file' && tell(failureMessage(failure)),
      onWaiting: setWaiting,
      uploads,
    })
    void connected.then((made) => {
      if (isOver) return
      const text = latest.current.query.get('text')
      if (text) void api.exec('filter-files', { text })
      if (shownIn(api).folder !== wanted) {
        tell({ kind: 'error', text: `There is no folder ${wanted}. This is the one above it.` })
      }
      setConnection(made)
    })
    return () => {
      isOver = true
      setConnection(null)
      void connected.then((made) => made.stop())
    }
  }, [api, server])

  useEffect(() => {
    if (!api || !connection) return undefined
    const tag = Symbol('address')
    const write = (event: { skipProvider?: boolean; text?: string }) => {
      const { folder, mode, text } = shownIn(api)
      openTreeTo(api, folder)
      const next = { ...(mode !== 'cards' && { mode }), ...(text && { text }) }
      // A person who types a word, or whose folder is renamed, does not want to go back through it.
      const replace = event.skipProvider === true || event.text !== undefined
      latest.current.go(folder.split('/').filter(Boolean), next, { replace })
    }
    for (const action of ['set-path', 'set-mode', 'filter-files', 'set-active-panel'] as const) {
      api.on(action, write, { tag })
    }
    write({ skipProvider: true })
    return () => api.detach(tag)
  }, [api, connection])

  // Back and forward, and links.
  useEffect(() => {
    if (!api || !connection) return
    const { folder, mode, text } = shownIn(api)
    const wanted = {
      folder: folderIn(path),
      mode: modeIn(query) ?? 'cards',
      text: query.get('text') ?? '',
    }
    if (wanted.text !== text) void api.exec('filter-files', { text: wanted.text })
    if (wanted.folder !== folder) void api.exec('set-path', { id: wanted.folder })
    if (wanted.mode !== mode && !wanted.text) void api.exec('set-mode', { mode: wanted.mode })
  }, [address])

  return { uploads, list }
}

let modeBeforeSearch: Mode = 'cards'

function shownIn(api: IApi): { folder: string; mode: Mode; text: string } {
  const { mode, search } = api.getState()
  if (mode !== 'search') modeBeforeSearch = mode as Mode
  return { folder: currentFolder(api), mode: modeBeforeSearch, text: search }
}

const uploadsByServer = new WeakMap<Server, Uploads>()

/** They go on while another view is shown. */
function uploadsOf(server: Server): Uploads {
  const known = uploadsByServer.get(server) ?? openUploads(server)
  uploadsByServer.set(server, known)
  return known
}

/** Who goes into a folder sees in the tree where it is. */
function openTreeTo(api: IApi, folder: string): void {
  for (let end = folder.indexOf('/', 1); end > 0; end = folder.indexOf('/', end + 1)) {
    const id = folder.slice(0, end)
    if (!api.getFile(id)?.open) void api.exec('open-tree-folder', { id, mode: true })
  }
}

function folderIn(path: readonly string[]): string {
  return `/${path.join('/')}`
}
