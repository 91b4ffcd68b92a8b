import { isLate } from '../gantt/is-late.ts'

export interface ListedTask {
  id: number
  text?: string
  type?: string
  /** As the plan writes it, without a zone. */
  end?: string
  progress?: number
  /** There are more below that are not listed. */
  lazy?: boolean
}

export interface Due {
  /** Late, or to be done within a week, the first to end first. */
  tasks: ListedTask[]
  late: number
  /** Not done, of all that is no summary. */
  open: number
  all: number
  /** Whether all tasks were listed. */
  isWhole: boolean
}

const weekMs = 7 * 24 * 60 * 60 * 1000

/** What of a plan is to be done first. */
export function dueIn(listed: readonly ListedTask[], now = new Date()): Due {
  const tasks = listed.filter(({ type, lazy }) => type !== 'summary' && !lazy)
  const open = tasks.filter(({ progress = 0 }) => progress < 100)
  const soon = new Date(now.getTime() + weekMs)
  return {
    tasks: open
      .filter(({ end }) => end !== undefined && new Date(end) <= soon)
      .toSorted((one, other) => one.end!.localeCompare(other.end!)),
    late: open.filter((task) => isPast(task, now)).length,
    open: open.length,
    all: tasks.length,
    isWhole: !listed.some(({ lazy }) => lazy),
  }
}

export function isPast({ end, ...task }: ListedTask, now = new Date()): boolean {
  return end !== undefined && end !== '' && isLate({ ...task, end: new Date(end) }, now)
}
