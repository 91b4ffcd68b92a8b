import { Calendar } from '@svar-ui/react-core'
import { cellOut } from 'triptych-client'
import type { Column } from '@triptych/contract/tables'
import type { After } from './range.ts'
import { readCell, textOf } from './cell-values.ts'

interface DayProps {
  column: Column
  text: string
  onText: (text: string) => void
  leave: (after: After, given: { value: unknown; text: string }) => void
}

/** The calendar below a cell that holds a day. */
export function DayChoice({ column, text, onText, leave }: DayProps) {
  const read = readCell(column, text)
  const value = 'value' in read && read.value instanceof Date ? read.value : null
  return (
    <Calendar
      key={value ? String(cellOut({ type: 'date' }, value)).slice(0, 7) : 'none'}
      {...(value && { value, current: value })}
      buttons={['clear', 'today']}
      onChange={({ value: day }) => {
        if (column.type === 'date' || !day) return leave('stay', { value: day ?? null, text: '' })
        const time = value ?? new Date(0, 0, 1)
        const at = new Date(day)
        at.setHours(time.getHours(), time.getMinutes(), time.getSeconds())
        return onText(textOf(column, at))
      }}
    />
  )
}
