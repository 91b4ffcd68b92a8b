import type { ElementKind, StoredTask } from '../../../ports/gantt-store.ts'
import type { PlanSource } from '../../history/seen-past-plan.ts'
import { elementList } from './element-list.ts'
import { idsOf } from './exported-plan.ts'
import type { ExportedPlan } from './exported-plan.ts'
import type { WriteSetting } from './task-elements.ts'
import type { Uids } from './uid-giver.ts'

/** A plan that goes out as a file of Microsoft Project, with the numbers that things have there. */
export interface Exported extends ExportedPlan {
  keptCalendars: ReadonlyMap<number, string>
  uids: { task: Uids; calendar: Uids }
}

export type Setting = WriteSetting

export function uidIn(xml: string | undefined): number | null {
  return xml === undefined ? null : elementList(xml).uid
}

/** What was kept of tasks, unless the file called another one so. */
export async function keptOf(gantt: PlanSource, kind: ElementKind, some: readonly Named[]) {
  const kept = await gantt.elementsOf(kind, idsOf(some))
  for (const { id, fields } of some) {
    const xml = kept.get(id)
    if (xml !== undefined && uidIn(xml) !== fields['uid']) kept.delete(id)
  }
  return kept
}

type Named = Pick<StoredTask, 'id' | 'fields'>
