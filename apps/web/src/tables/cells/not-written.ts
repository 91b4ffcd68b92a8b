import { counted, t } from '../../words/words.ts'

export type CellWork = 'pasted' | 'cleared' | 'filled'

const nothing: Record<CellWork, string> = {
  pasted: t('Nothing was pasted.'),
  cleared: t('Nothing was cleared.'),
  filled: t('Nothing was filled.'),
}

/** What is said when not all of the cells were taken, and so none. */
export function notWritten(work: CellWork, bad: number): string {
  if (bad === 0) return nothing[work]
  if (work === 'pasted') {
    return counted(
      bad,
      'One cell was not taken, so nothing was pasted.',
      '{count} cells were not taken, so nothing was pasted.',
    )
  }
  if (work === 'cleared') {
    return counted(
      bad,
      'One cell was not taken, so nothing was cleared.',
      '{count} cells were not taken, so nothing was cleared.',
    )
  }
  return counted(
    bad,
    'One cell was not taken, so nothing was filled.',
    '{count} cells were not taken, so nothing was filled.',
  )
}
