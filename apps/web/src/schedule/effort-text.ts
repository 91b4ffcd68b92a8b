import { typedNumber } from '../place/typed-number.ts'
import { lengthOf, spanText } from './span-text.ts'
import type { LengthSettings } from './span-text.ts'
import { t } from '../words/words.ts'

/** An effort in minutes; a number alone is so many hours. `null` is none, `undefined` cannot be read. */
export function effortOf(text: string, settings: LengthSettings): number | null | undefined {
  if (text.trim() === '') return null
  const hours = typedNumber(text)
  if (hours !== null) return hours < 0 ? undefined : Math.round(hours * 60)
  const said = lengthOf(text, settings)
  return said && !said.elapsed ? said.length : undefined
}

/** In hours, which are summed up over people. */
export function effortText(minutes: unknown): string {
  if (typeof minutes !== 'number') return ''
  return spanText({ amount: Math.round((minutes / 60) * 100) / 100, unit: 'h' })
}

export const effortHint = t('Write an effort such as 16h or 3d.')
