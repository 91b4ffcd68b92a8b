import type { Message } from './view.ts'
import { t } from './words/words.ts'

/** Somebody else has written into a cell while it was edited here, which counts. `who`: `null` where nobody knows. */
export function overwritten(who: string | null, theirs: string, take: () => void): Message {
  return {
    kind: 'info',
    text: t('{who} wrote “{value}” into this cell while you did; now it has yours.', {
      who: who ?? t('Somebody else'),
      value: theirs,
    }),
    action: { label: t('Take theirs'), run: take },
  }
}
