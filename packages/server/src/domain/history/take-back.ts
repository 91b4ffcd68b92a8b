import type { TakenBack } from '@triptych/contract/history'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import type { Stores } from '../../ports/database.ts'

export type Kept = TakenBack['kept'][number]

/** Makes one change undone, in the transaction it is given; what somebody has changed since is told to `keep`. */
export type TakeBack = (
  ctx: Context,
  stores: Stores,
  entry: StepEntry,
  keep: (kept: Kept) => void,
) => Promise<void>

export function notKept({ entity }: Pick<StepEntry, 'entity'>): AppError {
  const message = `What ${entity} was before was not kept.`
  return new AppError('history.not_kept', message, { entity })
}

/** Nothing is left of it. */
export const endedForGood: TakeBack = async (_ctx, _stores, { operation, entity }) => {
  const what = operation === 'version-deleted' ? `This version of ${entity}` : entity
  const message = `${what} was deleted for good, which cannot be taken back.`
  throw new AppError('history.not_kept', message, { entity })
}

export function changedSince({ entity }: Pick<StepEntry, 'entity'>): AppError {
  const message = `${entity} was changed since; to take this back would lose it.`
  return new AppError('history.changed_since', message, { entity })
}

/** Others have removed it since: that stays, and with it all that was to be taken back about it. */
export function keepGone({ entity, after }: StepEntry, keep: (kept: Kept) => void): void {
  for (const field of Object.keys(after ?? {})) keep({ entity, field })
}

export function gone({ entity }: Pick<StepEntry, 'entity'>): AppError {
  return new AppError('history.gone', `${entity} is not there any more.`, { entity })
}
