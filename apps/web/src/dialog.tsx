import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { problemText } from './failure-text.ts'
import { keepFocus } from './keep-focus.ts'
import { t } from './words/words.ts'

interface DialogProps {
  title: string
  onClose: () => void
  /** What the button that does it says; without it there is nothing to do but to close. */
  action?: string
  /** Something else is under way; what the button does is waited for anyhow. */
  isBusy?: boolean
  isDisabled?: boolean
  isDangerous?: boolean
  /** Why it failed is shown, and the dialog stays. */
  onAct?: () => Promise<void> | void
  isWide?: boolean
  /** Whether there is more to do in it after it was done. */
  isStaying?: boolean
  /** In place of the usual ones. */
  buttons?: ReactNode
  children: ReactNode
}

/** The browser's own dialog: it keeps the focus inside, and Escape leaves it. */
export function Dialog(props: DialogProps) {
  const { title, onClose, action, isDisabled = false, onAct, children } = props
  const [isActing, setActing] = useState(false)
  const [problem, setProblem] = useState('')
  const isBusy = isActing || props.isBusy
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    element.current?.showModal()
    // The browser brings the keyboard back only from a dialog that is closed before it is gone.
    return () => {
      if (document.activeElement === document.body) before?.focus({ preventScroll: true })
    }
  }, [])

  async function act(): Promise<void> {
    const back = keepFocus()
    setActing(true)
    setProblem('')
    try {
      await onAct?.()
    } catch (error) {
      setProblem(problemText(error as Error))
    }
    setActing(false)
    back()
  }

  return (
    <dialog
      ref={element}
      className={props.isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <form
        // What was wrong may be put right by it.
        onInput={() => setProblem('')}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && !isDisabled) void act()
        }}
      >
        <h2 id={titleId}>{title}</h2>
        <div className="content">
          {children}
          {problem && (
            <p className="problem" role="alert">
              {problem}
            </p>
          )}
        </div>
        <div className="actions">
          {props.buttons ?? (
            <>
              <button type="button" className="button" onClick={() => element.current?.close()}>
                {props.isStaying || !action ? t('Close') : t('Cancel')}
              </button>
              {action && (
                <button
                  type="submit"
                  className={props.isDangerous ? 'button danger' : 'button primary'}
                  disabled={isBusy || isDisabled}
                >
                  {isBusy ? t('One moment …') : action}
                </button>
              )}
            </>
          )}
        </div>
      </form>
    </dialog>
  )
}
