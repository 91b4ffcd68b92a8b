import type { GroupKey, Server, TableQuery } from 'triptych-client'
import type { Change } from '@triptych/contract/changes'
import type { Total, ViewGroup } from '@triptych/contract/table-schema'
import { useEffect, useState } from 'react'

export type Totals = Readonly<Record<string, Total>>

/** Rows that have the same in a column; all rows where there is none. */
export interface Group {
  /** What they have in it, as the server tells it. */
  key: GroupKey
  count: number
  /** What they add up to, by column. */
  values: Readonly<Record<string, unknown>>
}

const none: readonly Group[] = []

/** Changes come in bursts, and all rows are looked at for each answer. */
const burstMs = 400

/** What the rows of a query add up to, in groups or together; the last known while a newer one is asked for. */
export function useTotals(
  server: Server,
  table: string,
  query: TableQuery,
  group: ViewGroup | null,
  totals: Totals,
  isWanted: boolean,
): readonly Group[] {
  const of = JSON.stringify([table, group])
  const [known, setKnown] = useState<{ of: string; groups: readonly Group[] }>({ of, groups: [] })
  const asked = JSON.stringify([table, query.filter, query.search, group, totals, isWanted])

  useEffect(() => {
    if (!isWanted) return setKnown({ of, groups: [] })
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    // What fails is asked for again with the next change; the rows themselves say what is wrong.
    const readNow = () =>
      void readGroups(server, table, query, group, totals).then(
        (found) => !isGone && setKnown({ of, groups: found }),
        () => !isGone && setKnown({ of, groups: [] }),
      )
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

  // Those of another column are no groups of this one.
  return known.of === of ? known.groups : none
}

async function readGroups(
  server: Server,
  table: string,
  { filter, search }: TableQuery,
  group: ViewGroup | null,
  totals: Totals,
): Promise<Group[]> {
  const wanted = Object.entries(totals).map(([column, total]) => ({ column, total }))
  const by = group && (group.unit ? `${group.column}:${group.unit}` : group.column)
  const parameters = new URLSearchParams({
    aggregate: JSON.stringify([
      'count',
      ...wanted.map(({ column, total }) => `${total}:${column}`),
    ]),
    tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(by !== null && { by: JSON.stringify([by]) }),
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(search && { search }),
  })
  const path = `${encodeURIComponent(table)}/groups?${parameters}`
  const found = (await server.send({ method: 'GET', path })) as Record<string, unknown>[]
  return found.map((one) => ({
    key: group ? (one[group.column] as GroupKey) : null,
    count: Number(one['count']),
    values: Object.fromEntries(
      wanted.map(({ column, total }) => [column, one[`${total}(${column})`]]),
    ),
  }))
}
