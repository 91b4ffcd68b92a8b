import type { NewChange } from '@triptych/contract/changes'
import type { Author, Signature } from '../author.ts'
import { newEntry } from '../ports/change-log.ts'
import type { Stores } from '../ports/database.ts'

/** Appends to the log in the name of whoever asked; answers the revision. */
export async function recordChange(
  author: Signature,
  stores: Stores,
  change: NewChange,
): Promise<number> {
  const { principal, origin, address, step, now, recordAnswer } = author
  if (recordAnswer) await recordAnswer(stores, change)
  const { name: actor, id: actorId } = principal
  return await stores.changes.append(change, { actor, actorId, origin, address, step, at: now() })
}

export type GanttOperation = Extract<
  NewChange['operation'],
  `${'task' | 'link' | 'assignment' | 'resource' | 'calendar' | 'schedule'}-${string}`
>

/** Appends to the log and moves the plan on to that revision, which is answered. */
export async function recordGantt(
  author: Author,
  stores: Stores,
  operation: GanttOperation,
  entity: string,
  values: { before: object | null; after: object | null },
): Promise<number> {
  const change = { area: 'gantt', operation, entity, ...values } as NewChange
  if (operation === 'task-moved') await outdateMoved(stores, change)
  const revision = await recordChange(author, stores, change)
  await stores.gantt.touch(revision)
  return revision
}

interface GanttValues {
  entity: string
  before: object | null
  after: object | null
}

/** The same for several; answers the revision of the first. */
export async function recordAllGantt(
  author: Author,
  stores: Stores,
  operation: Exclude<GanttOperation, 'task-moved'>,
  values: readonly GanttValues[],
): Promise<number> {
  const { principal, origin, address, step, now, recordAnswer } = author
  const { name: actor, id: actorId } = principal
  const by = { actor, actorId, origin, address, step, at: now() }
  const changes = values.map((one) => ({ area: 'gantt', operation, ...one }) as NewChange)
  if (recordAnswer) for (const change of changes) await recordAnswer(stores, change)
  const head = await stores.changes.head()
  await stores.changes.appendAll(changes.map((change) => newEntry(change, by)))
  await stores.gantt.touch(head + changes.length)
  return head + 1
}

/** A task that comes to other rules had other ones in what the log tells of it until now. */
async function outdateMoved(
  { rules, gantt }: Pick<Stores, 'rules' | 'gantt'>,
  { before, after }: NewChange,
): Promise<void> {
  if (before?.['parent'] === after?.['parent'] || !(await rules.has('branch'))) return
  const [from, to] = [before, after].map((place) => ruledAbove(Number(place?.['parent'] ?? 0)))
  if ((await from) !== (await to)) await rules.touch()

  async function ruledAbove(parent: number): Promise<string> {
    const ruled: number[] = []
    for (let id = parent; id > 0; id = (await gantt.task(id))?.parent ?? 0) {
      if (await rules.isOn('branch', String(id))) ruled.push(id)
    }
    return ruled.join()
  }
}
