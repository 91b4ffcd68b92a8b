import type { IApi } from '@svar-ui/react-gantt'
import { useContext } from 'react'
import type { RefObject } from 'react'
import { datesAfter } from '../../schedule/dragged-task.ts'
import { barOf } from '../element-id.ts'
import { GridContext } from '../grid/grid-plan.ts'
import type { GridPlan } from '../grid/grid-plan.ts'
import { workingDays } from '../grid/keep-dates.ts'
import { askedAt } from '../milestone-day.ts'
import { spanOf } from './task-tip.tsx'
import { useDragged } from './use-dragged.ts'
import { counted, t } from '../../words/words.ts'

/** Says above a bar that is dragged where it would be and how long: the tip of the mouse would cover it. */
export function DragTip({ api, frame }: { api: IApi; frame: RefObject<HTMLElement | null> }) {
  const drag = useDragged(api)
  const plan = useContext(GridContext)
  const task = drag && api.getState().tasks.byId(drag.id)
  const bar = drag && barOf(frame.current, drag.id)?.getBoundingClientRect()
  if (!task || !bar) return null
  const after = { ...task, ...datesAfter(api, drag, task) }
  const { start, end, type } = after
  const isPut = plan && start && type === 'milestone' && Number(start) !== Number(task.start)
  const dragged = isPut ? { ...after, ...askedAt(start, plan) } : after
  const days = type === 'milestone' || !start || !end ? null : daysOf(start, end, plan)
  return (
    <p className="gantt-drag-tip" role="status" style={{ ...placeAt(bar.left), top: bar.top - 36 }}>
      {days === null ? spanOf(dragged, plan) : `${spanOf(dragged, plan)} · ${days}`}
    </p>
  )
}

/** Or as far to the left as it has to be to be read. */
function placeAt(left: number): { left: number; translate: string } {
  const from = Math.max(4, left)
  return { left: from, translate: `min(0px, calc(100vw - ${from}px - 100% - 8px))` }
}

/** On which one works, where the plan knows that. */
function daysOf(start: Date, end: Date, plan: GridPlan | null): string {
  const isAuto = plan?.schedule?.mode === 'auto'
  const count = workingDays(start, end, isAuto ? plan.isDayOff : () => false)
  if (!isAuto) return counted(count, '1 day', '{count} days')
  return count === 1 ? t('1 working day') : t('{count} working days', { count })
}
