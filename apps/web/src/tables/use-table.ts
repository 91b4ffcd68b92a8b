import { firstLoad, untilAnswered } from 'triptych-client'
import type { LoadState, Server, ServerError } from 'triptych-client'
import type { Change } from '@triptych/contract/changes'
import type { TableDescription } from '@triptych/contract/table-schema'
import { useEffect, useRef, useState } from 'react'
import { loadReferences } from './cells/references.ts'
import type { References } from './cells/references.ts'

interface Loaded {
  described: TableDescription
  references: References
}

/** Changes come in bursts. */
const burstMs = 200

/** A table and the rows its columns can name, as they are now; `null` until they are known. */
export function useTable(
  server: Server,
  table: string,
  onError: (error: ServerError) => void,
): { loaded: Loaded | null; load: LoadState; refresh: () => void } {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [state, setState] = useState<LoadState>({ state: 'loading' })
  const refresh = useRef(() => {})

  useEffect(() => {
    const over = new AbortController()
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let named = new Set<string>()
    const path = `tables/${encodeURIComponent(table)}`
    const read = async () => {
      const described = (await server.send({ method: 'GET', path })) as TableDescription
      return { described, references: await loadReferences(server, described) }
    }
    const take = (found: Loaded) => {
      if (isGone) return
      named = namedIn(found.described)
      setLoaded(found)
    }
    const fail = (error: ServerError) => !isGone && onError(error)
    const again = () => untilAnswered(read, () => isGone).then(take, fail)
    refresh.current = () => void again()
    const loadSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void again(), burstMs)
    }
    const change = ({ area, operation, entity, before }: Change) => {
      if (area !== 'tables' || operation === 'table-deleted') return
      const [name = ''] = entity.split('/')
      const isShape = operation === 'table-changed' || operation.startsWith('view-')
      const isNamed = named.has(name) || (isShape && named.has(String(before?.['name'])))
      if (isNamed || (isShape && name === table)) loadSoon()
    }
    // What is done here is no news, and may be in the very rows that are named.
    const unsaved = server.onUnsaved((count) => count === 0 && named.has(table) && loadSoon())
    const ends = [unsaved, () => clearTimeout(timer)]
    void server.follow({ change, reload: loadSoon }).then((end) => {
      if (isGone) return end()
      ends.push(end)
      return firstLoad(async () => take(await read()), {
        signal: over.signal,
        onLoad: setState,
      }).catch(() => {})
    })
    return () => {
      isGone = true
      over.abort()
      for (const end of ends) end()
    }
  }, [server, table])

  return { loaded, load: state, refresh: () => refresh.current() }
}

function namedIn({ columns }: TableDescription): Set<string> {
  return new Set(columns.flatMap(({ reference }) => (reference ? [reference.table] : [])))
}
