import { z } from 'zod'
import { readMoment } from '@triptych/contract/moment'
import type { Moment } from '@triptych/contract/moment'
import { badParameter } from './query.ts'

/** Of lists that can be had as they were. */
export const At = z
  .string()
  .regex(/^(\d{1,15}|\d{4}-\d{2}-\d{2}T\S+)$/)
  .optional()
  .transform((text) => (text === undefined ? null : momentIn(text)))
  .meta({
    description:
      'As it was: right after this revision of the log, or at this time, as `2026-04-01T10:00:00Z`.',
  })

/** Changed then or later. */
export const Since = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\S+$/)
  .transform((text) => {
    const moment = readMoment(text)
    if (!(moment instanceof Date)) throw badParameter('since', 'since is a time with its zone.')
    return moment
  })
  .meta({
    description:
      'Search instead: everything below that was changed at this time or later, as `2026-04-01T10:00:00Z`.',
  })

export const atErrors = ['history.not_found', 'history.not_kept'] as const

/** What is asked beside it must be `undefined`. */
export function refuseWithAt(at: Moment | null, beside: object): void {
  if (at === null) return
  const other = Object.entries(beside).find(([, value]) => value !== undefined)
  if (other) throw badParameter(other[0], `${other[0]} is not to be had with at.`)
}

function momentIn(text: string): Moment {
  const moment = readMoment(text)
  if (moment === null) throw badParameter('at', 'at is a revision, or a time with its zone.')
  return moment
}
