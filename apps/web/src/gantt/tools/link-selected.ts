import type { IApi, ILink, TID } from '@svar-ui/react-gantt'
import type { GanttConnection } from 'triptych-client'
import { rowsOf } from '../grid/rows-of.ts'
import type { Write } from '../write-together.ts'

type Ids = Pick<GanttConnection, 'realId' | 'realLinkId'>

/** Lets each of these follow the one above it, as far as it does not yet. A branch is linked as a whole. */
export function chained(api: IApi, ids: Ids, selected: readonly TID[]): Write[] {
  const rows = rowsOf(api, selected)
  const links = linksOf(api)
  return rows.slice(1).flatMap((target, index): Write[] => {
    const source = rows[index]!
    if (links.some((link) => link.source === source && link.target === target)) return []
    const data = { source: ids.realId(source), target: ids.realId(target), type: 'e2s' }
    return [{ url: 'links', method: 'POST', data }]
  })
}

/** Takes away every link from one of these to another. */
export function unlinked(api: IApi, ids: Ids, selected: readonly TID[]): Write[] {
  return linksOf(api)
    .filter(({ source, target }) => selected.includes(source) && selected.includes(target))
    .map(({ id }) => ({ url: `links/${ids.realLinkId(id!)}`, method: 'DELETE' }))
}

function linksOf(api: IApi): readonly ILink[] {
  return api.getState().links.map((link: ILink) => link)
}
