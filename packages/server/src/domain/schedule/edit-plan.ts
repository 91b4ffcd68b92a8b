import { addEdge, addTask, dropEdge, edgeOf, moveTask } from './edit-network.ts'
import { compileCalendars } from './compile-calendars.ts'
import type { EditedPlan } from './edited-plan.ts'
import { fitDates, markWhole, touchLink, touchTask } from './edited-plan.ts'
import { describeLink, describeTask } from './network.ts'
import type { Plan, PlanLink, PlanResource, PlanTask } from './plan.ts'

/** The tasks that would wait for each other. Where an edit answers them, nothing was changed. */
export type Circle = number[]

/**
 * Says something else of a task, or at the end of the list of a new one. Who goes is left in its place
 * as one that does not count, without links, and may become another later.
 */
export function editTask(edited: EditedPlan, task: number, said: PlanTask): Circle | null {
  const { net, plan, unused } = edited
  const before = plan.tasks[task]
  const circle = before ? moveTo(edited, task, before, said) : null
  if (circle) return circle
  plan.tasks[task] = said
  edited.late += Number(said.constraint === 'alap') - Number(before?.constraint === 'alap')
  if (!before) {
    addTask(net, unused, task)
    // It has neither links nor children, and so waits for nobody.
    moveTask(net, unused, task, said.parent ?? -1)
    fitDates(edited)
    if (said.parent !== null) touchTask(edited, said.parent)
  } else {
    describeTask(net, task)
    if (before.elapsed !== said.elapsed) describeLinksFrom(edited, task)
  }
  touchTask(edited, task)
  return null
}

function moveTo(edited: EditedPlan, task: number, before: PlanTask, said: PlanTask): Circle | null {
  if (before.parent === said.parent) return null
  const parents = [before.parent, said.parent].filter((parent) => parent !== null)
  // Also what they were: a summary that becomes a task may have been the last to end.
  for (const parent of parents) touchTask(edited, parent)
  const circle = moveTask(edited.net, edited.unused, task, said.parent ?? -1)
  fitDates(edited)
  for (const parent of parents) touchTask(edited, parent)
  if (circle) touchTask(edited, task)
  return circle && tasksOf(edited, circle)
}

function describeLinksFrom({ net, plan }: EditedPlan, task: number): void {
  const close = net.closeOf[task]!
  let edge = net.outFirst[close >= 0 ? close : net.placeOf[task]!]!
  for (; edge >= 0; edge = net.outNext[edge]!) describeLink(net, plan, edge)
}

/** Says something else of a link, or at the end of the list of a new one; with `noLink` it goes. */
export function editLink(edited: EditedPlan, link: number, said: PlanLink): Circle | null {
  const { net, plan, unused } = edited
  const before = plan.links[link] ?? noLink
  plan.links[link] = said
  const edge = before.to < 0 ? -1 : edgeOf(net, link, net.placeOf[before.to]!)
  if (edge >= 0 && before.from === said.from && before.to === said.to) {
    describeLink(net, plan, edge)
    touchLink(edited, said)
    return null
  }
  if (edge >= 0) dropEdge(net, unused, edge)
  const circle = leads(plan, said) ? addEdge(net, unused, link) : null
  if (!circle) {
    if (edge >= 0) touchLink(edited, before)
    if (leads(plan, said)) touchLink(edited, said)
    return null
  }
  plan.links[link] = before
  if (edge >= 0) addEdge(net, unused, link)
  return tasksOf(edited, circle)
}

/** In the place of a link that is gone. */
export const noLink: PlanLink = { from: -1, to: -1, type: 'e2s', lag: 0, lagUnit: 'working' }

function leads({ tasks }: Plan, { from, to }: PlanLink): boolean {
  return from !== to && tasks[from] !== undefined && tasks[to] !== undefined
}

/** Says something else of a resource, or at the end of the list of a new one; answers which tasks it works on. */
export function editResource(edited: EditedPlan, resource: number, said: PlanResource): number[] {
  const { net, plan } = edited
  plan.resources[resource] = said
  const tasks: number[] = []
  for (const [task, { assignments }] of plan.tasks.entries()) {
    if (!assignments.some((one) => one.resource === resource)) continue
    describeTask(net, task)
    touchTask(edited, task)
    tasks.push(task)
  }
  return tasks
}

/** Says something else of the plan as a whole, its calendars among it: all of it is scheduled anew. */
export function editSettings(
  edited: EditedPlan,
  said: Partial<Omit<Plan, 'tasks' | 'links'>>,
): void {
  const { net, plan } = edited
  Object.assign(plan, said)
  net.calendars = compileCalendars(plan)
  for (let task = 0; task < plan.tasks.length; task++) describeTask(net, task)
  markWhole(edited)
}

function tasksOf({ net }: EditedPlan, places: readonly number[]): Circle {
  return [...new Set(places.map((place) => net.task[place]!))]
}
