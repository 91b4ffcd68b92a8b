import { untilAnswered } from '@triptych/client'
import type { Server, ServerError } from '@triptych/client'
import type { Change } from '@triptych/contract/changes'
import type { TableDescription } from '@triptych/contract/table-schema'
import { useEffect, useState } from 'react'
import { loadReferences } from './references.ts'
import type { References } from './references.ts'

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
): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)

  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let named = new Set<string>()
    const path = `tables/${encodeURIComponent(table)}`
    const read = async () => {
      const described = (await server.send({ method: 'GET', path })) as TableDescription
      return { described, references: await loadReferences(server, described) }
    }
    const load = async () => {
      try {
        const found = await untilAnswered(read, () => isGone)
        if (isGone) return
        named = namedIn(found.described)
        setLoaded(found)
      } catch (error) {
        if (!isGone) onError(error as ServerError)
      }
    }
    const loadSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void load(), burstMs)
    }
    const change = ({ area, operation, entity, before }: Change) => {
      if (area !== 'tables' || operation === 'table-deleted') return
      const [name = ''] = entity.split('/')
      const isShape = operation === 'table-changed'
      const isNamed = named.has(name) || (isShape && named.has(String(before?.['name'])))
      if (isNamed || (isShape && name === table)) loadSoon()
    }
    // What is done here is no news, and may be in the very rows that are named.
    const unsaved = server.onUnsaved((count) => count === 0 && named.has(table) && loadSoon())
    const ends = [unsaved, () => clearTimeout(timer)]
    void server.follow({ change, reload: loadSoon }).then((end) => {
      if (isGone) return end()
      ends.push(end)
      return load()
    })
    return () => {
      isGone = true
      for (const end of ends) end()
    }
  }, [server, table])

  return loaded
}

function namedIn({ columns }: TableDescription): Set<string> {
  return new Set(columns.flatMap(({ reference }) => (reference ? [reference.table] : [])))
}
