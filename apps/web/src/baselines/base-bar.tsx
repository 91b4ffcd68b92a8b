import type { IApi } from '@svar-ui/react-gantt'
import { useContext } from 'react'
import { BaselineContext } from './baseline-context.ts'

interface BaseBarProps {
  task: string | number | undefined
  /** Where the bar of the task begins, in pixels. */
  left: number
  api: IApi
}

/** Where a task stood in the baseline that is shown: below its bar, which it lies in. */
export function BaseBar({ task, left, api }: BaseBarProps) {
  const dates = useContext(BaselineContext).datesOf(task ?? 0)
  if (!dates) return null
  const at = pixels(api)
  const from = at(dates.start)
  if (dates.isMilestone) {
    return <span className="base-milestone" aria-hidden="true" style={{ left: from - left }} />
  }
  const width = Math.max(2, at(dates.end) - from)
  return <span className="base-bar" aria-hidden="true" style={{ left: from - left, width }} />
}

interface Scales {
  start: Date
  lengthUnit: string
  diff: (date: Date, from: Date, unit: string) => number
}

/** As the widget places its bars; its types leave this out. */
function pixels(api: IApi): (date: Date) => number {
  const { _scales, cellWidth } = api.getState() as unknown as { _scales: Scales; cellWidth: number }
  const { start, lengthUnit, diff } = _scales
  return (date) => Math.round(diff(date, start, lengthUnit) * cellWidth)
}
