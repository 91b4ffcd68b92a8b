import type { SeededRandom } from '../../server/test/fixtures/seeded-random.ts'
import type { Page } from './gantt-page.ts'

/** What a plan has before several people work on it at random. */
export const planToBeginWith = {
  Walls: { type: 'summary', end: '2026-04-03 00:00:00' },
  Bricks: { parent: 'Walls' },
  Mortar: { parent: 'Walls' },
  Roof: {},
  Beams: { parent: 'Roof' },
}

/** Each page does something now and then; answers what, in its order, to be read when it went wrong. */
export async function workAtRandom(
  pages: readonly Page[],
  random: SeededRandom,
  { isScheduled = false }: { isScheduled?: boolean } = {},
) {
  const done: string[] = []
  let made = 0
  const newName = (kind: string) => `${kind} ${++made}`
  for (let round = 0; round < 25; round++) {
    for (const [index, page] of pages.entries()) {
      for (let n = random.between(0, 3); n > 0; n--) {
        const step =
          isScheduled && random.next() < 0.2
            ? scheduleStep(page, random)
            : stepAtRandom(page, random, newName)
        if (!step) continue
        done.push(`page ${index}: ${step.action} ${told(page, step.event)}`)
        page.start(step.action, step.event)
      }
      if (random.next() < 0.3) {
        done.push(`page ${index} waits`)
        await page.connection.settled()
      }
    }
  }
  return done
}

/** Tasks by their names: ids are others on each page. */
function told(page: Page, event: Record<string, unknown>): string {
  const names = new Map(page.tasks().map(({ id, text }) => [id, text]))
  const nameOf = (value: unknown) => names.get(value as number) ?? value
  return JSON.stringify(event, (key, value) =>
    ['id', 'target', 'source'].includes(key) ? nameOf(value) : value,
  )
}

interface Step {
  action: string
  event: Record<string, unknown>
}

/** Something a person could do now; the server refuses some of it, because another was faster. */
function stepAtRandom(
  page: Page,
  random: SeededRandom,
  newName: (kind: string) => string,
): Step | null {
  const tasks = page.tasks()
  const task = () => random.pick(tasks)
  const mode = random.pick(['before', 'after', 'child'])
  const dice = random.next()
  if (tasks.length < 6 || dice < 0.2) {
    const type = random.pick(['task', 'task', 'milestone'])
    const added = { text: newName('Task'), type, start: someDay(random), duration: 2 }
    const target = tasks.length > 0 ? task().id : null
    return { action: 'add-task', event: { task: added, target, mode } }
  }
  if (dice < 0.3 || tasks.length > 60) return { action: 'delete-task', event: { id: task().id } }
  if (dice < 0.5) {
    const start = someDay(random)
    const end = new Date(start.getTime())
    end.setDate(end.getDate() + random.between(1, 5))
    const { id, type } = task()
    return type === 'task' ? { action: 'update-task', event: { id, task: { start, end } } } : null
  }
  if (dice < 0.6) {
    const changed = { text: newName('Renamed') }
    const event = { id: task().id, task: changed, inProgress: dice < 0.55 }
    return { action: 'update-task', event }
  }
  if (dice < 0.65) {
    const { id, data } = task()
    return data?.length ? { action: 'update-task', event: { id, task: { type: 'summary' } } } : null
  }
  if (dice < 0.8) {
    return { action: 'move-task', event: { id: task().id, target: task().id, mode } }
  }
  if (dice < 0.85) {
    return { action: 'copy-task', event: { id: task().id, target: task().id, mode: 'after' } }
  }
  if (dice < 0.95) {
    const [source, target] = [task().id, task().id]
    const isThere = page.links().some((one) => one.source === source && one.target === target)
    if (source === target || isThere) return null
    return { action: 'add-link', event: { link: { source, target, type: 'e2s' } } }
  }
  const links = page.links()
  return links.length > 0 ? { action: 'delete-link', event: { id: random.pick(links).id } } : null
}

/** What means something only where a plan schedules itself. */
function scheduleStep(page: Page, random: SeededRandom): Step | null {
  const tasks = page.tasks().filter(({ type }) => type === 'task')
  if (tasks.length === 0) return null
  const date = `2026-04-${String(random.between(1, 28)).padStart(2, '0')}T00:00:00`
  const type = random.pick(['asap', 'alap', 'snet', 'snlt', 'fnet', 'fnlt', 'mso', 'mfo'])
  const task = random.pick([
    { constraint: { type, date } },
    { length: random.between(0, 20) * 120 },
    { progress: random.between(0, 100) },
    { manual: random.next() < 0.5 },
    { deadline: date },
  ])
  return { action: 'update-task', event: { id: random.pick(tasks).id, task } }
}

function someDay(random: SeededRandom): Date {
  return new Date(2026, 3, random.between(1, 28))
}
