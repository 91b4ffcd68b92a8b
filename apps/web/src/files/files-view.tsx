import { Locale } from '@svar-ui/react-core'
import { Filemanager } from '@svar-ui/react-filemanager'
import type { IApi } from '@svar-ui/react-filemanager'
import { iconAddress } from 'triptych-client'
import type { UploadFile } from 'triptych-client'
import { lazy, Suspense, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { useRights } from '../accounts/rights.ts'
import type { CommentedThing } from '../comments/comments-dialog.tsx'
import { LoadNote } from '../load-note.tsx'
import { useLeft } from '../rules/left.ts'
import type { SharedEntry } from '../shares/share-dialog.tsx'
import { useStars } from '../stars/use-stars.ts'
import type { ViewProps } from '../view.ts'
import { currentFolder, isSearching, modeIn, nameIn } from './shown.ts'
import { problemText } from '../failure-text.ts'
import { placeWords } from '../place/place-words.ts'
import { droppedFiles } from './upload/dropped-files.ts'
import type { Dropped } from './upload/dropped-files.ts'
import { Details } from './details/details.tsx'
import { showDetails } from './details/show-details.ts'
import { FilePicker } from './upload/file-picker.tsx'
import { FilesBar } from './files-bar.tsx'
import { FolderNote } from './folder-note.tsx'
import { menuOptions } from './deeds/menu-options.ts'
import { SearchEverywhere } from './search/search-everywhere.tsx'
import { SearchNarrow } from './search/search-narrow.tsx'
import { useCameFrom } from './search/use-came-from.ts'
import { useSearchKey } from '../use-search-key.ts'
import { makeFolders } from './upload/make-folders.ts'
import { useChecks } from './list/use-checks.ts'
import { useClashes } from './upload/use-clashes.tsx'
import { folderUnder, useDragMove } from './list/use-drag-move.ts'
import { useMarkedEntries } from './list/use-marked-entries.ts'
import { useEntryActions } from './deeds/use-entry-actions.tsx'
import { useFileKeys } from './list/use-file-keys.ts'
import { useFiles } from './use-files.ts'
import { useFilesAddress } from './use-files-address.ts'
import { useEntryNotes } from './list/use-entry-notes.ts'
import { useHasQuota } from './use-has-quota.ts'
import { useIsEmpty } from './use-is-empty.ts'
import { UploadPanel } from './upload/upload-panel.tsx'
import { useKinds } from './list/use-kinds.ts'
import { useMadeEntry } from './list/use-made-entry.ts'
import { useListFocus } from './list/use-list-focus.ts'
import { useNextEntry } from './list/use-next-entry.ts'
import { pressByKey, useNames } from './list/use-names.ts'
import { useOpenedFile } from './viewer/use-opened-file.ts'
import { useTreeArrows } from './use-tree-arrows.ts'
import { useOpenedFolder } from './use-opened-folder.ts'
import { useRubberBand } from './list/use-rubber-band.ts'
import { picturesWhenSeen, useSeenPictures } from './list/use-seen-pictures.ts'
import { useSorting } from './list/use-sorting.ts'
import { useTaps } from './list/use-taps.ts'
import { useViewer } from './viewer/use-viewer.tsx'
import type { VersionedFile } from './deeds/ask-versions.ts'
import '@svar-ui/react-grid/style.css'
import '@svar-ui/react-menu/style.css'
import '@svar-ui/react-uploader/style.css'
import '@svar-ui/react-filemanager/style.css'
import './files-view.css'
import { t } from '../words/words.ts'

/** They come when they are asked for. */
const ShareDialog = lazy(async () => ({
  default: (await import('../shares/share-dialog.tsx')).ShareDialog,
}))

const CommentsDialog = lazy(async () => ({
  default: (await import('../comments/comments-dialog.tsx')).CommentsDialog,
}))

const VersionsDialog = lazy(async () => ({
  default: (await import('./deeds/versions-dialog.tsx')).VersionsDialog,
}))

/** Below it the widget shows details in place of the list. */
const narrowWidth = 768

/** Where the widget says it otherwise than the rest of the page. */
const words = {
  // For the days beside the list.
  ...placeWords,
  filemanager: {
    'My files': t('All files'),
    'Add New': t('New'),
    'Back to parent folder': t('One folder up'),
    'Looks like nothing is here': t('Nothing was found.'),
    // On a telephone it leads to the details.
    Preview: t('Details'),
  },
}

export function FilesView(props: ViewProps) {
  const { server, path, query } = props
  const [api, setApi] = useState<IApi | null>(null)
  const { change: mayChange } = useRights()
  const left = useLeft()
  const mayChangeHere = mayChange && left.entry(`/${path.join('/')}`)
  const frame = useRef<HTMLDivElement>(null)
  const { onClash, question } = useClashes(frame)
  const opened = useOpenedFile(props)
  const { load, folders, isSeeking, uploads, list } = useFiles(api, props, {
    mayChange,
    onClash,
    onOpen: opened.open,
    onRenamed: opened.follow,
  })
  const isConnected = load.state === 'shown'
  const isShown = useFilesAddress(isConnected ? api : null, props)
  const isEmpty = useIsEmpty(isConnected ? api : null)
  const hasQuota = useHasQuota(api)
  const filePicker = useRef<HTMLInputElement>(null)
  const folderPicker = useRef<HTMLInputElement>(null)
  const [shared, setShared] = useState<SharedEntry | null>(null)
  const [commented, setCommented] = useState<CommentedThing | null>(null)
  const [versioned, setVersioned] = useState<VersionedFile | null>(null)
  useNames(frame)
  useKinds(api)
  useSeenPictures(frame)
  useSorting(frame, api)
  useChecks(frame, api)
  const isFinger = useTaps(frame, isConnected ? api : null)
  // After that: where a finger taps, nothing is chosen.
  useCameFrom(frame, isConnected ? api : null)
  useOpenedFolder(api)
  useTreeArrows(frame, isConnected ? api : null)
  useNextEntry(frame, isConnected ? api : null, server, isFinger)
  useMadeEntry(frame, isConnected ? api : null)
  useListFocus(frame)
  useEntryNotes(frame, isConnected ? api : null)
  const { actions, dialog, cut } = useEntryActions(isShown ? api : null, {
    server,
    tell: props.tell,
    mayChange,
    mayChangeEntry: left.entry,
    folder: `/${path.join('/')}`,
    onShare: setShared,
  })
  useMarkedEntries(frame, { ids: cut, attribute: 'data-cut' })
  const stars = useStars(server, props.tell)
  useMarkedEntries(frame, { ids: stars.ids, attribute: 'data-starred', text: t('Starred') })
  const latestStars = useRef(stars)
  latestStars.current = stars
  useFileKeys(frame, isShown ? api : null, actions, upload)
  useSearchKey(() =>
    frame.current?.querySelector<HTMLInputElement>('.wx-search input, .wx-search-input input'),
  )
  useDragMove(frame, isConnected ? api : null, server, actions)
  useRubberBand(frame, isConnected ? api : null)

  // The widget begins anew whenever one of its properties is another one, so they all stay the same.
  const [fixed] = useState(() => ({
    data: [],
    mode: modeIn(query),
    previews: picturesWhenSeen(server),
    icons: iconAddress(server),
    init: setApi,
  }))
  const latest = useRef(api)
  latest.current = api
  const [options] = useState(() =>
    menuOptions({
      server,
      actions,
      mayChange,
      isSearching: () => latest.current !== null && isSearching(latest.current),
      open: (id) => void latest.current?.exec('open-file', { id }),
      pickFiles: () => filePicker.current?.click(),
      pickFolder: () => folderPicker.current?.click(),
      showHistory: props.showHistory,
      comment: setCommented,
      showVersions: setVersioned,
      stars: () => latestStars.current,
      showDetails: () => latest.current && showDetails(latest.current, true),
      isNarrow: () => (frame.current?.clientWidth ?? 0) < narrowWidth,
    }),
  )

  const viewer = useViewer(frame, isShown ? api : null, opened, { actions, options }, props)

  function upload(files: readonly UploadFile[], into?: string): void {
    void bring({ files: [...files], folders: [] }, into)
  }

  async function bring({ files, folders: empty }: Dropped, into?: string): Promise<void> {
    if (!mayChange || files.length + empty.length === 0) return
    const folder = into ?? (api && isShown ? currentFolder(api) : `/${path.join('/')}`)
    if (!left.entry(folder)) {
      return props.tell({ kind: 'error', text: t('You may only read this folder.') })
    }
    // First the folders: files bring theirs along, and one of the same name would be made twice.
    if (empty.length > 0) await makeFolders(server, folder, empty)
    if (files.length > 0) uploads.add(folder, files, onClash)
  }

  /** Over its folder, where it is chosen when it is closed again. */
  function openUploaded(id: string): void {
    const mode = query.get('mode')
    const folder = id.split('/').slice(1, -1)
    props.go(folder, { ...(mode && { mode }), open: nameIn(id) })
  }

  /** The widget would forget in which folders the files lie, and stop at a hundred. */
  function drop(event: DragEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    if (!mayChange) return
    const area = (event.target as Element).closest('.wx-upload-area')
    area?.dispatchEvent(new Event('dragleave'))
    const panel = area?.closest<HTMLElement>('[data-panel]')?.dataset['panel']
    if (panel) void api?.exec('set-active-panel', { panel: panel === '1' ? 1 : 0 })
    const into = api && folderUnder(event.target, api)?.folder
    void droppedFiles(event.dataTransfer).then(
      (dropped) =>
        bring(dropped, into ?? undefined).catch((error: Error) =>
          props.tell({ kind: 'error', text: problemText(error) }),
        ),
      () => props.tell({ kind: 'error', text: t('What was dropped could not be read.') }),
    )
  }

  return (
    <div
      className={`files${isEmpty ? ' files-empty' : ''}${mayChangeHere ? '' : ' files-read'}${hasQuota ? ' has-quota' : ''}${isSeeking ? ' files-seeking' : ''}`}
      // The widget has no place for it, so that the list is given it by its style.
      style={{ '--empty-note': JSON.stringify(emptyNote(mayChangeHere)) } as object}
      ref={frame}
      onDropCapture={drop}
      onDragOver={(event) => event.preventDefault()}
      onKeyDownCapture={pressByKey}
    >
      <Locale words={words}>
        <Filemanager {...fixed} menuOptions={options} />
      </Locale>
      {load.state === 'failed' && (
        <LoadNote
          load={load}
          failed={t('The list of files could not be loaded.')}
          className="card-note"
        />
      )}
      <SearchEverywhere frame={frame} path={path} query={query} go={props.go} />
      <SearchNarrow frame={frame} path={path} query={query} go={props.go} />
      <Details
        frame={frame}
        api={isShown ? api : null}
        {...{ server, actions, showVersions: setVersioned }}
        open={opened.open}
        showHistory={props.showHistory}
      />
      <FolderNote api={isConnected ? api : null} states={folders} />
      <FilesBar
        api={isConnected ? api : null}
        {...{ server, actions, options }}
        stars={stars.entries}
      />
      <FilePicker ref={filePicker} onPicked={upload} />
      <FilePicker ref={folderPicker} isFolder onPicked={upload} />
      <UploadPanel uploads={uploads} list={list} onOpen={openUploaded} />
      {question}
      {dialog}
      {viewer}
      {shared && (
        <Suspense fallback={null}>
          <ShareDialog
            server={server}
            entry={shared}
            mayChange={mayChange}
            onClose={() => setShared(null)}
          />
        </Suspense>
      )}
      {commented && (
        <Suspense fallback={null}>
          <CommentsDialog server={server} thing={commented} onClose={() => setCommented(null)} />
        </Suspense>
      )}
      {versioned && (
        <Suspense fallback={null}>
          <VersionsDialog
            server={server}
            file={versioned}
            mayChange={mayChange && left.entry(versioned.id)}
            tell={props.tell}
            undoWrite={props.wayBack.undoWrite}
            onClose={() => setVersioned(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

function emptyNote(mayAdd: boolean): string {
  return mayAdd
    ? t('This folder is empty. Drop files here to upload them.')
    : t('This folder is empty.')
}
