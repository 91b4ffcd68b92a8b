import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect, useState } from 'react'

/** Which tasks are selected, in the order in which they were. */
export function useSelected(api: IApi | null): readonly TID[] {
  const [selected, setSelected] = useState<readonly TID[]>([])

  useEffect(() => {
    const show = (tasks: readonly { id: TID }[] | undefined) =>
      setSelected((before) => {
        const now = (tasks ?? []).map(({ id }) => id)
        return now.join() === before.join() ? before : now
      })
    if (!api) return undefined
    // The types do not tell of it.
    const end: unknown = api.getReactiveState()._selected!.subscribe(show as never)
    return end as () => void
  }, [api])

  return selected
}
