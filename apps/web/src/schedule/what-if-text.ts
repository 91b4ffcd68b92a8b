import { locale } from '../place/locale.ts'
import { counted, t } from '../words/words.ts'
/** What would follow from letting go of a task. */
export interface WhatIf {
  /** How many others would move, without those whose dates are only those of what is below them. */
  others: number
  /** When the task would begin, where that is not where it is held. */
  begins: string | null
  /** When the whole plan ends now, and then; wall times. */
  ends: { before: string | null; after: string | null }
}

const dayMs = 24 * 60 * 60 * 1000

/** The sentences that say so. */
export function whatIfText({ others, begins, ends }: WhatIf): string {
  return [
    begins && t('Begins {begins}.', { begins: dayText(begins) }),
    othersText(others),
    endText(ends),
  ]
    .filter(Boolean)
    .join(' ')
}

function othersText(others: number): string {
  if (others === 0) return t('Moves no other task.')
  return counted(others, 'Moves one other task.', 'Moves {count} other tasks.')
}

/** How much later or earlier the plan ends; nothing where it ends as before. */
export function endText({ before, after }: WhatIf['ends']): string {
  if (before === null || after === null) return ''
  const [was, is] = [before, after].map((text) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`))
  const days = Math.round((is! - was!) / dayMs)
  if (days === 0) return ''
  const dates = { before: dayText(before), after: dayText(after) }
  return days > 0
    ? counted(
        days,
        'The plan ends a day later ({before} → {after}).',
        'The plan ends {count} days later ({before} → {after}).',
        dates,
      )
    : counted(
        -days,
        'The plan ends a day earlier ({before} → {after}).',
        'The plan ends {count} days earlier ({before} → {after}).',
        dates,
      )
}

const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

function dayText(text: string): string {
  return day.format(new Date(`${text.slice(0, 10)}T00:00:00Z`))
}
