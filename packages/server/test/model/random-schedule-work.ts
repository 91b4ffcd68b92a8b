import type { Assignment, Link, Resource, Task } from '@triptych/contract/gantt'
import type { Calendar } from '@triptych/contract/schedule'
import type { GanttApi } from '../fixtures/gantt-api.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface State {
  tasks: Task[]
  links: Link[]
  calendars: Calendar[]
  resources: Resource[]
  assignments: Assignment[]
}

export interface Item {
  url: string
  method: string
  data?: object
}

export async function stateOf(api: Pick<GanttApi, 'tasks' | 'links' | 'done'>): Promise<State> {
  return {
    tasks: await api.tasks(),
    links: await api.links(),
    calendars: await api.done('GET', '/calendars'),
    resources: await api.done('GET', '/resources'),
    assignments: await api.done('GET', '/assignments'),
  }
}

function dayAfter(days: number): string {
  return new Date(Date.UTC(2026, 2, 2) + days * dayMs).toISOString().slice(0, 19)
}

export function randomDates(random: SeededRandom): {
  start: string
  end: string
  duration: number
} {
  const first = random.between(0, 30)
  const duration = random.between(1, 6)
  return { start: dayAfter(first), end: dayAfter(first + duration), duration }
}

function randomFields(random: SeededRandom): object {
  const date = dayAfter(random.between(0, 40))
  const types = ['asap', 'alap', 'snet', 'snlt', 'fnet', 'fnlt', 'mso', 'mfo']
  return random.pick([
    () => randomDates(random),
    () => ({ start: date }),
    () => ({ duration: random.between(1, 9) }),
    () => ({ length: random.between(0, 40) * 60 }),
    () => ({ constraint: { type: random.pick(types), date } }),
    () => ({ constraint: null }),
    () => ({ deadline: date }),
    () => ({ manual: random.pick([true, false]) }),
    () => ({ inactive: random.pick([true, false]) }),
    () => ({ unscheduled: random.pick([true, false]) }),
    () => ({ actualStart: date }),
    () => ({ remaining: random.between(0, 20) * 60, stop: date, resume: date }),
    () => ({ segments: randomPieces(random) }),
    () => ({ segments: random.pick([null, []]) }),
    () => ({ fixed: random.pick(['units', 'duration', 'work']) }),
    () => ({ levelingDelay: random.between(0, 900) }),
    () => ({ elapsed: random.pick([true, false]) }),
    () => ({ calendar: random.between(1, 3), ignoreResourceCalendars: random.next() < 0.3 }),
    () => ({ progress: random.between(0, 100) }),
    () => ({ type: random.pick(['task', 'milestone', 'summary']) }),
    () => ({ text: 'as it was' }),
  ])()
}

/** As the stock client draws them, or as they are counted. */
function randomPieces(random: SeededRandom): object[] {
  const isDrawn = random.next() < 0.5
  let at = random.between(0, 10)
  return Array.from({ length: random.between(2, 4) }, () => {
    const length = random.between(1, 4)
    const piece = isDrawn
      ? { start: dayAfter(at), end: dayAfter(at + length), duration: length }
      : { offset: at * 480, length: length * 480, text: `at ${at}` }
    at += length + random.between(0, 3)
    return piece
  })
}

function randomWeek(random: SeededRandom): object {
  const office = [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ]
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'].filter(() => random.next() < 0.7)
  return Object.fromEntries([...days, 'tue'].map((day) => [day, office]))
}

/** Something that anybody might do; not all of it can be. */
export function randomItem(random: SeededRandom, state: State): Item {
  const { tasks, links, calendars } = state
  const task = () => random.pick([...tasks.map(({ id }) => id), 1])
  const mode = () => random.pick(['before', 'after', 'child'])
  const change = (): Item => ({ url: `tasks/${task()}`, method: 'PUT', data: randomFields(random) })
  const add = (): Item => ({
    url: 'tasks',
    method: 'POST',
    data: { ...randomFields(random), text: 'new', parent: random.pick([0, 0, task()]) },
  })
  const addLink = (): Item => ({
    url: 'links',
    method: 'POST',
    data: {
      source: task(),
      target: task(),
      type: random.pick(['e2s', 'e2s', 's2s', 'e2e', 's2e']),
      lag: random.pick([0, 0, 1, -1, 2.5, 40]),
      lagUnit: random.pick(['d', 'h', 'ed', '%']),
    },
  })
  const move = (): Item => ({
    url: `tasks/${task()}`,
    method: 'PUT',
    data: { operation: 'move', target: task(), mode: mode() },
  })
  const others: (() => Item)[] = [
    () => ({ url: `tasks/${task()}`, method: 'DELETE' }),
    () => ({
      url: `tasks/${task()}`,
      method: 'PUT',
      data: { operation: 'copy', target: task(), mode: 'after', lazy: true },
    }),
    () => ({ url: `links/${random.pick([...links.map(({ id }) => id), 1])}`, method: 'DELETE' }),
    () => ({ url: 'calendars', method: 'POST', data: { week: randomWeek(random) } }),
    () => {
      const id = random.pick([...calendars.map((one) => one.id), 1])
      const exceptions = [{ from: dayAfter(random.between(0, 30)).slice(0, 10), hours: [] }]
      return { url: `calendars/${id}`, method: 'PUT', data: { exceptions } }
    },
    () => ({
      url: `calendars/${random.pick([...calendars.map((one) => one.id), 1])}`,
      method: 'DELETE',
    }),
    () => ({
      url: 'schedule',
      method: 'PUT',
      data: { calendar: random.pick([null, ...calendars.map((one) => one.id)]) },
    }),
  ]
  const works = () => randomWork(random, state, task)
  const all = [
    change,
    change,
    change,
    change,
    add,
    add,
    addLink,
    addLink,
    addLink,
    move,
    works,
    works,
  ]
  return random.pick([...all, random.pick(others)])()
}

/** Who works on what, by which hours. */
function randomWork(
  random: SeededRandom,
  { resources, assignments, calendars }: State,
  task: () => number,
): Item {
  const idOf = (things: readonly { id: number }[]) =>
    random.pick([...things.map(({ id }) => id), 1])
  const calendar = () => random.pick([null, ...calendars.map(({ id }) => id)])
  const person = () => ({
    calendar: calendar(),
    type: random.pick(['work', 'work', 'work', 'material']),
    maxUnits: random.pick([50, 100, 200]),
  })
  const share = () => ({
    units: random.pick([0, 50, 100]),
    ...(random.next() < 0.3 && { work: random.between(0, 20) * 60 }),
  })
  const works = (): Item => ({
    url: 'assignments',
    method: 'POST',
    data: { task: task(), resource: idOf(resources), ...share() },
  })
  const joins = (): Item => ({
    url: 'resources',
    method: 'POST',
    data: { name: 'somebody', ...person() },
  })
  const others: (() => Item)[] = [
    () => ({ url: `resources/${idOf(resources)}`, method: 'PUT', data: person() }),
    () => ({ url: `resources/${idOf(resources)}`, method: 'DELETE' }),
    () => ({ url: `assignments/${idOf(assignments)}`, method: 'PUT', data: share() }),
    () => ({ url: `assignments/${idOf(assignments)}`, method: 'PUT', data: { task: task() } }),
    () => ({ url: `assignments/${idOf(assignments)}`, method: 'DELETE' }),
    () => ({
      url: 'schedule',
      method: 'PUT',
      data: { resourceCalendars: random.pick([true, false]) },
    }),
  ]
  return random.pick([joins, works, works, works, random.pick(others)])()
}
