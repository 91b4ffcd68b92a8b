import type { IApi, ITask } from '@svar-ui/react-gantt'
import type { GanttConnection } from 'triptych-client'
import { useEffect, useRef } from 'react'

/** By this the store sorts tasks as they stand in the plan; what begins with `$` is never saved. */
const place = '$place'

interface Sort {
  key: string
  order: 'asc' | 'desc'
}

/** A third click on a header takes its sorting back: the widget itself only turns it round. */
export function useUnsorted(api: IApi | null, connection: GanttConnection | null): void {
  const latest = useRef(connection)
  latest.current = connection

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useUnsorted')
    const sortOf = () => ((api.getState() as unknown as { _sort?: Sort[] })._sort ?? [])[0]
    let end = () => {}
    api.intercept(
      'sort-tasks',
      ({ key }) => {
        const now = sortOf()
        if (key !== place && (!now || now.key === place)) notePlaces(api)
      },
      { tag },
    )
    void Promise.resolve(api.getTable(true)).then((table) => {
      table.intercept(
        'sort-rows',
        ({ key }) => {
          const now = sortOf()
          if (now?.key !== key || now?.order !== 'desc') return true
          void api.exec('sort-tasks', { key: place, order: 'asc' })
          // What others have added or moved meanwhile stands where it belongs, too.
          void latest.current?.reload()
          return false
        },
        { tag },
      )
      end = () => table.detach(tag)
    })
    return () => {
      api.detach(tag)
      end()
    }
  }, [api])
}

function notePlaces(api: IApi): void {
  const note = (tasks: readonly ITask[]) => {
    for (const [index, task] of tasks.entries()) {
      ;(task as Record<string, unknown>)[place] = index
      if (task.data) note(task.data)
    }
  }
  const { tasks } = api.getState()
  const top: ITask[] = []
  tasks.forEach((task) => void (!task.parent && top.push(task)))
  note(top)
}
