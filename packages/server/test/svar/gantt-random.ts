import type { SeededRandom } from '../fixtures/seeded-random.ts'
import type { GanttClient, GanttEvent, GanttLink, GanttTask, Id } from './gantt-client.ts'

/** More than this, and something is deleted instead. */
const mostTasks = 120

export interface Step {
  action: string
  event: GanttEvent
}

/** What a page has deleted and could bring back. */
export interface Undo {
  tasks: GanttTask[]
  links: GanttLink[]
}

/** Something a program could do now in this page; some of it the server refuses. */
export function randomStep(random: SeededRandom, page: GanttClient, undo: Undo): Step {
  const tasks = usable(page)
  const dice = random.next()
  if (tasks.length < 8 || dice < 0.14) return addition(random, tasks)
  if (tasks.length > mostTasks || dice < 0.22) return deletion(random, page, undo)
  if (dice < 0.42) return update(random, tasks)
  if (dice < 0.66) return move(random, page, tasks)
  if (dice < 0.76) return copy(random, page, tasks)
  if (dice < 0.94) return linkStep(random, page, tasks)
  return comeback(random, page, undo) ?? update(random, tasks)
}

/**
 * The same, but only what a person can do: a page refuses a link to the task itself and one that is
 * there already, and dates are whole days, as the store's own are after a reload.
 */
export function carefulStep(random: SeededRandom, page: GanttClient, undo: Undo): Step {
  for (;;) {
    const step = randomStep(random, page, undo)
    const { link, task, id } = step.event as {
      link?: Partial<GanttLink>
      task?: { start?: Date | string; segments?: unknown }
      id?: Id
    }
    if (task?.start instanceof Date) task.start.setHours(0, 0, 0, 0)
    if (!link || step.action === 'delete-link') return step
    const { source, target, type } = { ...page.links().find((one) => one.id === id), ...link }
    const isThere = page
      .links()
      .some((one) => one.source === source && one.target === target && one.type === type)
    if (source !== target && !isThere) return step
  }
}

/**
 * The store forgets where a task stands that was added below one whose id was not there yet, and
 * stumbles over everything that is done near it until the page is loaded again.
 */
export function usable(page: GanttClient): GanttTask[] {
  const { tasks } = page.store.getState()
  const below = (parent: GanttTask): GanttTask[] =>
    (parent.data ?? []).flatMap((task) =>
      tasks.byId(task.id) === task && task.parent === parent.id && branchOf(task).every(isPlaced)
        ? [task, ...below(task)]
        : [],
    )
  const isPlaced = ({ id, parent }: GanttTask) =>
    tasks.byId(id) !== undefined && parent !== null && tasks.byId(parent) !== undefined
  return below(tasks.byId(0)!)
}

/** The steps that answer a deletion; an undo is a step each. */
function comeback(random: SeededRandom, page: GanttClient, undo: Undo): Step | null {
  const task = undo.tasks.shift()
  if (task && !page.store.getState().tasks.byId(task.id)) {
    const { data: _, open: __, ...again } = task
    const parent = page.store.getState().tasks.byId(task.parent) ? task.parent : 0
    return { action: 'add-task', event: { task: { ...again, parent } } }
  }
  const link = undo.links.shift()
  if (!link || page.links().some(({ id }) => id === link.id)) return null
  const { source, target, type, id } = link
  return { action: 'add-link', event: { link: { source, target, type, id } } }
}

const types = ['task', 'task', 'task', 'summary', 'milestone', 'urgent']

function addition(random: SeededRandom, tasks: GanttTask[]): Step {
  const task: Record<string, unknown> = {
    text: `t${random.between(0, 999)}`,
    type: random.pick(types),
    ...(random.next() < 0.5 ? { start: day(random), duration: random.between(1, 9) } : {}),
    ...(random.next() < 0.3 ? { cost: random.next(), tags: ['x', random.between(0, 9)] } : {}),
  }
  const dice = random.next()
  if (tasks.length === 0 || dice < 0.15) return { action: 'add-task', event: { task } }
  const target = random.pick(tasks)
  if (dice < 0.3) return { action: 'add-task', event: { task: { ...task, parent: target.id } } }
  const mode = random.pick(['before', 'after', 'child', 'child'])
  return { action: 'add-task', event: { task, target: target.id, mode } }
}

function update(random: SeededRandom, tasks: GanttTask[]): Step {
  const { id } = random.pick(tasks)
  const task = random.pick<() => Record<string, unknown>>([
    () => ({ text: `u${random.between(0, 999)}` }),
    () => ({ progress: random.next() * 100 }),
    () => ({ start: day(random), duration: random.between(1, 9) }),
    () => ({ type: random.pick(types) }),
    () => ({ details: 'x'.repeat(random.between(0, 50)), weight: random.next() }),
    () => ({ segments: [{ start: day(random), duration: 1.5 }, { start: day(random) }] }),
  ])()
  return { action: 'update-task', event: { id, task } }
}

function move(random: SeededRandom, page: GanttClient, tasks: GanttTask[]): Step {
  const task = random.pick(tasks)
  const dice = random.next()
  if (dice < 0.2) {
    const mode = random.pick(['up', 'down'])
    return { action: 'move-task', event: { id: task.id, mode } }
  }
  if (dice < 0.4) {
    return { action: 'indent-task', event: { id: task.id, mode: random.next() < 0.6 } }
  }
  const target = random.pick(tasks)
  const mode = random.pick(['before', 'after', 'child'])
  // A page that drops a task on itself sends nothing.
  if (target.id === task.id || page.store.getState().tasks.contains(task.id, target.id)) {
    return { action: 'move-task', event: { id: task.id, mode: 'up' } }
  }
  return { action: 'move-task', event: { id: task.id, target: target.id, mode } }
}

function copy(random: SeededRandom, page: GanttClient, tasks: GanttTask[]): Step {
  const small = tasks.filter((task) => branchOf(task).length < 12)
  const task = random.pick(small)
  const others = tasks.filter(({ id }) => !page.store.getState().tasks.contains(task.id, id))
  const target = random.pick(others)
  const mode = random.pick(['before', 'after'])
  return { action: 'copy-task', event: { id: task.id, target: target.id, mode } }
}

function deletion(random: SeededRandom, page: GanttClient, undo: Undo): Step {
  const tasks = usable(page)
  const small = tasks.filter((task) => branchOf(task).length < 20)
  const task = random.pick(small.length > 0 ? small : tasks)
  const branch = branchOf(task).map((one) => ({ ...one }))
  const ids = new Set(branch.map(({ id }) => id))
  undo.tasks = branch
  undo.links = page
    .links()
    .filter(({ source, target }) => ids.has(source) || ids.has(target))
    .map((link) => ({ ...link }))
  return { action: 'delete-task', event: { id: task.id } }
}

function linkStep(random: SeededRandom, page: GanttClient, tasks: GanttTask[]): Step {
  const links = page.links()
  const dice = random.next()
  const type = random.pick(['e2s', 's2s', 'e2e', 's2e'])
  if (links.length > 0 && dice < 0.2) {
    const lag = random.pick(['', 1, -2.5])
    return { action: 'update-link', event: { id: random.pick(links).id, link: { type, lag } } }
  }
  if (links.length > 0 && dice < 0.35) {
    return { action: 'delete-link', event: { id: random.pick(links).id } }
  }
  const [source, target] = [random.pick(tasks).id, random.pick(tasks).id]
  return { action: 'add-link', event: { link: { source, target, type } } }
}

/** A task and everything below it that the page has. */
export function branchOf(task: GanttTask): GanttTask[] {
  return [task, ...(task.data ?? []).flatMap(branchOf)]
}

function day(random: SeededRandom): Date {
  return new Date(2026, random.between(0, 5), random.between(1, 28), random.between(0, 23))
}
