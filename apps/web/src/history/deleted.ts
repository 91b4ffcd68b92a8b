import type { Saved } from 'triptych-client'
import type { ViewProps } from '../view.ts'
import type { WayBack } from '../way-back.ts'
import { t } from '../words/words.ts'

type Ways = Pick<ViewProps, 'tell'> & Pick<WayBack, 'undoWrite'>

/** Tells of what is deleted in one go, and offers to take it back. */
export function tellDeleted({ tell, undoWrite }: Ways, several: (count: number) => string) {
  const gone = new Map<string, string[]>()

  /** `text`: what is said where it is one thing alone. */
  return ({ ids, write }: Saved, text: string): void => {
    const texts = gone.get(write) ?? []
    // All that was sent together is answered together.
    if (texts.length === 0) setTimeout(() => offer(write))
    gone.set(write, [...texts, ...ids.map(() => text)])
  }

  function offer(write: string): void {
    const texts = gone.get(write) ?? []
    gone.delete(write)
    tell({
      kind: 'info',
      text: texts.length === 1 ? texts[0]! : several(texts.length),
      action: { label: t('Undo'), run: () => undoWrite(write) },
    })
  }
}
