import type { IApi } from '@svar-ui/react-filemanager'
import { downloadFile } from 'triptych-client'
import { Fragment, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ViewProps } from '../../view.ts'
import { writeAddress } from '../../address.ts'
import { copyLink } from '../../copy-link.ts'
import type { SharedEntry } from '../../shares/share-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EntryNameDialog } from './entry-name-dialog.tsx'
import type { PutAction } from './place-dialog.tsx'
import { aboveOf, currentFolder, isSearching, nameIn, selectAll, selectedIn } from '../shown.ts'
import { counted, t } from '../../words/words.ts'

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
  /** What was cut stays where it is. Answers whether there was anything. */
  giveUpCut: () => boolean
  paste: (target?: string) => void
  put: (ids: readonly string[], target: string, action: PutAction) => void
  askName: (of: { rename: string } | Added) => void
  askDelete: (ids: readonly string[]) => void
  askPlace: (ids: readonly string[], action: PutAction) => void
  share: (id: string) => void
  copyLink: (id: string) => void
  /** Leaves the search for the folder in which it lies. */
  showInFolder: (ids: readonly string[]) => void
  selectAll: () => void
  selectNone: () => void
  goUp: () => void
  selected: () => readonly string[]
  folder: () => string
  mayChange: (ids: readonly string[]) => boolean
}

interface Options extends Pick<ViewProps, 'server' | 'tell'> {
  onShare: (entry: SharedEntry) => void
  mayChange: boolean
  mayChangeEntry: (id: string) => boolean
  /** The one in the address, which is shown when all is there. */
  folder: string
}

const tooMany = t(
  'These are too many for one download. Choose fewer, or download the folder they are in.',
)
function takenText(count: number, action: PutAction): string {
  return action === 'copy-files'
    ? counted(
        count,
        'One item was copied: paste it into another folder.',
        '{count} items were copied: paste them into another folder.',
      )
    : counted(
        count,
        'One item will be moved: paste it into another folder.',
        '{count} items will be moved: paste them into another folder.',
      )
}

interface Taken {
  ids: readonly string[]
  action: PutAction
}

const none: ReadonlySet<string> = new Set()

const onlyRead = t('You may only read this.')

/** A file is opened over its folder. */
function addressOf(id: string, isFolder: boolean): string {
  const path = id.split('/').filter(Boolean)
  return isFolder
    ? writeAddress('files', path)
    : writeAddress('files', path.slice(0, -1), { open: nameIn(id) })
}

export function useEntryActions(
  api: IApi | null,
  options: Options,
): { actions: EntryActions; dialog: ReactNode; cut: ReadonlySet<string> } {
  const [cut, setCut] = useState<ReadonlySet<string>>(none)
  const [dialog, setDialog] = useState<ReactNode>(null)
  const latest = useRef({ api, options })
  latest.current = { api, options }
  const early = useRef<Added | null>(null)

  const [actions] = useState((): EntryActions => {
    let taken: Taken | null = null
    const keep = (now: Taken | null) => {
      taken = now
      setCut(now?.action === 'move-files' ? new Set(now.ids) : none)
    }
    let asked = 0
    /** A dialog tells of its end a moment later, when the next one may be there. */
    const ask = (question: (close: () => void) => ReactNode) => {
      const place = ++asked
      const close = () => place === asked && setDialog(null)
      setDialog(<Fragment key={place}>{question(close)}</Fragment>)
    }
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
        if (ids.length === 0) return
        keep({ ids, action })
        // What was there before is not to be pasted in its place.
        void navigator.clipboard?.writeText(ids.map(nameIn).join('\n')).catch(() => {})
        latest.current.options.tell({ kind: 'info', text: takenText(ids.length, action) })
      },
      canPaste: () => taken !== null,
      giveUpCut() {
        const isCut = taken?.action === 'move-files'
        if (isCut) keep(null)
        return isCut
      },
      paste(target = self.folder()) {
        if (!taken) return
        self.put(taken.ids, target, taken.action)
        if (taken.action === 'move-files') keep(null)
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
        ask((close) => <EntryNameDialog api={shown} of={of} folder={folder} onClose={close} />)
      },
      askDelete(ids) {
        const shown = latest.current.api
        if (!shown || ids.length === 0) return
        if (!may(ids)) return refuse()
        ask((close) => (
          <DeleteDialog
            ids={ids}
            onDelete={() => void shown.exec('delete-files', { ids: [...ids] })}
            onClose={close}
          />
        ))
      },
      askPlace(ids, action) {
        if (ids.length === 0) return
        if (action === 'move-files' && !may(ids)) return refuse()
        ask((close) => (
          <PlaceDialog
            server={latest.current.options.server}
            ids={ids}
            action={action}
            first={self.folder()}
            mayChange={latest.current.options.mayChangeEntry}
            onPlace={(target) => self.put(ids, target, action)}
            onClose={close}
          />
        ))
      },
      share(id) {
        const { name = nameIn(id), type } = latest.current.api?.getFile(id) ?? {}
        const isFolder = type === 'folder'
        latest.current.options.onShare({ id, name, type: isFolder ? 'folder' : 'file' })
      },
      copyLink(id) {
        const isFolder = latest.current.api?.getFile(id)?.type === 'folder'
        void copyLink(addressOf(id, isFolder), latest.current.options.tell)
      },
      showInFolder([id]) {
        const shown = latest.current.api
        if (id) void shown?.exec('set-path', { id: aboveOf(id), selected: [id] })
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

  return { actions, cut, dialog: dialog && <Suspense fallback={null}>{dialog}</Suspense> }
}
