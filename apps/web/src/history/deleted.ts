import type { Saved } from '@triptych/client'
import type { ViewProps } from '../view.ts'
import type { WayBack } from '../way-back.ts'
import { t } from '../words/words.ts'

type Ways = Pick<ViewProps, 'tell'> & Pick<WayBack, 'undoWrite'>

/** Tells of what is deleted in one go, and offers to take it back. */
export function tellDeleted({ tell, undoWrite }: Ways, plural: string) {
  const gone = new Map<string, string[]>()

  return ({ ids, write }: Saved, name: string): void => {
    const names = gone.get(write) ?? []
    // All that was sent together is answered together.
    if (names.length === 0) setTimeout(() => offer(write))
    gone.set(write, [...names, ...ids.map(() => name)])
  }

  function offer(write: string): void {
    const names = gone.get(write) ?? []
    gone.delete(write)
    tell({
      kind: 'info',
      text: t('Deleted {value}.', {
        value: names.length === 1 ? names[0] : `${names.length} ${plural}`,
      }),
      action: { label: t('Undo'), run: () => undoWrite(write) },
    })
  }
}
