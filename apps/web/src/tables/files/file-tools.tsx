import type { IApi } from '@svar-ui/react-grid'
import type { ServerError } from 'triptych-client'
import type { FileInfo } from '@triptych/contract/files'
import type { TableDescription } from '@triptych/contract/table-schema'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { writeAddress } from '../../address.ts'
import { nameIn } from '../../files/shown.ts'
import type { ViewedFile } from '../../files/viewer/viewed-file.ts'
import type { ViewProps } from '../../view.ts'
import { FileCellsContext } from '../cells/file-cells.ts'
import type { AskedFile, FileCells } from '../cells/file-cells.ts'
import { focusCell, listenToOpening } from '../rows/open-cell.ts'
import type { CellAt } from '../cells/picked-cell.ts'
import type { TableRights } from '../table-rights.ts'
import { reasonOf, t } from '../../words/words.ts'

/** They come when they are asked for. */
const Viewer = lazy(async () => ({
  default: (await import('../../files/viewer/viewer.tsx')).Viewer,
}))
const FileChooser = lazy(async () => ({
  default: (await import('./file-chooser.tsx')).FileChooser,
}))

interface FileToolsProps extends Pick<ViewProps, 'server' | 'tell'> {
  api: IApi | null
  table: TableDescription
  rights: TableRights
  children: ReactNode
}

/** Opens the files that cells name, and lets others be chosen. It is all that its parent has in it. */
export function FileTools({ server, tell, api, table, rights, children }: FileToolsProps) {
  const mark = useRef<HTMLSpanElement>(null)
  const [viewed, setViewed] = useState<{ file: ViewedFile; back: () => void } | null>(null)
  const [asked, setAsked] = useState<AskedFile | null>(null)
  const latest = useRef({ api, table, rights, server, tell })
  latest.current = { api, table, rights, server, tell }

  const [files] = useState((): FileCells => {
    /** What was asked for last is shown, whichever answer comes first. */
    let turn = 0
    async function show(path: string, back: () => void): Promise<void> {
      const ours = ++turn
      try {
        const address = { method: 'GET', path: `info/${encodeURIComponent(path)}` } as const
        const info = (await latest.current.server.send(address)) as FileInfo
        if (ours !== turn) return
        // Of a folder it is told what is in it.
        if ('Files' in info) location.hash = folderAddress(path)
        else setViewed({ file: { ...viewedFile(path), size: Number(info['Size'] ?? 0) }, back })
      } catch (error) {
        const text = problemWith(path, error as ServerError)
        if (ours === turn) latest.current.tell({ kind: 'error', text })
      }
    }
    return {
      open: (path, back) => void show(path, back),
      choose: setAsked,
      chooseFor(cell) {
        const path = pathIn(cell)
        const { access } = latest.current.table
        const isLocked = !latest.current.rights.cells || access?.readOnly.includes(cell.column)
        if (path === null || isLocked) return false
        const { id, column } = cell
        setAsked({
          path,
          onChosen: (value) => void latest.current.api?.exec('update-cell', { id, column, value }),
          back: () => backTo(cell),
        })
        return true
      },
    }
  })

  function backTo(cell: CellAt): void {
    focusCell(mark.current?.parentElement, cell)
  }

  /** `null` where the column is not of files. */
  function pathIn({ id, column: name }: CellAt): string | null {
    const column = latest.current.table.columns.find((one) => one.name === name)
    if (column?.format?.kind !== 'file') return null
    const value: unknown = latest.current.api?.getRow(id)?.[name]
    return typeof value === 'string' ? value : ''
  }

  useEffect(() => {
    const split = mark.current?.parentElement
    if (!split) return undefined
    return listenToOpening(split, {
      api: () => latest.current.api,
      button: '.open-file',
      show(cell) {
        const path = pathIn(cell)
        if (path) files.open(path, () => backTo(cell))
        return Boolean(path)
      },
      choose: files.chooseFor,
    })
  }, [])

  return (
    <FileCellsContext value={files}>
      {children}
      <span ref={mark} hidden />
      {viewed && (
        <Suspense fallback={null}>
          <Viewer
            server={server}
            files={[viewed.file]}
            id={viewed.file.id}
            onShow={() => {}}
            onClose={() => {
              setViewed(null)
              viewed.back()
            }}
          />
        </Suspense>
      )}
      {asked && (
        <Suspense fallback={null}>
          <FileChooser
            server={server}
            first={asked.path}
            onChosen={asked.onChosen}
            onClose={() => {
              setAsked(null)
              asked.back()
            }}
          />
        </Suspense>
      )}
    </FileCellsContext>
  )
}

function viewedFile(path: string): ViewedFile {
  return { id: path, name: nameIn(path), size: 0, date: undefined }
}

function folderAddress(path: string): string {
  return writeAddress('files', path.split('/').filter(Boolean))
}

/** What is gone and what is hidden from whoever asks sound alike. */
function problemWith(path: string, error: ServerError): string {
  const isHidden = error.status === 403 || error.status === 404 || error.code === 'files.link'
  if (!isHidden) return reasonOf(error)
  return t('“{path}” is not there. It may have been moved, renamed or deleted.', { path })
}
