import type { Entry } from '@triptych/contract/accounts'
import { useEffect, useId, useRef } from 'react'
import { LoginForm } from './login-form.tsx'
import '../dialog.css'
import './accounts.css'
import { t } from '../words/words.ts'

interface Props {
  entry: Entry
  name: string
  /** Changes that wait for it. */
  waiting: number
  onEntry: (entry: Entry) => void
}

/** Lies over the page when a login has ended, so that nothing on it is lost. */
export function LoginAgain({ entry, name, waiting, onEntry }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const title = useId()
  useEffect(() => {
    element.current?.showModal()
    element.current?.querySelector<HTMLInputElement>('input[name=password]')?.focus()
  }, [])
  return (
    <dialog
      ref={element}
      className="dialog login-again"
      aria-labelledby={title}
      // There is nothing behind it that could be used.
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={title}>{t('Log in again')}</h2>
      <p>
        {waiting > 0
          ? t(
              'Your login has ended. The page stays as it is, and what is not saved yet will be saved afterwards.',
            )
          : t('Your login has ended. The page stays as it is.')}
      </p>
      <LoginForm entry={entry} name={name} onEntry={onEntry} />
    </dialog>
  )
}
