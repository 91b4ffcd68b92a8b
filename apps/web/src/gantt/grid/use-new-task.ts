import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import type { Schedule } from '@triptych/contract/schedule'
import { useCallback, useEffect, useRef } from 'react'
import { tableOf } from './cells.ts'
import type { Cells } from './cells.ts'
import { t } from '../../words/words.ts'

interface Added {
  id?: TID
  target?: TID | null
  mode?: string
  task: Partial<ITask>
  show?: unknown
  skipProvider?: boolean
}

/** Puts the cursor into the name of a task that was just added, and gives it a place in time. */
export function useNewTask(
  api: IApi | null,
  { cells, schedule }: { cells: Cells | null; schedule: Schedule | null },
): (after: TID) => void {
  const latest = useRef(schedule)
  latest.current = schedule

  useEffect(() => {
    if (!api || !cells) return undefined
    const tag = Symbol('useNewTask')
    let next = 0
    /** The widget makes the chart longer where it has to, and scrolls, a moment later. */
    let later: ReturnType<typeof setTimeout> | undefined
    api.intercept(
      'add-task',
      (event) => {
        const { skipProvider, task } = event as Added
        if (skipProvider || task.start) return
        const beside = startBeside(api, event)
        const first = firstDay(latest.current)
        // What begins with something that is over would be late before it has a name.
        task.start = beside && beside > first ? new Date(beside) : first
        task.duration ??= 1
      },
      { tag },
    )
    api.on(
      'add-task',
      (event) => {
        const { id, skipProvider, show } = event as Added
        if (skipProvider || !show || id === undefined) return
        cancelAnimationFrame(next)
        cells.expectField()
        next = requestAnimationFrame(() => name(id, 60))
      },
      { tag },
    )

    /** As soon as the widget has drawn its row. */
    function name(id: TID, tries: number): void {
      if (!api!.getState().tasks.byId(id) || tries === 0) return
      void api!.exec('select-task', { id, show: 'xy' })
      cells!.open(id, 'text')
      if (tableOf(api!)?.getState().editor?.id === id)
        later = setTimeout(() => showBar(api!, id), 50)
      else next = requestAnimationFrame(() => name(id, tries - 1))
    }
    return () => {
      cancelAnimationFrame(next)
      clearTimeout(later)
      api.detach(tag)
    }
  }, [api, cells])

  return useCallback(
    (after) => {
      cells?.expectField()
      const task = { type: 'task', text: t('New Task') }
      void api?.exec('add-task', { task, target: after, mode: 'after', show: true })
    },
    [api, cells],
  )
}

/** The widget puts a bar that was out of sight to the very edge, where its name is not seen. */
function showBar(api: IApi, id: TID): void {
  const { tasks, scrollLeft, _chartWidth = 0 } = api.getState()
  const { $x = 0, $w = 0 } = (tasks.byId(id) ?? {}) as { $x?: number; $w?: number }
  if ($x >= scrollLeft && $x + $w + besideBar <= scrollLeft + _chartWidth) return
  void api.exec('scroll-chart', { left: Math.max(0, $x - _chartWidth / 3) })
}

/** About as much as a name beside a bar needs. */
const besideBar = 160

/** Of what it is to stand below, or else of what is beside it. */
function startBeside(api: IApi, { target, mode }: Added): Date | undefined {
  const { tasks } = api.getState()
  const beside = target ? tasks.byId(target) : undefined
  const above = mode === 'child' ? beside : beside?.parent && tasks.byId(beside.parent)
  return (above || beside)?.start
}

/** Where the plan begins, if that is still to come; else today. */
function firstDay(schedule: Schedule | null): Date {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  const start = schedule?.mode === 'auto' && schedule.start ? new Date(schedule.start) : today
  return start > today ? start : today
}
