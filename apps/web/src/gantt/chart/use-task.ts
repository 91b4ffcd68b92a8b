import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import { useEffect, useState } from 'react'

/** A task as it is shown now; `null`: there is none. */
export function useTask(api: IApi, id: TID): ITask | null {
  const [task, setTask] = useState<ITask | null>(null)

  useEffect(() => {
    const look = () => setTask(api.getState().tasks.byId(id) ?? null)
    // The types do not tell of it.
    const end: unknown = api.getReactiveState().tasks.subscribe(look)
    return end as () => void
  }, [api, id])

  return task
}
