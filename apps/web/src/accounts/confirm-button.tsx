import { useState } from 'react'
import { t } from '../words/words.ts'

interface Props {
  label: string
  /** What it does it to, for those who do not see the row it stands in. */
  of: string
  title?: string
  isDisabled?: boolean
  onConfirm: () => void
}

/** Takes two presses, as there is no way back. */
export function ConfirmButton({ label, of, title, isDisabled = false, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <button
      type="button"
      className={isAsking ? 'button danger' : 'button'}
      aria-label={
        isAsking ? t('Really: {label} {of}', { label, of }) : t('{label} {of}', { label, of })
      }
      disabled={isDisabled}
      title={title}
      onBlur={() => setAsking(false)}
      onClick={() => {
        setAsking(!isAsking)
        if (isAsking) onConfirm()
      }}
    >
      {isAsking ? t('Really?') : label}
    </button>
  )
}
