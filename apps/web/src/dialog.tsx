import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import './dialog.css'

interface DialogProps {
  title: string
  onClose: () => void
  /** What the button that does it says. */
  action: string
  isBusy?: boolean
  isDisabled?: boolean
  isDangerous?: boolean
  onAct: () => void
  isWide?: boolean
  children: ReactNode
}

/** The browser's own dialog: it keeps the focus inside, and Escape leaves it. */
export function Dialog(props: DialogProps) {
  const { title, onClose, action, isBusy = false, isDisabled = false, onAct, children } = props
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    element.current?.showModal()
  }, [])

  return (
    <dialog
      ref={element}
      className={props.isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && !isDisabled) onAct()
        }}
      >
        <h2 id={titleId}>{title}</h2>
        <div className="content">{children}</div>
        <div className="actions">
          <button type="button" className="button" onClick={() => element.current?.close()}>
            Cancel
          </button>
          <button
            type="submit"
            className={props.isDangerous ? 'button danger' : 'button primary'}
            disabled={isBusy || isDisabled}
          >
            {isBusy ? 'One moment …' : action}
          </button>
        </div>
      </form>
    </dialog>
  )
}
