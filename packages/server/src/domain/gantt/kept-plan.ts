import type { Schedule } from '@triptych/contract/schedule'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type {
  StoredAssignment,
  StoredLink,
  StoredResource,
  StoredTask,
} from '../../ports/gantt-store.ts'
import { editLink, editResource, editTask, noLink } from '../schedule/edit-plan.ts'
import { editedPlan, standingDates } from '../schedule/edited-plan.ts'
import type { EditedPlan } from '../schedule/edited-plan.ts'
import { endAt } from '../schedule/network.ts'
import type { Network } from '../schedule/network.ts'
import { plainTask } from '../schedule/plan.ts'
import type { PlanResource, PlanTask } from '../schedule/plan.ts'
import { sumOf, sumUp } from '../schedule/roll-up.ts'
import type { Sums } from '../schedule/roll-up.ts'
import { placeOfDates } from '../schedule/schedule-plan.ts'
import type { Scheduled } from '../schedule/schedule-plan.ts'
import type { PlanCalendars } from './plan-calendars.ts'
import { isHeeded, planLink, planResource, planTask } from './stored-plan.ts'
import type { PlanSetting, StoredPlan } from './stored-plan.ts'

/**
 * A plan that schedules itself, in memory, so that after an edit only what it moves is looked at. Of tasks and links
 * it has what the schedule heeds, and neither their texts nor where they are drawn.
 */
export interface KeptPlan {
  schedule: Schedule
  calendars: PlanCalendars
  edited: EditedPlan
  tasks: Numbered
  links: Numbered
  resources: Numbered
  /** Where each task stood when it was last looked at, by its place. */
  stood: { start: number[]; finish: number[] }
  sums: Sums
  /** Places whose tasks, or what is directly below them, are not what they were when it was last looked. */
  changed: Set<number>
}

/** Ids and places of one kind of things; a place of which nobody needs the thing any more is used again. */
interface Numbered {
  places: Map<number, number>
  ids: number[]
  free: number[]
}

/** `null` where tasks wait for each other. */
export function keepPlan(stored: StoredPlan): KeptPlan | null {
  const { schedule, calendars, tasks, links, resources } = stored
  const edited = editedPlan(stored.plan)
  if (!edited) return null
  return {
    schedule,
    calendars,
    edited,
    tasks: numbered(tasks),
    links: numbered(links),
    resources: numbered(resources),
    stood: { start: [], finish: [] },
    sums: { whole: tasks.map(() => 0), past: tasks.map(() => 0) },
    changed: new Set(tasks.keys()),
  }
}

function numbered(things: readonly { id: number }[]): Numbered {
  const ids = things.map(({ id }) => id)
  return { places: new Map(ids.map((id, place) => [id, place])), ids, free: [] }
}

function placeFor({ places, ids, free }: Numbered, id: number): number {
  const place = places.get(id) ?? free.pop() ?? ids.length
  places.set(id, place)
  ids[place] = id
  return place
}

function leavePlace({ places, ids, free }: Numbered, place: number): void {
  places.delete(ids[place]!)
  ids[place] = 0
  free.push(place)
}

export function hasTask({ tasks }: KeptPlan, id: number): boolean {
  return tasks.places.has(id)
}

/** The ids of what is directly below a task. */
export function keptBelow({ tasks, edited: { net } }: KeptPlan, id: number): number[] {
  const below: number[] = []
  let child = net.firstChild[net.placeOf[tasks.places.get(id)!]!]!
  for (; child >= 0; child = net.nextSibling[child]!) below.push(tasks.ids[net.task[child]!]!)
  return below
}

/**
 * Says of a task what is stored of it now; what is above it must be there, and who works on it. Answers whether it could:
 * not where tasks would wait for each other.
 */
export function putTask(
  kept: KeptPlan,
  task: StoredTask,
  assignments: readonly StoredAssignment[],
): boolean {
  const { tasks, edited } = kept
  if (task.parent !== topOfPlan && !tasks.places.has(task.parent)) return false
  const place = placeFor(tasks, task.id)
  const before = edited.plan.tasks[place]
  const said = planTask(task, assignments, settingOf(kept))
  noteChanged(kept, place)
  if (before && isSame(before, said)) return true
  if (editTask(edited, place, said)) return false
  noteChanged(kept, place)
  return true
}

function settingOf({ schedule, calendars, tasks, resources }: KeptPlan): PlanSetting {
  return { schedule, calendars, tasks: tasks.places, resources: resources.places }
}

/** Says of a resource what is stored of it now. */
export function putResource(kept: KeptPlan, resource: StoredResource): void {
  const { resources, edited, schedule, calendars } = kept
  const place = placeFor(resources, resource.id)
  const before = edited.plan.resources[place]
  const said = planResource(resource, schedule, calendars)
  if (before && isSame(before, said)) return
  for (const task of editResource(edited, place, said)) noteChanged(kept, task)
}

/** When nobody has it any more. */
export function dropResource({ resources, edited }: KeptPlan, id: number): void {
  const place = resources.places.get(id)
  if (place === undefined) return
  editResource(edited, place, noResource)
  leavePlace(resources, place)
}

const noResource: PlanResource = { works: false, calendar: null }

/** With its links. What is below it has been taken away, or is put elsewhere afterwards. */
export function dropTask(kept: KeptPlan, id: number): void {
  const { tasks, links, edited } = kept
  const { net } = edited
  const place = tasks.places.get(id)
  if (place === undefined) return
  noteChanged(kept, place)
  const at = net.placeOf[place]!
  const edges: number[] = []
  for (let k = net.inFirst[at]!; k >= 0; k = net.inNext[k]!) edges.push(net.link[k]!)
  for (let k = net.outFirst[endAt(net, at)]!; k >= 0; k = net.outNext[k]!) edges.push(net.link[k]!)
  for (const link of edges) {
    editLink(edited, link, noLink)
    leavePlace(links, link)
  }
  editTask(edited, place, nobody)
  leavePlace(tasks, place)
}

/** Says of a link what is stored of it now, which may be that it does not count. Answers whether it could. */
export function putLink(kept: KeptPlan, id: number, link: StoredLink | null): boolean {
  const { links, tasks, edited } = kept
  if (!link || !isHeeded(link, tasks.places)) {
    dropLink(kept, id)
    return true
  }
  const place = placeFor(links, id)
  const before = edited.plan.links[place]
  const said = planLink(link, tasks.places, kept.schedule)
  return (before && isSame(before, said)) || editLink(edited, place, said) === null
}

export function dropLink({ links, edited }: KeptPlan, id: number): void {
  const place = links.places.get(id)
  if (place === undefined) return
  editLink(edited, place, noLink)
  leavePlace(links, place)
}

/** Whether a link leads from where to where it does in the plan. */
export function isSameWay({ links, tasks, edited }: KeptPlan, link: StoredLink): boolean {
  const place = links.places.get(link.id)
  const known = place === undefined ? undefined : edited.plan.links[place]
  return (
    known !== undefined &&
    tasks.ids[known.from] === link.source &&
    tasks.ids[known.to] === link.target
  )
}

const nobody: PlanTask = { ...plainTask, mode: 'unscheduled', inactive: true }

/** All that is said are texts, numbers and lists of such. */
function isSame<T extends object>(one: T, other: T): boolean {
  for (const name in one) {
    const [value, now] = [one[name], other[name]]
    if (value === now) continue
    if (!Array.isArray(value) || !Array.isArray(now) || value.length !== now.length) return false
    if (!value.every((part: object, i) => isSame(part, now[i] as object))) return false
  }
  return true
}

/** With all that is above it, of which its progress is a part. */
function noteChanged({ changed, edited: { net } }: KeptPlan, place: number): void {
  changed.add(place)
  if (!(place < net.placeOf.length) || net.plan.tasks[place] === undefined) return
  for (let at = net.parentOpen[net.placeOf[place]!]!; at >= 0; at = net.parentOpen[at]!) {
    changed.add(net.task[at]!)
  }
}

/** The plan as it is scheduled, and the ids of all tasks of which something may be different since it was last looked. */
export function lookAt(kept: KeptPlan): { scheduled: Scheduled; ids: number[] } {
  const { edited, tasks, stood, sums, changed } = kept
  const scheduled = standingDates(edited)
  const { net, dates } = scheduled
  if (changed.size === tasks.ids.length) sumUp(net, sums)
  else for (const place of upwards(net, changed)) sumOf(net, sums, place)
  for (let place = 0; place < tasks.ids.length; place++) {
    const at = placeOfDates(net, place)
    const [start, finish] = [dates.start[at]!, dates.finish[at]!]
    if (stood.start[place] === start && stood.finish[place] === finish) continue
    stood.start[place] = start
    stood.finish[place] = finish
    changed.add(place)
  }
  const places = [...changed].toSorted((one, other) => one - other)
  const ids = places.map((place) => tasks.ids[place]!).filter((id) => id > 0)
  changed.clear()
  return { scheduled, ids }
}

/** What is below a summary before it. */
function upwards(net: Network, places: Iterable<number>): number[] {
  const rankOf = (place: number) => net.rank[placeOfDates(net, place)]!
  return [...places].toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Where a task is drawn was changed; how long one takes of which nobody has said so may follow from that. */
export function noteWritten(kept: KeptPlan, task: StoredTask): void {
  const { tasks, edited } = kept
  const place = tasks.places.get(task.id)!
  const before = edited.plan.tasks[place]!
  const { assignments } = before
  const said = { ...planTask(task, [], settingOf(kept)), assignments }
  if (isSame(before, said)) return
  editTask(edited, place, said)
  noteChanged(kept, place)
}
