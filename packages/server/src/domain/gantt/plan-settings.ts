import { noSchedule } from '@triptych/contract/schedule'
import type { Schedule } from '@triptych/contract/schedule'
import type { GanttReader } from '../../ports/gantt-store.ts'

/** How a plan is scheduled, with everything that nobody has said. */
export async function scheduleOf(gantt: Pick<GanttReader, 'schedule'>): Promise<Schedule> {
  return { ...noSchedule, ...(await gantt.schedule()) }
}
