import { DatePicker } from '@svar-ui/react-core'
import { endOn, lastDayOf } from './last-day.ts'

interface LastDayFieldProps {
  id?: string | number
  /** The end of the task. */
  value?: Date
  disabled?: boolean
  format?: (date: Date) => string
  onChange?: (event: { value: Date }) => void
}

/** Says in the editor which day is the last: the widget itself shows the one on which all is over. */
export function LastDayField({ value: end, onChange, ...shared }: LastDayFieldProps) {
  if (!end) return null
  return (
    <DatePicker
      {...shared}
      value={lastDayOf(end)}
      clear={false}
      buttons={['today']}
      onChange={({ value: day }) => day && onChange?.({ value: endOn(day, end) })}
    />
  )
}
