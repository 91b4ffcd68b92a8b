import assert from 'node:assert/strict'
import type { GanttClient, GanttLink, GanttTask, Id } from './gantt-client.ts'

/** What a person sees of a plan, so that two pages can be compared. */

export interface Shown {
  tasks: Record<string, unknown>[]
  links: Record<string, unknown>[]
}

/** The plan of a page: real ids, dates as texts, nothing a page has for itself. */
export function shownIn(page: GanttClient): Shown {
  const parents = new Map<Id, Id>()
  for (const task of page.tasks())
    for (const child of task.data ?? []) parents.set(child.id, task.id)
  return {
    tasks: page.tasks().map((task) => ({
      ...taskFields(task),
      id: page.realId(task.id),
      parent: page.realId(parents.get(task.id) ?? 0),
    })),
    links: page
      .links()
      .map((link) => linkFields(link, page))
      .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  }
}

/** A page that loads now shows what this one shows. Answers that page. */
export async function assertReloadShowsTheSame(page: GanttClient): Promise<GanttClient> {
  await page.idle()
  const reloaded = await page.reload()
  assert.deepEqual(shownIn(reloaded), shownIn(page))
  assertNothingStored(reloaded)
  return reloaded
}

/** What a page works with has not come to the server. */
function assertNothingStored(reloaded: GanttClient): void {
  const loaded = reloaded.sent[0]!.answer as object[]
  for (const task of loaded) {
    const foreign = Object.keys(task).filter((key) => key.startsWith('$') || notKept.has(key))
    assert.deepEqual(foreign, [])
  }
}

const notKept = new Set(['data', 'slack', 'critical', 'mode', 'target', 'operation'])

/** Whether it is unfolded is not sent when it is unfolded; `details` is filled in by the store. */
const ofPage = new Set(['id', 'parent', 'data', 'open', 'lazy'])

function taskFields(task: GanttTask): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(task)) {
    if (ofPage.has(name) || name.startsWith('$') || value === undefined || value === null) continue
    fields[name] = plainValue(value)
  }
  return fields
}

function linkFields(link: GanttLink, page: GanttClient): Record<string, unknown> {
  const { source, target, type, lag } = link
  return { source: page.realId(source), target: page.realId(target), type, lag: lag ?? null }
}

function plainValue(value: unknown): unknown {
  if (value instanceof Date) return wallTime(value)
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ')
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainValue(one)]))
}

/** As the provider writes it. */
export function wallTime(date: Date): string {
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

/** A branch without ids: what its tasks say, and in which order they stand. */
export function shapeOf(page: GanttClient, root: Id): unknown {
  const task = page.task(root)
  const { id: _, parent: __, ...fields } = { id: 0, parent: 0, ...taskFields(task) }
  return { ...fields, children: (task.data ?? []).map((child) => shapeOf(page, child.id)) }
}

/** The links within a branch, by the positions of their ends in it. */
export function linksWithin(page: GanttClient, root: Id): string[] {
  const ids: Id[] = []
  const collect = (id: Id) => {
    ids.push(id)
    for (const child of page.task(id).data ?? []) collect(child.id)
  }
  collect(root)
  return page
    .links()
    .filter(({ source, target }) => ids.includes(source) && ids.includes(target))
    .map(({ source, target, type, lag }) =>
      [ids.indexOf(source), ids.indexOf(target), type, lag ?? ''].join(' '),
    )
    .toSorted()
}

/** Two pages show the same. */
export function assertSamePlan(one: GanttClient, other: GanttClient): void {
  assert.deepEqual(shownIn(one), shownIn(other))
}
