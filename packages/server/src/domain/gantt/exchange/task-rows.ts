import { setImmediate as nextTurn } from 'node:timers/promises'
import { lagUnits } from '@triptych/contract/schedule'
import type { StoredLink, StoredTask } from '../../../ports/gantt-store.ts'
import { minute } from '../../schedule/ticks.ts'
import { planCalendars } from '../plan-calendars.ts'
import { lengthOfTask, timeOfTask } from '../task-times.ts'
import { endOf, idsOf, partsOf } from './exported-plan.ts'
import type { ExportedPlan, PlanPart } from './exported-plan.ts'
import { peopleText, predecessorsText } from './list-texts.ts'
import type { Person, Predecessor } from './list-texts.ts'
import type { SheetColumn } from './sheet-columns.ts'
import { cellsOfTask } from './task-cells.ts'
import type { Cell } from './task-cells.ts'

/** Some tasks that stand behind each other, with what they say in the columns of a table. */
export interface TaskRows extends PlanPart {
  cells: Partial<Record<SheetColumn, Cell>>[]
}

export async function* taskRows(plan: ExportedPlan): AsyncGenerator<TaskRows> {
  const { tasks, places, schedule } = plan
  const rowOf = new Map(tasks.map(({ id }, at) => [id, at + 1]))
  const calendars = planCalendars(schedule, plan.calendars)
  const calendarNames = new Map(plan.calendars.map(({ id, fields }) => [id, fields['name']]))
  const names = await namesOf(plan)
  for await (const part of partsOf(plan)) {
    const peopleOf = await peopleAt(plan, part.tasks, names)
    const cells = part.tasks.map((task, at) => {
      const links = part.linksInto.get(task.id) ?? []
      const length = lengthOfTask(task, schedule, timeOfTask(calendars, task.fields))
      return cellsOfTask(task, {
        id: part.from + at + 1,
        wbs: places[part.from + at]!.number,
        end: endOf(task, schedule),
        isDayEnd: plan.dayEnds.has(task.id),
        minutes: length / minute,
        schedule,
        calendarNames,
        predecessors: predecessorsText(links.flatMap((link) => waitingFor(link, rowOf))),
        resources: peopleText(peopleOf.get(task.id) ?? []),
      })
    })
    yield { ...part, cells }
    await nextTurn()
  }
}

/** A link that moves nobody is nothing that a table could say. */
function waitingFor(
  { source, type, lag, fields }: StoredLink,
  rowOf: ReadonlyMap<number, number>,
): Predecessor[] {
  const row = rowOf.get(source)
  if (row === undefined || fields['active'] === false) return []
  const unit = lagUnits.find((one) => one === fields['lagUnit']) ?? 'd'
  return [
    { row, type: type as Predecessor['type'], lag: lag === null ? null : { value: lag, unit } },
  ]
}

async function namesOf({ gantt }: ExportedPlan): Promise<Map<number, string>> {
  const resources = await gantt.allResources()
  return new Map(
    resources.map(({ id, fields: { name } }) => [id, typeof name === 'string' ? name : '']),
  )
}

async function peopleAt(
  { gantt }: ExportedPlan,
  tasks: readonly StoredTask[],
  names: ReadonlyMap<number, string>,
): Promise<Map<number, Person[]>> {
  const byTask = new Map<number, Person[]>()
  for (const { task, resource, units } of await gantt.assignmentsAt(idsOf(tasks))) {
    const people = byTask.get(task) ?? []
    byTask.set(task, [...people, { name: names.get(resource) ?? '', units }])
  }
  return byTask
}
