import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect, useState } from 'react'

/** A task as it is shown now; `null`: there is none. */
export function useTask<T>(api: IApi, id: TID | null): T | null {
  const [task, setTask] = useState<T | null>(null)

  useEffect(() => {
    const look = () => setTask(id === null ? null : ((api.getState().tasks.byId(id) ?? null) as T))
    // The types do not tell of it.
    const end: unknown = api.getReactiveState().tasks.subscribe(look as never)
    return end as () => void
  }, [api, id])

  return task
}
