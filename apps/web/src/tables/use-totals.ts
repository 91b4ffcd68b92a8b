import type { Server, TableQuery } from '@triptych/client'
import type { Change } from '@triptych/contract/changes'
import type { Total } from '@triptych/contract/table-schema'
import { useEffect, useState } from 'react'

export type TotalValues = Readonly<Record<string, unknown>>

/** Changes come in bursts, and all rows are looked at for each answer. */
const burstMs = 400

/** What all rows of the query add up to, by column; the last known while a newer one is asked for. */
export function useTotals(
  server: Server,
  table: string,
  query: TableQuery,
  totals: Readonly<Record<string, Total>>,
): TotalValues {
  const [values, setValues] = useState<TotalValues>({})
  const asked = JSON.stringify([table, query.filter, query.search, totals])

  useEffect(() => {
    const wanted = Object.entries(totals)
    if (wanted.length === 0) return setValues({})
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      const { filter, search } = query
      const parameters = new URLSearchParams({
        aggregate: JSON.stringify(wanted.map(([column, total]) => `${total}:${column}`)),
        tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(filter && { filter: JSON.stringify(filter) }),
        ...(search && { search }),
      })
      const path = `${encodeURIComponent(table)}/groups?${parameters}`
      const found = (await server.send({ method: 'GET', path })) as Record<string, unknown>[]
      const [all = {}] = found
      const told = wanted.map(([column, total]) => [column, all[`${total}(${column})`]] as const)
      if (!isGone) setValues(Object.fromEntries(told))
    }
    // What fails is asked for again with the next change; the rows themselves say what is wrong.
    const readNow = () => void read().catch(() => !isGone && setValues({}))
    const readSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(readNow, burstMs)
    }
    const change = ({ area, entity }: Change) => {
      if (area === 'tables' && entity.split('/')[0] === table) readSoon()
    }
    // What is done here is no news.
    const ends = [server.onUnsaved((count) => count === 0 && readSoon())]
    void server.follow({ change, reload: readSoon }).then((end) => {
      if (isGone) end()
      else ends.push(end)
    })
    readNow()
    return () => {
      isGone = true
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [server, asked])

  return values
}
