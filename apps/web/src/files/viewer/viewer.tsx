import { downloadFile, openFile } from 'triptych-client'
import type { Server } from 'triptych-client'
import closeIcon from 'lucide-static/icons/x.svg?raw'
import downloadIcon from 'lucide-static/icons/download.svg?raw'
import moreIcon from 'lucide-static/icons/ellipsis-vertical.svg?raw'
import nextIcon from 'lucide-static/icons/chevron-right.svg?raw'
import previousIcon from 'lucide-static/icons/chevron-left.svg?raw'
import tabIcon from 'lucide-static/icons/external-link.svg?raw'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '../../icon.tsx'
import { Menu } from '../../menu.tsx'
import type { MenuItem } from '../../menu.tsx'
import { isPacked, kindOf } from './kind-of.ts'
import { OtherViewer } from './other-viewer.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { RecordingViewer } from './recording-viewer.tsx'
import { TextViewer } from './text-viewer.tsx'
import { takeKeyboard } from './take-keyboard.ts'
import type { PartProps, ViewedFile } from './viewed-file.ts'
import './viewer.css'
import { locale } from '../../place/locale.ts'
import { useMessagesIn } from '../../toasts.tsx'
import { t } from '../../words/words.ts'

/** These bring libraries along, or much of their own. */
const PdfViewer = lazy(async () => ({ default: (await import('./pdf-viewer.tsx')).PdfViewer }))
const MarkdownViewer = lazy(async () => ({
  default: (await import('./markdown-viewer.tsx')).MarkdownViewer,
}))
const DocumentViewer = lazy(async () => ({
  default: (await import('./office/document-viewer.tsx')).DocumentViewer,
}))

interface Props {
  server: Server
  files: readonly ViewedFile[]
  /** Of the one that is shown. */
  id: string
  /** What more can be done with it. */
  items?: readonly MenuItem[]
  onRename?: () => void
  onDelete?: () => void
  onShow: (id: string) => void
  onClose: () => void
}

/** Files over the whole page, one after the other. */
export function Viewer(props: Props) {
  const { server, files, id, items = [], onRename, onDelete, onShow, onClose } = props
  const [failure, setFailure] = useState<{ id: string; reason: string } | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  useMessagesIn(dialog)
  const index = Math.max(
    0,
    files.findIndex((file) => file.id === id),
  )
  const file = files[index]
  useEffect(() => {
    dialog.current?.showModal()
    // Not with the first button: whoever presses Enter did not mean to download it.
    dialog.current?.focus()
    takeKeyboard(dialog.current?.querySelector<HTMLElement>('.viewer-body [tabindex]') ?? null)
  }, [])
  useEffect(() => {
    // It is nowhere when it was in the file before.
    if (document.activeElement === document.body) dialog.current?.focus()
  }, [id])
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    // Between two files the keyboard is nowhere for a moment.
    const listen = (event: KeyboardEvent) => latest.current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  function go(step: number): void {
    const next = files[index + step]
    if (!next) return
    setFailure(null)
    onShow(next.id)
  }

  function press(event: KeyboardEvent): void {
    const part = event.target as Element
    // Arrows in a player wind it; a menu and a question over it have keys of their own.
    const isElsewhere = part.closest('audio, video, input, [role=menu]') !== null
    const isAsked = document.querySelectorAll('dialog[open]').length > 1
    if (isElsewhere || isAsked || event.altKey || event.ctrlKey || event.metaKey) return
    const deed = {
      ArrowLeft: () => go(-1),
      ArrowRight: () => go(1),
      F2: onRename,
      Delete: onDelete,
    }[event.key]
    if (!deed) return
    event.preventDefault()
    deed()
  }

  if (!file) return null
  const part = {
    server,
    file,
    onFailure: (reason: string) => setFailure({ id: file.id, reason }),
  }
  return (
    <dialog ref={dialog} className="viewer" tabIndex={-1} aria-label={file.name} onClose={onClose}>
      <header>
        <h2>{file.name}</h2>
        <span className="viewer-place" role="status">
          {t('{place} of {count}', {
            place: (index + 1).toLocaleString(locale),
            count: files.length.toLocaleString(locale),
          })}
        </span>
        {tool(t('Previous'), previousIcon, () => go(-1), index === 0)}
        {tool(t('Next'), nextIcon, () => go(1), index === files.length - 1)}
        {tool(t('Download'), downloadIcon, () => void downloadFile(server, file.id))}
        {tool(t('Open in a new tab'), tabIcon, () => openFile(server, file.id))}
        {items.length > 0 && (
          <Menu label={t('More to do')} className="button icon-only" items={items}>
            <Icon svg={moreIcon} />
          </Menu>
        )}
        {tool(t('Close'), closeIcon, () => dialog.current?.close())}
      </header>
      <div className="viewer-body" key={file.id}>
        <Suspense fallback={<p className="viewer-note">{t('Loading …')}</p>}>
          {failure?.id === file.id ? (
            <OtherViewer {...part} reason={failure.reason} />
          ) : (
            <Part {...part} />
          )}
        </Suspense>
      </div>
    </dialog>
  )
}

function tool(label: string, svg: string, run: () => void, isDisabled = false) {
  return (
    <button
      type="button"
      className="button icon-only"
      aria-label={label}
      title={label}
      // A button that is shut would take the keyboard with it.
      aria-disabled={isDisabled}
      onClick={run}
    >
      <Icon svg={svg} />
    </button>
  )
}

function Part(props: PartProps) {
  const kind = kindOf(props.file.name)
  if (kind === 'picture') return <PictureViewer {...props} />
  if (kind === 'pdf') return <PdfViewer {...props} />
  if (kind === 'markdown') return <MarkdownViewer {...props} />
  if (isPacked(props.file.name)) return <DocumentViewer {...props} />
  if (kind === 'text') return <TextViewer {...props} />
  if (kind === 'audio' || kind === 'video') return <RecordingViewer {...props} kind={kind} />
  return <OtherViewer {...props} reason={t('There is no preview for this kind of file.')} />
}
