import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { revealer } from './reveal.ts'
import { leadIn } from '../shown.ts'

/**
 * Whoever makes, renames or pastes something sees it: the order of the list may put it far from where they are, and
 * as it is what is chosen, the next key would be for something out of sight.
 */
export function useMadeEntry(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useMadeEntry')
    // Where the keyboard is after a question is a matter of that, and whoever goes on meanwhile keeps it.
    const { reveal, stop } = revealer(frame, api, { takesKeys: false })
    const show = ({ skipProvider }: { skipProvider?: boolean }) => {
      const id = leadIn(api)
      if (!skipProvider && id !== undefined) reveal(id)
    }
    for (const action of ['create-file', 'rename-file', 'copy-files', 'move-files'] as const) {
      api.on(action, show, { tag })
    }
    return () => {
      stop()
      api.detach(tag)
    }
  }, [api, frame])
}
