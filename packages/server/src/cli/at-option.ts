import { text } from '../config/options.ts'
import { textAs } from '../config/values.ts'
import { readMoment } from '@triptych/contract/moment'
import type { Moment } from '@triptych/contract/moment'

/** As which of its states something is to be had. */
export const atOption = text<Moment | null>('--at', 'MOMENT', {
  schema: textAs(readMoment).nullable(),
  allowed: 'a revision of the log, or a time such as 2026-04-01T10:00:00Z',
  default: null,
  help: 'As it was right after a revision of the log, or at a time.',
})
