import type { IApi } from '@svar-ui/react-filemanager'
import type { Server } from 'triptych-client'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { nextEntry } from './next-entry.ts'
import { revealer } from './reveal.ts'
import { aboveOf, chooseAll, currentFolder, leadIn, selectedIn, shownFiles } from '../shown.ts'

/** How often it is looked whether what comes back is shown. */
const framesToWait = 300

/**
 * Whoever deletes goes on at the next entry, for the next key to be about that; and what they take back is chosen
 * again, as before it was deleted.
 */
export function useNextEntry(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  server: Server,
  /** To it what is chosen is what is checked, and taps would check more. */
  isFinger: Readonly<RefObject<boolean>>,
): void {
  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useNextEntry')
    const { reveal, stop } = revealer(frame, api)
    const deleted = new Set<string>()
    const back = new Set<string>()
    let next: string | null = null
    let nextLook = 0

    api.intercept(
      'delete-files',
      ({ ids, skipProvider }) => {
        next = null
        if (skipProvider || isFinger.current) return
        for (const id of ids) deleted.add(id)
        const shown = shownFiles(api).map(({ id }) => id)
        next = nextEntry(shown, ids, leadIn(api))
      },
      { tag },
    )
    api.on(
      'delete-files',
      () => {
        // Where something else is chosen, that stays so.
        if (next === null || selectedIn(api).length > 0) return
        void api.exec('select-file', { id: next })
        reveal(next)
      },
      { tag },
    )

    const told = server.follow({
      change({ area, origin, after }) {
        const id = String(after?.['id'])
        // Each write has a mark behind who sent it.
        const isOwn = origin?.startsWith(server.origin)
        if (area !== 'files' || !isOwn || !deleted.delete(id) || isFinger.current) return
        back.add(id)
        look(framesToWait)
      },
      reload: () => back.clear(),
    })

    /** All that came back together is chosen together. */
    function look(tries: number): void {
      cancelAnimationFrame(nextLook)
      nextLook = requestAnimationFrame(() => {
        const folder = currentFolder(api!)
        const shown = shownFiles(api!).map(({ id }) => id)
        const here = shown.filter((id) => back.has(id))
        const isHere = here.length === [...back].filter((id) => aboveOf(id) === folder).length
        if (!isHere && tries > 0) return look(tries - 1)
        back.clear()
        const [first] = here
        if (first === undefined) return
        chooseAll(api!, here, first)
        reveal(first)
      })
    }

    return () => {
      stop()
      cancelAnimationFrame(nextLook)
      api.detach(tag)
      void told.then((end) => end())
    }
  }, [api, frame, server, isFinger])
}
