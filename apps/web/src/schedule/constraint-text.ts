import type { constraintTypes } from '@triptych/contract/schedule'
import { t } from '../words/words.ts'

export type ConstraintType = (typeof constraintTypes)[number]

export const constraintNames: Record<ConstraintType, string> = {
  asap: t('As soon as possible'),
  alap: t('As late as possible'),
  snet: t('Start no earlier than'),
  snlt: t('Start no later than'),
  fnet: t('Finish no earlier than'),
  fnlt: t('Finish no later than'),
  mso: t('Must start on'),
  mfo: t('Must finish on'),
}

export function hasDate(type: ConstraintType): boolean {
  return type !== 'asap' && type !== 'alap'
}

/** Whether its date is that of an end. */
export function isOfFinish(type: ConstraintType): boolean {
  return type === 'mfo' || type.startsWith('f')
}
