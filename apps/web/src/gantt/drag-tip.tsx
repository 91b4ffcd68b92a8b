import type { IApi } from '@svar-ui/react-gantt'
import type { RefObject } from 'react'
import { datesAfter } from '../schedule/dragged-task.ts'
import { barOf } from './element-id.ts'
import { spanOf } from './task-tip.tsx'
import { useDragged } from './use-dragged.ts'

/** Says above a bar that is dragged where it would be: the tip of the mouse would cover it. */
export function DragTip({ api, frame }: { api: IApi; frame: RefObject<HTMLElement | null> }) {
  const drag = useDragged(api)
  const task = drag && api.getState().tasks.byId(drag.id)
  const bar = drag && barOf(frame.current, drag.id)?.getBoundingClientRect()
  if (!task || !bar) return null
  return (
    <p className="gantt-drag-tip" role="status" style={{ left: bar.left, top: bar.top - 36 }}>
      {spanOf({ ...task, ...datesAfter(api, drag, task) })}
    </p>
  )
}
