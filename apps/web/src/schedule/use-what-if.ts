import type { IApi, TID } from '@svar-ui/react-gantt'
import type { GanttConnection, Server } from 'triptych-client'
import type { Preview } from '@triptych/contract/schedule'
import { useEffect, useState } from 'react'
import { previewTasks } from './ask-schedule.ts'
import { givenBy } from './dragged-task.ts'
import type { Drag, Given } from './dragged-task.ts'

/** So long the hand is still before it is asked. */
const stillMs = 150
/** More than a person drags. */
const mostAtOnce = 500

/** A drag, and what the server says would follow from its end. */
export interface WouldBe {
  drag: Drag
  given: readonly Given[]
  preview: Preview
}

interface DragEvent {
  id: TID
  left?: number
  width?: number
  inProgress?: boolean
}

/** Looks while a task is dragged what letting go would do; `null`: nothing is dragged, or it is not known yet. */
export function useWhatIf(
  api: IApi | null,
  server: Server,
  connection: GanttConnection | null,
): WouldBe | null {
  const [found, setFound] = useState<WouldBe | null>(null)

  useEffect(() => {
    if (!api || !connection) return undefined
    const tag = Symbol('useWhatIf')
    let drag: Drag | null = null
    let given: Given[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false

    async function ask(): Promise<void> {
      // It is asked again when this one is answered: the last wins.
      if (isAsking || !drag || given.length === 0 || given.length > mostAtOnce) return
      const asked = { drag, given }
      isAsking = true
      const tasks = given.map((one) => ({ ...one, id: connection!.realId(one.id) }))
      // Why it cannot be is told to whoever lets go.
      const preview = await previewTasks(server, tasks).catch(() => null)
      isAsking = false
      if (given !== asked.given) return void ask()
      if (preview) setFound({ ...asked, preview })
    }

    function end(): void {
      clearTimeout(timer)
      drag = null
      given = []
      setFound(null)
    }

    // Before the widget moves the bar. A drag in the list has neither.
    api.intercept(
      'drag-task',
      (event) => {
        const { id, left, width, inProgress } = event as DragEvent
        const task = api.getState().tasks.byId(id)
        if (left === undefined || width === undefined || !task) return true
        if (!inProgress) end()
        else follow(id, { left: task.$x!, width: task.$w! }, { left, width })
        return true
      },
      { tag },
    )
    function follow(id: TID, shown: Drag['from'], now: Drag['now']): void {
      const from = drag?.id === id ? drag.from : shown
      const before = JSON.stringify(given)
      drag = { id, from, now }
      const next = givenBy(api!, drag)
      if (JSON.stringify(next) === before) return
      given = next
      setFound(null)
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), stillMs)
    }
    const ends = ['mouseup', 'touchend', 'touchcancel']
    for (const name of ends) addEventListener(name, end)
    return () => {
      for (const name of ends) removeEventListener(name, end)
      api.detach(tag)
      end()
    }
  }, [api, server, connection])

  return found
}
