import { locale } from '../place/locale.ts'
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
  return [begins && `Begins ${dayText(begins)}.`, othersText(others), endText(ends)]
    .filter(Boolean)
    .join(' ')
}

function othersText(others: number): string {
  if (others === 0) return 'Moves no other task.'
  return others === 1 ? 'Moves one other task.' : `Moves ${others} other tasks.`
}

/** How much later or earlier the plan ends; nothing where it ends as before. */
export function endText({ before, after }: WhatIf['ends']): string {
  if (before === null || after === null) return ''
  const [was, is] = [before, after].map((text) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`))
  const days = Math.round((is! - was!) / dayMs)
  if (days === 0) return ''
  const span = Math.abs(days) === 1 ? 'a day' : `${Math.abs(days)} days`
  const way = days > 0 ? 'later' : 'earlier'
  return `The plan ends ${span} ${way} (${dayText(before)} → ${dayText(after)}).`
}

const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

function dayText(text: string): string {
  return day.format(new Date(`${text.slice(0, 10)}T00:00:00Z`))
}
