import type { IApi, ILink, TID } from '@svar-ui/react-gantt'
import { useEffect, useMemo, useState } from 'react'
import type { Scheduling } from '../../schedule/ask-schedule.ts'
import { daysOff } from '../../schedule/days-off.ts'
import { linksByTarget } from '../milestone-day.ts'
import type { MayChangeTask } from '../task-rights.ts'
import type { ViewProps } from '../../view.ts'
import type { TeamState } from '../team-context.ts'
import type { GridPlan } from './grid-plan.ts'

interface Options {
  scheduling: Scheduling | null
  team: TeamState
  mayChange: MayChangeTask
  tell: ViewProps['tell']
}

export function useGridPlan(api: IApi | null, options: Options): GridPlan | null {
  const { scheduling, team, mayChange, tell } = options
  const linksTo = useLinksTo(api)
  return useMemo(
    () =>
      api && {
        api,
        schedule: scheduling?.schedule ?? null,
        isDayOff: daysOff(scheduling),
        team,
        linksTo,
        mayChange,
        tell,
      },
    [api, scheduling, team, linksTo, mayChange, tell],
  )
}

/** The links of the plan by the task they lead to. */
function useLinksTo(api: IApi | null): ReadonlyMap<TID, readonly ILink[]> {
  const [found, setFound] = useState<ReadonlyMap<TID, readonly ILink[]>>(new Map())

  useEffect(() => {
    if (!api) return undefined
    const look = () => setFound(linksByTarget(api))
    // The types do not tell of it.
    const end: unknown = api.getReactiveState().links.subscribe(look)
    return end as () => void
  }, [api])

  return found
}
