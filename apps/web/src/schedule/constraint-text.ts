import type { constraintTypes } from '@triptych/contract/schedule'

export type ConstraintType = (typeof constraintTypes)[number]

export const constraintNames: Record<ConstraintType, string> = {
  asap: 'As soon as possible',
  alap: 'As late as possible',
  snet: 'Start no earlier than',
  snlt: 'Start no later than',
  fnet: 'Finish no earlier than',
  fnlt: 'Finish no later than',
  mso: 'Must start on',
  mfo: 'Must finish on',
}

export function hasDate(type: ConstraintType): boolean {
  return type !== 'asap' && type !== 'alap'
}

/** Whether its date is that of an end. */
export function isOfFinish(type: ConstraintType): boolean {
  return type === 'mfo' || type.startsWith('f')
}
