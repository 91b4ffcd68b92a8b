import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { ViewProps } from '../../view.ts'

/** The tab of the browser has the name of the task that is selected. */
export function useTaskTitle(
  api: IApi | null,
  selected: readonly TID[],
  setName: ViewProps['setName'],
): void {
  const id = selected.at(-1)

  useEffect(() => {
    if (!api) return undefined
    const look = () => {
      const text = id === undefined ? undefined : api.getState().tasks.byId(id)?.text
      setName(text || null)
    }
    // The types do not tell of it.
    const end: unknown = api.getReactiveState().tasks.subscribe(look)
    return end as () => void
  }, [api, id, setName])

  useEffect(() => () => setName(null), [setName])
}
