import type { LoadState } from '@triptych/client'
import { t } from './words/words.ts'

interface Props {
  load: LoadState
  /** What is loaded: `the plan`. */
  what: string
  className?: string
}

/** How far the first load is, in the place of what will be there. */
export function LoadNote({ load, what, className = 'loading' }: Props) {
  if (load.state === 'shown') return null
  if (load.state === 'loading') return <p className={className}>{t('Loading …')}</p>
  const next = load.retryMs === null ? '' : ' It will be tried again in a moment.'
  return (
    <p className={className} role="alert">
      {t('{what} could not be loaded. {message}{next}', {
        what: capital(what),
        message: load.error.message,
        next,
      })}
    </p>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
