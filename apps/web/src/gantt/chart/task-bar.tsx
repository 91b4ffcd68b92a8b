import type { IApi } from '@svar-ui/react-gantt'
import { useContext } from 'react'
import { BaseBar } from '../../baselines/base-bar.tsx'
import { AnalysisContext, useTaskAnalysis } from '../../schedule/analysis-context.ts'
import { useTone } from './colouring.tsx'
import { GridContext } from '../grid/grid-plan.ts'
import { endOfPoint } from '../milestone-day.ts'
import { isLate } from './is-late.ts'
import { TaskRightsContext, topOfPlan } from '../task-rights.ts'
import { t } from '../../words/words.ts'

interface Bar {
  id?: string | number
  text?: string
  /** It has no name yet, and is in this grid only. */
  isDraft?: boolean
  type?: string
  start?: Date
  end?: Date
  progress?: number
  /** Where it begins in pixels, and its width. */
  $x?: number
  $w?: number
}

/** What the mark of what is late takes before a name, with the room between them. */
const markWidth = 28

/** About what a name takes in a bar; a long one may be cut where there is much of it to read. */
function widthOf(text: string, hasMark: boolean): number {
  return Math.min(text.length * 7 + 8, 140) + (hasMark ? markWidth : 0)
}

/** What stands in a bar of the chart, or beside it when it is too narrow. */
export function TaskBar({ data, api }: { data: Bar; api: IApi }) {
  const { id, text = '', type, $x = 0, $w = 0 } = data
  const mayChange = useContext(TaskRightsContext)(id ?? topOfPlan)
  const { isMarked } = useContext(AnalysisContext)
  const found = useTaskAnalysis(id)
  const tone = useTone(data)
  const plan = useContext(GridContext)
  if (data.isDraft) return <div className="gantt-draft" />
  const ends = type === 'milestone' && plan ? { end: endOfPoint(data, plan) } : {}
  const isOverdue = isLate({ ...data, ...ends })
  const isPoint = type === 'milestone' || type === 'summary'
  const isOutside = isPoint || $w < widthOf(text, isOverdue)
  const place = isOutside ? 'gantt-outside' : 'wx-content gantt-inside'
  const marks = [
    place,
    !mayChange && 'gantt-read-only',
    isMarked && found?.critical && 'schedule-critical',
  ]
  return (
    <>
      <BaseBar task={id} left={$x} api={api} />
      <div className={marks.filter(Boolean).join(' ')} data-tone={tone}>
        {isOverdue && (
          <span
            className="late"
            role="img"
            aria-label={t('Late')}
            title={t('Should be done by now')}
          >
            !
          </span>
        )}
        {text}
      </div>
    </>
  )
}
