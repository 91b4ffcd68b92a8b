import { useId, useState } from 'react'
import { t } from '../words/words.ts'

interface Props {
  label: string
  name: string
  /** By which a password manager knows what it is asked for. */
  autoComplete: 'current-password' | 'new-password'
  hasFocus?: boolean
}

/** As `Password` of the contract says. */
const shortest = 10

/** A password that can be looked at, so that nobody has to type it twice. */
export function PasswordField({ label, name, autoComplete, hasFocus = false }: Props) {
  const [isShown, setShown] = useState(false)
  const id = useId()
  const isNew = autoComplete === 'new-password'
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="password">
        <input
          id={id}
          className="control"
          type={isShown ? 'text' : 'password'}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="off"
          spellCheck={false}
          autoFocus={hasFocus}
          required
          {...(isNew && { minLength: shortest, 'aria-describedby': `${id}-hint` })}
        />
        <button
          type="button"
          className="plain"
          aria-pressed={isShown}
          aria-label={t('Show: {label}', { label })}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t('Hide') : t('Show')}
        </button>
      </span>
      {isNew && (
        <small id={`${id}-hint`}>
          {t('At least {shortest} characters; longer is better.', { shortest })}
        </small>
      )}
    </div>
  )
}
