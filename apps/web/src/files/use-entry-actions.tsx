import type { IApi } from '@svar-ui/react-filemanager'
import { downloadFile } from 'triptych-client'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ViewProps } from '../view.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EntryNameDialog } from './entry-name-dialog.tsx'
import type { PutAction } from './place-dialog.tsx'
import { aboveOf, currentFolder, isSearching, nameIn, selectAll, selectedIn } from './shown.ts'
import { t } from '../words/words.ts'

/** It comes when it is asked for; the others are needed without a server, too. */
const PlaceDialog = lazy(async () => ({
  default: (await import('./place-dialog.tsx')).PlaceDialog,
}))

interface Added {
  add: 'file' | 'folder'
}

/** What a person does with files and folders, whether by menu, key, button or mouse. */
export interface EntryActions {
  download: (ids: readonly string[]) => void
  /** Keeps in mind what is to be pasted. */
  take: (ids: readonly string[], action: PutAction) => void
  canPaste: () => boolean
  paste: (target?: string) => void
  put: (ids: readonly string[], target: string, action: PutAction) => void
  askName: (of: { rename: string } | Added) => void
  askDelete: (ids: readonly string[]) => void
  askPlace: (ids: readonly string[], action: PutAction) => void
  selectAll: () => void
  selectNone: () => void
  goUp: () => void
  selected: () => readonly string[]
  folder: () => string
  mayChange: (ids: readonly string[]) => boolean
}

interface Options extends Pick<ViewProps, 'server' | 'tell'> {
  mayChange: boolean
  mayChangeEntry: (id: string) => boolean
  /** The one in the address, which is shown when all is there. */
  folder: string
}

const tooMany = t(
  'These are too many for one download. Choose fewer, or download the folder they are in.',
)
const onlyRead = t('You may only read this.')

export function useEntryActions(
  api: IApi | null,
  options: Options,
): { actions: EntryActions; dialog: ReactNode } {
  const [dialog, setDialog] = useState<ReactNode>(null)
  const latest = useRef({ api, options })
  latest.current = { api, options }
  const early = useRef<Added | null>(null)

  const [actions] = useState((): EntryActions => {
    let taken: { ids: readonly string[]; action: PutAction } | null = null
    const close = () => setDialog(null)
    const may = (ids: readonly string[]) => {
      const { mayChange, mayChangeEntry } = latest.current.options
      return mayChange && ids.every(mayChangeEntry)
    }
    const refuse = () => latest.current.options.tell({ kind: 'error', text: onlyRead })
    const self: EntryActions = {
      mayChange: may,
      selected: () => (latest.current.api ? selectedIn(latest.current.api) : []),
      folder: () => (latest.current.api ? currentFolder(latest.current.api) : '/'),
      download(ids) {
        const { server, tell } = latest.current.options
        if (ids.length === 0) return
        if (!downloadFile(server, ids)) tell({ kind: 'error', text: tooMany })
      },
      take(ids, action) {
        if (ids.length > 0) taken = { ids, action }
      },
      canPaste: () => taken !== null,
      paste(target = self.folder()) {
        if (!taken) return
        self.put(taken.ids, target, taken.action)
        if (taken.action === 'move-files') taken = null
      },
      put(ids, target, action) {
        const shown = latest.current.api
        if (!shown || ids.length === 0) return
        const left = action === 'move-files' ? ids : []
        if (!may([...left, target])) return refuse()
        const inItself = ids.find((id) => target === id || target.startsWith(`${id}/`))
        if (inItself) {
          const text = t('“{inItself}” cannot be put into itself. Choose a folder outside of it.', {
            inItself: nameIn(inItself),
          })
          return latest.current.options.tell({ kind: 'error', text })
        }
        // What lies there already stays as it is.
        const moved = action === 'copy-files' ? ids : ids.filter((id) => aboveOf(id) !== target)
        if (moved.length > 0) void shown.exec(action, { ids: [...moved], target })
      },
      askName(of) {
        const shown = latest.current.api
        if (!shown) {
          // Asked for before the files are there: the question comes with them.
          if ('add' in of) early.current = of
          return
        }
        const folder = early.current ? latest.current.options.folder : self.folder()
        early.current = null
        if (!may(['rename' in of ? of.rename : folder])) return refuse()
        setDialog(<EntryNameDialog api={shown} of={of} folder={folder} onClose={close} />)
      },
      askDelete(ids) {
        const shown = latest.current.api
        if (!shown || ids.length === 0) return
        if (!may(ids)) return refuse()
        setDialog(
          <DeleteDialog
            ids={ids}
            onDelete={() => void shown.exec('delete-files', { ids: [...ids] })}
            onClose={close}
          />,
        )
      },
      askPlace(ids, action) {
        if (ids.length === 0) return
        if (action === 'move-files' && !may(ids)) return refuse()
        setDialog(
          <PlaceDialog
            server={latest.current.options.server}
            ids={ids}
            action={action}
            first={self.folder()}
            mayChange={latest.current.options.mayChangeEntry}
            onPlace={(target) => self.put(ids, target, action)}
            onClose={close}
          />,
        )
      },
      selectAll: () => latest.current.api && selectAll(latest.current.api),
      selectNone: () => void latest.current.api?.exec('select-file', {}),
      goUp() {
        const shown = latest.current.api
        if (!shown) return
        const folder = self.folder()
        if (isSearching(shown)) void shown.exec('filter-files', { text: '' })
        else if (folder !== '/') {
          void shown.exec('set-path', { id: aboveOf(folder), selected: [folder] })
        }
      },
    }
    return self
  })

  useEffect(() => {
    if (api && early.current) actions.askName(early.current)
  }, [api, actions])

  return { actions, dialog: dialog && <Suspense fallback={null}>{dialog}</Suspense> }
}
