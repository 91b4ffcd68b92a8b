import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChartColumn } from '@triptych/contract/printed-chart'
import type { StoredLink, StoredTask } from '../../../ports/gantt-store.ts'
import { hoursOn } from '../../schedule/calendar-spans.ts'
import { day, tickOf } from '../../schedule/ticks.ts'
import type { Chart, ChartBar, ChartLink, ChartRow } from '../chart/chart.ts'
import { planCalendars } from '../plan-calendars.ts'
import { endOf } from './exported-plan.ts'
import type { ExportedPlan } from './exported-plan.ts'
import type { SheetColumn } from './sheet-columns.ts'
import type { Cell } from './task-cells.ts'
import { taskRows } from './task-rows.ts'

/** A plan as it is drawn, with those tasks as critical that are. */
export async function chartOf(
  plan: ExportedPlan,
  columns: readonly ChartColumn[],
  critical: ReadonlySet<number>,
): Promise<Chart> {
  const { tasks, places, schedule } = plan
  const rowOf = new Map(tasks.map(({ id }, at) => [id, at]))
  const rows: ChartRow[] = []
  const links: ChartLink[] = []
  for await (const part of taskRows(plan)) {
    for (const [at, task] of part.tasks.entries()) {
      const { level, isParent } = places[part.from + at]!
      rows.push({
        cells: columns.map((column) => cellText(part.cells[at]![sheetColumn(column)], column)),
        level,
        isParent,
        bar: barOf(task, { plan, isParent, isCritical: critical.has(task.id) }),
      })
      for (const link of part.linksInto.get(task.id) ?? []) {
        links.push(...drawnLink(link, rowOf, critical))
      }
    }
    await nextTurn()
  }
  const time = planCalendars(schedule, plan.calendars).timeOf(null)
  const isDayOff = (number: number) => hoursOn(time.spans, number).from.length === 0
  return { rows, links, columns, isDayOff }
}

function sheetColumn(column: ChartColumn): SheetColumn {
  if (column === 'text') return 'name'
  return column === 'end' ? 'finish' : column
}

function cellText(cell: Cell | undefined, column: ChartColumn): string {
  if (cell === undefined || cell.value === null) return ''
  const text = String(cell.value)
  if (cell.type === 'datetime') return text.replace('T', ' ').slice(0, 16)
  return column === 'progress' ? `${Math.round(Number(text))} %` : plainText(text)
}

/** More than any column shows. */
const longest = 300

/** On one line, without what is no text, and without signs that turn round what comes after them. */
export function plainText(text: string): string {
  return text
    .slice(0, longest)
    .toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\s\p{Cc}\ufffe\uffff]+/gu, ' ')
    .trim()
}

function barOf(
  task: StoredTask,
  { plan, isParent, isCritical }: { plan: ExportedPlan; isParent: boolean; isCritical: boolean },
): ChartBar | null {
  const { type, fields, progress } = task
  if (fields['unscheduled'] === true) return null
  const start = tickOf(task.start) / day
  return {
    kind: type === 'milestone' ? 'milestone' : type === 'summary' || isParent ? 'summary' : 'task',
    start,
    end: Math.max(start, tickOf(endOf(task, plan.schedule)) / day),
    progress: Math.min(Math.max(progress / 100, 0), 1),
    isCritical,
    isInactive: fields['inactive'] === true,
  }
}

function drawnLink(
  { source, target, type, fields }: StoredLink,
  rowOf: ReadonlyMap<number, number>,
  critical: ReadonlySet<number>,
): ChartLink[] {
  const [from, to] = [rowOf.get(source), rowOf.get(target)]
  if (from === undefined || to === undefined || fields['active'] === false) return []
  return [
    {
      from,
      to,
      isFromEnd: type.startsWith('e'),
      isToEnd: type.endsWith('e'),
      isCritical: critical.has(source) && critical.has(target),
    },
  ]
}
