import type { IApi } from '@svar-ui/react-gantt'
import { connectGantt } from '@triptych/client'
import type { GanttConnection, Team } from '@triptych/client'
import { useEffect, useMemo, useState } from 'react'
import type { ViewProps } from '../view.ts'
import { saveOpenField } from './save-open-field.ts'
import type { TeamState } from './team-context.ts'

export type PlanStatus = 'loading' | 'shown' | 'failed'

/** The plan of the workspace in the widget, from when the widget is there. */
export function usePlan(api: IApi | null, props: ViewProps) {
  const { server, tell, tellFailure } = props
  const [attempt, setAttempt] = useState(0)
  const [status, setStatus] = useState<PlanStatus>('loading')
  const [connection, setConnection] = useState<GanttConnection | null>(null)
  const [people, setPeople] = useState<Team>({ resources: [], assignments: [] })
  const [isEmpty, setEmpty] = useState(false)
  const [edited, setEdited] = useState<string | number | null>(null)

  useEffect(() => {
    if (!api) return undefined
    let [isOver, isLoaded] = [false, false]
    const opened = connectGantt(api, {
      server,
      onError(failure) {
        if (failure.action !== 'request-data') return tellFailure(failure)
        // What cannot be read at first is told in the place of the plan.
        if (isLoaded) {
          tell({ kind: 'error', text: `The plan could not be read. ${failure.error.message}` })
        }
      },
      onTeam: setPeople,
      beforeShown: saveOpenField,
    })
    setConnection(opened)
    setStatus('loading')
    opened.loaded.then(
      () => {
        isLoaded = true
        if (!isOver) setStatus('shown')
      },
      () => {
        if (!isOver) setStatus('failed')
      },
    )
    return () => {
      isOver = true
      opened.stop()
    }
  }, [api, server, tell, tellFailure, attempt])

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('usePlan')
    const { _tasks } = api.getReactiveState()
    const count = (tasks: readonly unknown[] | undefined) => setEmpty(!tasks?.length)
    // The types do not tell of it.
    const unsubscribe = _tasks.subscribe(count) as unknown as () => void
    api.on('show-editor', ({ id }) => setEdited(id ?? null), { tag })
    return () => {
      api.detach(tag)
      unsubscribe()
    }
  }, [api])

  const team = useMemo<TeamState>(
    () => ({ ...people, assign: (task, resources) => connection?.assign(task, resources) }),
    [people, connection],
  )
  return {
    status,
    retry: () => setAttempt(attempt + 1),
    connection,
    team,
    isEmpty,
    edited,
  }
}
