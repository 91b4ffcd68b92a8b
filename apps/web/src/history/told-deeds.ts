import type { Saved } from 'triptych-client'
import type { ViewProps } from '../view.ts'
import type { WayBack } from '../way-back.ts'
import { t } from '../words/words.ts'

type Ways = Pick<ViewProps, 'tell'> & Pick<WayBack, 'undoWrite'>

/** Tells of what is deleted or moved in one go, and offers to take it back. */
export function tellDone(
  { tell, undoWrite }: Ways,
  several: (count: number, place: string) => string,
) {
  const done = new Map<string, string[]>()

  /** `text`: what is said where it is one thing alone; `place`: where it has gone to. */
  return ({ ids, write }: Saved, text: string, place = ''): void => {
    const texts = done.get(write) ?? []
    // All that was sent together is answered together.
    if (texts.length === 0) setTimeout(() => offer(write, place))
    done.set(write, [...texts, ...ids.map(() => text)])
  }

  function offer(write: string, place: string): void {
    const texts = done.get(write) ?? []
    done.delete(write)
    tell({
      kind: 'info',
      text: texts.length === 1 ? texts[0]! : several(texts.length, place),
      action: { label: t('Undo'), run: () => undoWrite(write) },
      isUndo: true,
    })
  }
}
