import type { CalendarChanges } from '@triptych/contract/schedule'
import type { Context } from '../context.ts'
import { addTask } from '../domain/gantt/add-task.ts'
import { addAssignment } from '../domain/gantt/change-assignments.ts'
import { addCalendar } from '../domain/gantt/change-calendars.ts'
import { addLink } from '../domain/gantt/change-links.ts'
import { addResource } from '../domain/gantt/change-resources.ts'
import { changeSchedule } from '../domain/gantt/change-schedule.ts'
import { setLazy } from '../domain/gantt/set-lazy.ts'
import { updateTask } from '../domain/gantt/update-task.ts'
import { runTogether } from '../domain/run-together.ts'
import { holidays, people, plan } from './house-plan.ts'
import type { Phase, Step, Wait } from './house-plan.ts'

/** A plan to look at, which schedules itself: phases, milestones, links, people, and a branch that is loaded on demand. */
export async function seedPlan(ctx: Context): Promise<void> {
  const ids = new Map<string, number>()
  const begun = new Map<number, number>()
  await runTogether(ctx, async (joined) => {
    const resources = await addPeople(joined)
    for (const phase of plan) await addPhase(joined, phase, 0, { resources, ids, begun })
    await setLazy(joined, { id: String(ids.get('Rooms')), value: true })
    const { id: calendar } = await addCalendar(joined, officeHours(joined))
    await changeSchedule(joined, { mode: 'auto', start: day(joined, 0), calendar })
  })
  // What was begun has begun where it stands by then.
  await runTogether(ctx, async (joined) => {
    for (const [id, progress] of begun)
      await updateTask(joined, { id: `${id}`, body: { progress } })
  })
}

function officeHours(ctx: Context): CalendarChanges {
  const hours: [string, string][] = [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ]
  const week = { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: [], sun: [] }
  const exceptions = holidays.map(({ name, from, to }) => ({
    name,
    from: day(ctx, from).slice(0, 10),
    to: day(ctx, to).slice(0, 10),
    hours: [],
  }))
  return { name: 'Office hours', week, exceptions }
}

async function addPeople(ctx: Context): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [group, names] of people) {
    const { id: parent } = await addResource(ctx, { name: group, open: true })
    for (const name of names) ids.set(name, (await addResource(ctx, { name, parent })).id)
  }
  return ids
}

interface Known {
  resources: ReadonlyMap<string, number>
  ids: Map<string, number>
  /** How far tasks are, by their ids. */
  begun: Map<number, number>
}

async function addPhase(
  ctx: Context,
  [text, after, steps]: Phase,
  parent: number,
  known: Known,
): Promise<void> {
  const task = { text, parent, type: 'summary', open: true, start: day(ctx, 0) }
  const { id } = await addTask(ctx, { task })
  known.ids.set(text, id)
  for (const step of steps) {
    if (Array.isArray(step)) await addPhase(ctx, step, id, known)
    else await addStep(ctx, step, id, known)
  }
  await addLinks(ctx, after, id, known)
}

async function addStep(ctx: Context, step: Step, parent: number, known: Known): Promise<void> {
  const { text, days, progress, who, after = [], at, deadline } = step
  const type = days === 0 ? 'milestone' : 'task'
  const task = {
    text,
    parent,
    type,
    start: day(ctx, at ?? 0),
    end: at === undefined ? null : day(ctx, at + days),
    duration: days,
    length: days * 480,
    ...(at === undefined
      ? { constraint: { type: step.isLate ? 'alap' : 'asap', date: null } }
      : { manual: true }),
    ...(deadline !== undefined && { deadline: day(ctx, deadline) }),
  }
  const { id } = await addTask(ctx, { task })
  known.ids.set(text, id)
  if (progress) known.begun.set(id, progress)
  await addLinks(ctx, after, id, known)
  const resource = who === undefined ? undefined : known.resources.get(who)
  if (resource !== undefined) await addAssignment(ctx, { task: id, resource, units: 100 })
}

async function addLinks(
  ctx: Context,
  after: readonly Wait[],
  target: number,
  { ids }: Known,
): Promise<void> {
  for (const wait of after) {
    const { from, ...link } = typeof wait === 'string' ? { from: wait, type: 'e2s' } : wait
    await addLink(ctx, { ...link, source: ids.get(from), target })
  }
}

/** The plan began on the Monday three weeks before this one, whenever it is looked at first. */
function day(ctx: Context, days: number): string {
  const date = new Date(ctx.now())
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7) - 21 + days)
  return `${date.toISOString().slice(0, 10)}T00:00:00`
}
