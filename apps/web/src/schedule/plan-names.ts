import { quoted } from '../quoted.ts'
import { t } from '../words/words.ts'
import type { IApi, TID } from '@svar-ui/react-gantt'
import type { GanttConnection } from 'triptych-client'

type Id = number

/** How that is called which the server names by its numbers. */
export interface PlanNames {
  task(id: Id): string
  /** The tasks at its ends; `null`: it is not shown here. */
  link(id: Id): { source: string; target: string; at: Id } | null
}

export function planNames(api: IApi, connection: GanttConnection): PlanNames {
  const shown = (id: TID) => api.getState().tasks.byId(id)?.text
  const task = (id: Id) => {
    const text = shown(connection.shownId(id))
    return text === undefined ? t('task {id}', { id }) : quoted(text)
  }
  return {
    task,
    link(id) {
      const link = api.getState().links.byId(connection.shownLinkId(id))
      if (!link) return null
      const [source, target] = [link.source, link.target].map((end) => quoted(shown(end) ?? ''))
      return { source: source!, target: target!, at: Number(connection.realId(link.target)) }
    },
  }
}
