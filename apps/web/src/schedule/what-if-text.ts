import { locale } from '../place/locale.ts'
import { t } from '../words/words.ts'
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
  return others === 1 ? t('Moves one other task.') : t('Moves {others} other tasks.', { others })
}

/** How much later or earlier the plan ends; nothing where it ends as before. */
export function endText({ before, after }: WhatIf['ends']): string {
  if (before === null || after === null) return ''
  const [was, is] = [before, after].map((text) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`))
  const days = Math.round((is! - was!) / dayMs)
  if (days === 0) return ''
  const span = Math.abs(days) === 1 ? 'a day' : t('{count} days', { count: Math.abs(days) })
  const way = days > 0 ? 'later' : 'earlier'
  return t('The plan ends {span} {way} ({before} → {after}).', {
    span,
    way,
    before: dayText(before),
    after: dayText(after),
  })
}

const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

function dayText(text: string): string {
  return day.format(new Date(`${text.slice(0, 10)}T00:00:00Z`))
}
