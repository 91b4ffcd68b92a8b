import type { LoadState } from 'triptych-client'
import { reasonOf, t } from './words/words.ts'

interface Props {
  load: LoadState
  /** What is said when it fails: “The plan could not be loaded.” */
  failed: string
  className?: string
}

/** How far the first load is, in the place of what will be there. */
export function LoadNote({ load, failed, className = 'loading' }: Props) {
  if (load.state === 'shown') return null
  if (load.state === 'loading') return <p className={className}>{t('Loading …')}</p>
  const next = load.retryMs === null ? null : t('It will be tried again in a moment.')
  return (
    <p className={className} role="alert">
      {[failed, reasonOf(load.error), next].filter(Boolean).join(' ')}
    </p>
  )
}
