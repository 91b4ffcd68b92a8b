import type { IApi, TID } from '@svar-ui/react-gantt'
import { tableOf } from './cells.ts'
import type { Cells } from './cells.ts'

/** A row takes some frames to be drawn; for longer than this nobody waits for it. */
const mostFrames = 60

/** Puts the cursor into the name of a task that was just added, as soon as the widget has drawn its row. */
export function nameRow(api: IApi, cells: Cells) {
  let next = 0
  /** The widget makes the chart longer where it has to, and scrolls, a moment later. */
  let later: ReturnType<typeof setTimeout> | undefined

  function look(id: TID, frames: number): void {
    if (!api.getState().tasks.byId(id) || frames === 0) return
    void api.exec('select-task', { id, show: 'xy' })
    cells.open(id, 'text')
    if (tableOf(api)?.getState().editor?.id === id) later = setTimeout(() => showBar(api, id), 50)
    else next = requestAnimationFrame(() => look(id, frames - 1))
  }

  function stop(): void {
    cancelAnimationFrame(next)
    clearTimeout(later)
  }

  return {
    open(id: TID): void {
      stop()
      cells.expectField()
      next = requestAnimationFrame(() => look(id, mostFrames))
    },
    stop,
  }
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
