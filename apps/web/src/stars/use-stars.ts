import type { FileEntry } from '@triptych/contract/files'
import type { Server } from 'triptych-client'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { askServer } from '../ask-server.ts'
import { useNews } from '../home/use-news.ts'
import type { ViewProps } from '../view.ts'
import { reasonOf } from '../words/words.ts'
import { workspace } from '../workspaces.ts'

/** So long changes are gathered: others may rename what has a star. */
const gatherMs = 500

const address = () => new URL('stars', workspace.url).href

export interface Stars {
  entries: readonly FileEntry[]
  ids: ReadonlySet<string>
  set: (ids: readonly string[], starred: boolean) => void
}

/** What whoever looks has starred. The log does not tell of it, so other tabs see it when they are looked at again. */
export function useStars(server: Server, tell: ViewProps['tell']): Stars {
  const [entries, setEntries] = useState<readonly FileEntry[]>([])
  const news = useNews(server, gatherMs)
  const look = useCallback(
    () =>
      askServer<FileEntry[]>('GET', address()).then(setEntries, () => {
        // They are no reason to speak of a lost connection once more: what is known stays.
      }),
    [],
  )
  useEffect(() => {
    if (news !== null) void look()
  }, [news, look])
  useEffect(() => {
    const lookAgain = () => void look()
    addEventListener('focus', lookAgain)
    return () => removeEventListener('focus', lookAgain)
  }, [look])
  const set = useCallback(
    (ids: readonly string[], starred: boolean) => {
      askServer<FileEntry[]>('PUT', address(), { ids, starred }).then(setEntries, (error: Error) =>
        tell({ kind: 'error', text: reasonOf(error) }),
      )
    },
    [tell],
  )
  const ids = useMemo(() => new Set(entries.map(({ id }) => id)), [entries])
  return { entries, ids, set }
}
