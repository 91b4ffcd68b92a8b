import type { TID } from '@svar-ui/react-gantt'
import { useContext } from 'react'
import { wallTime } from 'triptych-client'
import { KeptDay } from '../../place/kept-day.tsx'
import { GridContext } from '../grid/grid-plan.ts'
import { endOn, lastDayOf } from '../last-day.ts'
import { isOnDayBefore, putOn } from '../milestone-day.ts'
import { t } from '../../words/words.ts'

interface DayFieldProps {
  value?: Date
  disabled?: boolean
  onChange?: (event: { value: Date }) => void
}

/** Says in the editor when a task begins. That of the widget cannot be typed in. */
export function StartDayField(props: DayFieldProps & { task: TID | null }) {
  const { value: start, disabled = false, onChange } = props
  const plan = useContext(GridContext)
  if (!start) return null
  const task = props.task === null ? null : plan?.api.getState().tasks.byId(props.task)
  const point = plan && task?.type === 'milestone' ? { ...task, start } : null
  const isDayBefore = point !== null && isOnDayBefore(point, plan!)
  const isWholeDay = isDayBefore || plan?.schedule?.durationUnit !== 'hour'
  function say(day: Date): void {
    if (!plan || !point || !isWholeDay) return onChange?.({ value: atTimeOf(start!, day) })
    void plan.api.exec('update-task', { id: point.id, task: putOn(day, point, plan) })
  }
  const day = isDayBefore ? lastDayOf(start) : start
  return <Day label={t('Start date')} disabled={disabled} day={day} onDay={say} />
}

/** Says in the editor which day is the last: the widget itself shows the one on which all is over. */
export function LastDayField({ value: end, disabled = false, onChange }: DayFieldProps) {
  if (!end) return null
  const say = (day: Date) => onChange?.({ value: endOn(day, end) })
  return <Day label={t('Last day')} disabled={disabled} day={lastDayOf(end)} onDay={say} />
}

interface DayProps {
  label: string
  disabled: boolean
  day: Date
  onDay: (day: Date) => void
}

function Day({ label, disabled, day, onDay }: DayProps) {
  function keep(said: string): string | null {
    if (said === '') return t('A task needs a day here.')
    onDay(new Date(`${said}T00:00:00`))
    return null
  }

  return (
    <KeptDay
      // The label of the editor is only for what is of the widget.
      aria-label={label}
      disabled={disabled}
      value={wallTime(day).slice(0, 10)}
      onKeep={keep}
    />
  )
}

function atTimeOf(before: Date, day: Date): Date {
  const moved = new Date(day)
  moved.setHours(before.getHours(), before.getMinutes(), before.getSeconds())
  return moved
}
