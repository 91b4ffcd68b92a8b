import type { Item } from './gantt-wire.ts'
import { tempIds } from './temp-ids.ts'
import type { Id, TempIds } from './temp-ids.ts'

/** Tasks, links and assignments are counted apart: each has a number 1. */
export type PlanIds = Record<'task' | 'link' | 'assignment', TempIds>

export function planIds(): PlanIds {
  return { task: tempIds(), link: tempIds(), assignment: tempIds() }
}

/** By the ids the widget knows. */
export function shownTask(ids: PlanIds, task: Item): Item {
  const { id, parent } = task
  return { ...task, id: ids.task.shown(id), parent: ids.task.shown(parent as Id) }
}

export function shownItem(ids: PlanIds, kind: 'link' | 'assignment', item: Item): Item {
  return { ...withTaskIds(item, (id) => ids.task.shown(id)), id: ids[kind].shown(item.id) }
}

export function realItem(ids: PlanIds, item: Record<string, unknown>): Record<string, unknown> {
  return withTaskIds(item, (id) => ids.task.real(id))
}

const ends = ['source', 'target', 'task']

/** The tasks that a link or an assignment is about. */
export function tasksOf(item: Record<string, unknown>): Id[] {
  return ends.flatMap((end) => (item[end] ? [item[end] as Id] : []))
}

function withTaskIds<T extends Record<string, unknown>>(item: T, change: (id: Id) => Id): T {
  const changed = ends.filter((end) => item[end]).map((end) => [end, change(item[end] as Id)])
  return { ...item, ...Object.fromEntries(changed) }
}
