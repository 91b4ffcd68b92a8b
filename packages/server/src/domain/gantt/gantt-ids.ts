import { maxPlanId } from '@triptych/contract/gantt'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { GanttKind, GanttReader } from '../../ports/gantt-store.ts'
import { badId, idFrom, isTemporary, refuseHighId } from '../entity-id.ts'

/** How long a temporary id is remembered: a client sends what belongs together within seconds. */
export const memoryMs = 10 * 60 * 1000

/**
 * The id that a body or a path speaks of: `null` where it names none, or one that this client has
 * not been given (the stock client itself sends `null` for what is still on its way).
 */
export async function resolveId(
  ctx: Context,
  { gantt }: { gantt: Pick<GanttReader, 'realId'> },
  value: unknown,
): Promise<number | null> {
  if (isTemporary(value)) return gantt.realId(clientOf(ctx), value)
  return readId(value)
}

/**
 * The id that a body or an address names. `null`: it names none; 0: the top, where a parent is meant.
 * What cannot be an id is refused.
 */
export function readId(value: unknown): number | null {
  const id = idIn(value)
  if (id === undefined) throw badId('gantt')
  return id
}

/** The same, but `undefined` for what cannot be an id, or only for a while. */
export function idIn(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === '') return null
  if (value === 0 || value === '0') return 0
  return idFrom(value) ?? undefined
}

/** The id of something new: the one it brings along if it is a real one, else the next. */
export async function newId(
  { gantt }: Stores,
  kind: GanttKind,
  wished: unknown,
  isTaken: (id: number) => Promise<boolean>,
): Promise<number> {
  const id = isTemporary(wished) ? null : readId(wished)
  if (id === null || id === 0) return gantt.nextId(kind)
  if (await isTaken(id)) throw new AppError('gantt.id_taken', `There is a ${kind} with this id.`)
  if (id > maxPlanId) refuseHighId('gantt', id, await gantt.nextId(kind))
  await gantt.reserveId(kind, id)
  return id
}

/** Lets the client speak of a new thing by the id it gave it. */
export async function rememberId(
  ctx: Context,
  { gantt }: Stores,
  temporary: unknown,
  id: number,
): Promise<void> {
  if (!isTemporary(temporary)) return
  const now = ctx.now().getTime()
  // Now and then is enough, and in a batch of a thousand things once for each would be felt.
  if (id % 64 === 0) await gantt.forgetIds(now - memoryMs)
  await gantt.rememberId(clientOf(ctx), temporary, id, now)
}

function clientOf(ctx: Context): string {
  return `${ctx.principal.name}/${ctx.origin ?? ''}`
}
