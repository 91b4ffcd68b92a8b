import close from 'lucide-static/icons/x.svg?raw'
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { FocusEvent, MouseEvent, RefObject } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icon.tsx'
import { useClearWay } from './use-clear-way.ts'
import type { Message } from './view.ts'
import './toasts.css'
import { t } from './words/words.ts'

interface Toast extends Message {
  key: number
}

/** What can be acted on stays as long as an error. */
const shownMs = { info: 5000, error: 12_000 }
let lastKey = 0

/** Whoever points at a message or is in it reads it, or is about to press something. */
function isRead(): boolean {
  return document.querySelector('.toasts:is(:hover, :focus-within)') !== null
}

export function useToasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const dismiss = useCallback((key: number) => {
    setToasts((shown) => shown.filter((toast) => toast.key !== key))
  }, [])
  const tell = useCallback(
    (message: Message) => {
      const key = ++lastKey
      // The same thing said twice is one thing; more than four nobody reads.
      setToasts((shown) => [
        ...shown.filter(({ text }) => text !== message.text).slice(-3),
        { ...message, key },
      ])
      if (message.until) {
        const end = () => dismiss(key)
        message.until.then(end, end)
        return
      }
      const leave = () => void (isRead() ? setTimeout(leave, 1000) : dismiss(key))
      setTimeout(leave, shownMs[message.action ? 'error' : message.kind])
    },
    [dismiss],
  )
  /** Something else was done since: what can be undone next is not what was told before. */
  const outdateUndo = useCallback(() => {
    setToasts((shown) =>
      shown.some(({ isUndo }) => isUndo)
        ? shown.map((toast) => (toast.isUndo ? { ...toast, isUndo: false } : toast))
        : shown,
    )
  }, [])
  const dismissUndo = useCallback(() => {
    setToasts((shown) => shown.filter(({ isUndo }) => !isUndo))
  }, [])
  return { toasts, tell, dismiss, outdateUndo, dismissUndo }
}

/** Given where messages are shown; `null`: on the page. */
export const MessagesContext = createContext<(over: HTMLElement | null) => void>(() => {})

/** For a dialog in which one stays: what lies behind it can be neither seen nor pressed. */
export function useMessagesIn(dialog: RefObject<HTMLElement | null>): void {
  const show = useContext(MessagesContext)
  useEffect(() => {
    show(dialog.current)
    return () => show(null)
  }, [dialog, show])
}

interface Props {
  toasts: readonly Toast[]
  over: HTMLElement | null
  dismiss: (key: number) => void
}

/** A click on a message leaves the keyboard where one works. */
const stayThere = (event: MouseEvent) => event.preventDefault()

export function Toasts({ toasts, over, dismiss }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useClearWay(box, toasts.length)
  /** Where the keyboard came from: it goes back there when what was pressed is gone. */
  const before = useRef<HTMLElement | null>(null)
  function enter({ relatedTarget }: FocusEvent): void {
    if (relatedTarget && !box.current?.contains(relatedTarget)) {
      before.current = relatedTarget as HTMLElement
    }
  }
  function leave(): void {
    if (!box.current?.contains(document.activeElement)) return
    const place = before.current?.isConnected ? before.current : document.querySelector('main')
    place?.focus()
  }
  const messages = (
    <div ref={box} className="toasts" role="region" aria-label={t('Messages')} onFocus={enter}>
      {toasts.map(({ key, kind, text, action, until }) => (
        <div key={key} className={`toast ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
          {until && <span className="working" aria-hidden="true" />}
          <p>{text}</p>
          {action && (
            <button
              type="button"
              className="plain"
              onMouseDown={stayThere}
              onClick={() => {
                leave()
                dismiss(key)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="plain icon-only"
            aria-label={t('Dismiss')}
            onMouseDown={stayThere}
            onClick={() => {
              leave()
              dismiss(key)
            }}
          >
            <Icon svg={close} />
          </button>
        </div>
      ))}
    </div>
  )
  return over ? createPortal(messages, over) : messages
}
