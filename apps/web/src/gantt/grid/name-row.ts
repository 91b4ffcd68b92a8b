import type { IApi, TID } from '@svar-ui/react-gantt'
import { inFrames } from '../../in-frames.ts'
import type { Cells } from './cells.ts'
import { tableOf } from './table-of.ts'

/** Puts the cursor into the name of a task that was just added, as soon as the widget has drawn its row. */
export function nameRow(api: IApi, cells: Cells) {
  let lookNoMore: (() => void) | undefined
  /** The widget makes the chart longer where it has to, and scrolls, a moment later. */
  let later: ReturnType<typeof setTimeout> | undefined

  /** Whether its name can be typed, or never will be. */
  function look(id: TID): boolean {
    if (!api.getState().tasks.byId(id)) return true
    void api.exec('select-task', { id, show: 'xy' })
    cells.open(id, 'text')
    if (tableOf(api)?.getState().editor?.id !== id) return false
    show(id)
    return true
  }

  function show(id: TID): void {
    later = setTimeout(() => showBar(api, id), 50)
  }

  function stop(): void {
    lookNoMore?.()
    clearTimeout(later)
  }

  return {
    open(id: TID): void {
      stop()
      cells.expectField()
      lookNoMore = inFrames(() => look(id))
    },
    /** Its bar, as soon as there is one. */
    show,
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
