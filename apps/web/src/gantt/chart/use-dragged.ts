import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect, useState } from 'react'
import type { Drag } from '../../schedule/dragged-task.ts'

interface DragEvent {
  id: TID
  left?: number
  width?: number
  inProgress?: boolean
}

/** What is dragged is what is selected, so that nothing else is meant by the next key. Answers what is dragged now. */
export function useDragged(api: IApi): Drag | null {
  const [dragged, setDragged] = useState<Drag | null>(null)

  useEffect(() => {
    const tag = Symbol('useDragged')
    let from: Drag['from'] | null = null
    const end = () => {
      from = null
      setDragged(null)
    }
    // Before the widget moves the bar. A drag in the list has neither.
    api.intercept(
      'drag-task',
      (event) => {
        const { id, left, width, inProgress } = event as DragEvent
        const { tasks, selected } = api.getState()
        const task = tasks.byId(id) as { $x?: number; $w?: number } | null
        if (left === undefined || width === undefined || !task || !inProgress) return
        from ??= { left: task.$x ?? 0, width: task.$w ?? 0 }
        setDragged({ id, from, now: { left, width } })
        if (!selected?.includes(id)) void api.exec('select-task', { id, show: false })
      },
      { tag },
    )
    addEventListener('mouseup', end)
    addEventListener('touchend', end)
    return () => {
      api.detach(tag)
      removeEventListener('mouseup', end)
      removeEventListener('touchend', end)
    }
  }, [api])

  return dragged
}
