import { z } from 'zod'

/** A revision, or a time: as things were right after it. */
export type Moment = number | Date

const Revision = z.string().regex(/^\d{1,15}$/)
const Time = z.iso.datetime({ offset: true })

/** `null`: it is neither a revision nor a time with its zone. */
export function readMoment(text: string): Moment | null {
  if (Revision.safeParse(text).success) return Number(text)
  return Time.safeParse(text).success ? new Date(text) : null
}
