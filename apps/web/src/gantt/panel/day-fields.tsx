import { wallTime } from 'triptych-client'
import { KeptDay } from '../../place/kept-day.tsx'
import { endOn, lastDayOf } from '../last-day.ts'
import { t } from '../../words/words.ts'

interface DayFieldProps {
  value?: Date
  disabled?: boolean
  onChange?: (event: { value: Date }) => void
}

/** Says in the editor when a task begins. That of the widget cannot be typed in. */
export function StartDayField({ value: start, disabled = false, onChange }: DayFieldProps) {
  if (!start) return null
  const say = (day: Date) => onChange?.({ value: atTimeOf(start, day) })
  return <Day label={t('Start date')} disabled={disabled} day={start} onDay={say} />
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
