import { quoted } from '../quoted.ts'
import { t } from '../words/words.ts'
import type { IApi } from '@svar-ui/react-filemanager'
import { connectFiles, openUploads } from 'triptych-client'
import type { LoadState, OnClash, Server, Upload, Uploads } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import { tellDone } from '../history/told-deeds.ts'
import { refuseWrites } from '../refuse-writes.ts'
import type { ViewProps } from '../view.ts'
import { failureMessage } from './failure-message.ts'
import type { FolderStates } from './folder-note.tsx'
import { showManyAsTable } from './deeds/many-as-table.ts'
import { byName, selectedIn } from './shown.ts'

const writes = ['create-file', 'rename-file', 'move-files', 'copy-files', 'delete-files']

/** Wires the widget to the server. */
export function useFiles(
  api: IApi | null,
  props: ViewProps,
  options: {
    mayChange: boolean
    onClash: OnClash
    onOpen: (id: string) => void
    /** The server knows something by its new name. */
    onRenamed: (id: string, newId: string) => void
  },
) {
  const [load, setLoad] = useState<LoadState>({ state: 'loading' })
  const [folders, setFolders] = useState<FolderStates>({})
  const [isSeeking, setSeeking] = useState(false)
  const [list, setList] = useState<readonly Upload[]>([])
  const { mayChange, onClash, onOpen, onRenamed } = options
  const latest = useRef(props)
  latest.current = props
  const { server } = props
  const uploads = uploadsOf(server)

  useEffect(() => uploads.onChange(setList), [uploads])
  useEffect(() => {
    if (!api) return undefined
    const { tell } = latest.current
    const ways = { tell, undoWrite: (write: string) => latest.current.wayBack.undoWrite(write) }
    const offer = tellDone(ways, (count) => t('Deleted {count} files and folders.', { count }))
    const offerMoved = tellDone(ways, (count, folder) =>
      t('Moved {count} files and folders to {folder}.', { count, folder }),
    )
    showManyAsTable(api, tell)
    const renamed = new Map<string, string>()
    const connected = connectFiles(api, {
      server,
      // What could not be uploaded stands in the list of uploads, with the reason.
      onError(failure) {
        if (failure.action === 'request-data') setFolders(failed)
        if (failure.action === 'filter-files') setSeeking(false)
        if (failure.action !== 'upload-file') tell(failureMessage(failure))
      },
      onLoad: setLoad,
      onSaved(saved) {
        const name = nameIn(saved.ids)
        if (saved.action === 'delete-files') offer(saved, t('Deleted {name}.', { name }))
        if (saved.action === 'rename-file') tellRenamed(String(saved.ids[0]))
        if (saved.action !== 'move-files' || saved.target === undefined) return
        const folder = saved.target === '/' ? t('All files') : nameIn([saved.target])
        offerMoved(saved, t('Moved {name} to {folder}.', { name, folder }), folder)
      },
      uploads,
      onClash,
    })
    const tag = Symbol('useFiles')
    api.on(
      'rename-file',
      ({ id, newId, skipProvider }) => {
        if (newId && !skipProvider) renamed.set(id, newId)
      },
      { tag },
    )
    function tellRenamed(id: string): void {
      const guess = renamed.get(id)
      renamed.delete(id)
      // Where the server calls it otherwise, what is chosen has gone with it.
      const now = guess && api!.getFile(guess) ? guess : selectedIn(api!)[0]
      if (guess && now) onRenamed(id, now)
    }
    api.on('request-data', ({ id }) => setFolders((known) => ({ ...known, [id]: 'loading' })), {
      tag,
    })
    // What is sought is shown once the server has found it.
    api.intercept('filter-files', ({ text }) => setSeeking(text !== ''), { tag })
    api.on('filter-files', () => setSeeking(false), { tag })
    // In place of a tab of its own.
    api.intercept('open-file', ({ id }) => (onOpen(id), false), { tag })
    // The tree is drawn anew by this, in the order in which folders came; it is to be that of the list.
    api.intercept(
      'open-tree-folder',
      ({ id }) => {
        api.getFile(id)?.data?.sort((a, b) => byName(a.id, b.id))
      },
      { tag },
    )
    // Behind the others, so that it is asked first.
    const end = mayChange ? null : refuseWrites(api, writes)
    return () => {
      end?.()
      api.detach(tag)
      connected.stop()
      setLoad({ state: 'loading' })
    }
  }, [api, server, mayChange, onClash, onOpen, onRenamed])

  return { load, folders, isSeeking, uploads, list }
}

/** Those that are shown by then are not asked. */
function failed(known: FolderStates): FolderStates {
  return Object.fromEntries(Object.keys(known).map((folder) => [folder, 'failed']))
}

function nameIn([id = '']: readonly (string | number)[]): string {
  const path = String(id)
  return quoted(path.slice(path.lastIndexOf('/') + 1))
}

const uploadsByServer = new WeakMap<Server, Uploads>()

/** They go on while another view is shown. */
function uploadsOf(server: Server): Uploads {
  const known = uploadsByServer.get(server) ?? openUploads(server)
  uploadsByServer.set(server, known)
  return known
}
