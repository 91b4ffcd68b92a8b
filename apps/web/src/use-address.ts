import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { nextAddress, readAddress } from './address.ts'
import type { Address } from './address.ts'
import type { Go } from './view.ts'

/** The address of the page, and how the view that is shown writes its own part of it. */
export function useAddress(): { address: Address; go: Go } {
  const hash = useSyncExternalStore(listen, () => location.hash)
  const address = useMemo(() => readAddress(hash), [hash])
  const { view } = address
  const go = useCallback<Go>(
    (path, query, { replace = false } = {}) => {
      const next = nextAddress(location.hash, view, path, query)
      if (next === null) return
      if (replace) history.replaceState(null, '', next)
      else history.pushState(null, '', next)
      // Neither of the two tells anybody by itself.
      dispatchEvent(new HashChangeEvent('hashchange'))
    },
    [view],
  )
  return { address, go }
}

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  addEventListener('popstate', changed)
  return () => {
    removeEventListener('hashchange', changed)
    removeEventListener('popstate', changed)
  }
}
