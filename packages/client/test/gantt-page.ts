import assert from 'node:assert/strict'
import { DataStore, defaultTaskTypes, getDefaultColumns } from '@svar-ui/gantt-store'
import { connectGantt } from '../src/connect-gantt.ts'
import type { GanttConnection, GanttOptions } from '../src/connect-gantt.ts'
import type { Team } from '../src/gantt-team.ts'
import { openServer } from '../src/server.ts'
import type { Request, Server } from '../src/server.ts'
import type { Failure, Saved, WidgetApi } from '../src/widget.ts'

/** The published Gantt without its pixels, connected as a page connects it. */

export type Id = number | string

export interface Task {
  id: Id
  parent: Id
  type: string
  text: string
  start: Date
  end?: Date
  duration?: number
  open?: boolean
  lazy?: boolean
  data?: Task[] | null
  [field: string]: unknown
}

export interface Link {
  id: Id
  source: Id
  target: Id
  type: string
  lag?: number
}

type Event = Record<string, unknown>

/** The types of gantt-store do not resolve under NodeNext; this is what the tests use of it. */
interface Store {
  in: Omit<WidgetApi, 'getState'>
  init(state: Event): void
  getState(): {
    tasks: { byId(id: Id): Task | undefined }
    links: { map<T>(work: (link: Link) => T): T[] }
    selected: Id[]
    _tasks: Task[]
  }
}

export interface Page {
  api: WidgetApi
  server: Server
  connection: GanttConnection
  failures: Failure[]
  saved: Saved[]
  /** What a person does; answers the event, which has the new id in it. */
  act(action: string, event: Event): Promise<Event & { id: Id }>
  /** `act` without waiting for the server. */
  start(action: string, event: Event): Event & { id: Id }
  task(text: string): Task
  /** Each followed by its branch. */
  tasks(): Task[]
  has(text: string): boolean
  links(): Link[]
  selected(): Id[]
  /** Every task below its parent, in order, as `- text`, deeper ones further in. */
  outline(): string
  /** All that is shown, without ids that only this page knows. */
  content(): unknown
  /** Who works on a task, by name. */
  team(text: string): string[]
  close(): void
}

const scales = [
  { unit: 'month', step: 1, format: '%F' },
  { unit: 'day', step: 1, format: '%j' },
]

/** Holds back an answer of the server. */
export type Hold = (request: Request) => Promise<void> | undefined

export async function openPage(url: string, hold?: Hold, options: Options = {}): Promise<Page> {
  const page = startPage(url, hold, options)
  await page.connection.loaded
  return page
}

type Options = Pick<GanttOptions, 'autoConvert'>

export function startPage(url: string, hold?: Hold, options: Options = {}): Page {
  const store = new DataStore((value: unknown) => value as never) as unknown as Store
  store.init({
    tasks: [],
    links: [],
    scales,
    columns: getDefaultColumns(),
    taskTypes: defaultTaskTypes,
    cellWidth: 100,
    cellHeight: 38,
    scaleHeight: 36,
    lengthUnit: 'day',
    durationUnit: 'day',
    selected: [],
    activeTask: null,
    start: null,
    end: null,
    autoScale: true,
    zoom: false,
    _weekStart: 1,
  })
  const bus = store.in
  const api: WidgetApi = {
    exec: (action, event) => bus.exec(action, event),
    on: bus.on.bind(bus),
    intercept: bus.intercept.bind(bus),
    detach: bus.detach.bind(bus),
    setNext: bus.setNext.bind(bus),
    getState: () => store.getState(),
  }
  const opened = openServer({ url })
  const server: Server = {
    ...opened,
    async send(request, headers) {
      const answer = await opened.send(request, headers)
      await hold?.(request)
      return answer
    },
  }
  const failures: Failure[] = []
  const saved: Saved[] = []
  let team: Team = { resources: [], assignments: [] }
  const connection = connectGantt(api, {
    server,
    onError: (failure) => failures.push(failure),
    onSaved: (one) => saved.push(one),
    onTeam: (told) => (team = told),
    ...options,
  })
  const below = (id: Id): Task[] =>
    (store.getState().tasks.byId(id)?.data ?? []).flatMap((task) => [task, ...below(task.id)])
  const textOf = (id: Id) => store.getState().tasks.byId(id)?.text ?? null

  const page: Page = {
    api,
    server,
    connection,
    failures,
    saved,
    start(action, event) {
      void api.exec(action, event)
      return event as Event & { id: Id }
    },
    async act(action, event) {
      const started = page.start(action, event)
      await connection.settled()
      return started
    },
    task(text) {
      const found = below(0).find((task) => task.text === text)
      assert.ok(found, `the page shows no ${text}`)
      return found
    },
    tasks: () => below(0),
    has: (text) => below(0).some((task) => task.text === text),
    links: () => store.getState().links.map((link) => link),
    selected: () => store.getState().selected,
    outline() {
      const lines = (id: Id, indent: string): string[] =>
        (store.getState().tasks.byId(id)?.data ?? []).flatMap((task) => [
          `${indent}- ${task.text}`,
          ...lines(task.id, `${indent}  `),
        ])
      return lines(0, '').join('\n')
    },
    content() {
      const own = new Set(['id', 'data', 'open'])
      const isShared = ([key, value]: [string, unknown]) =>
        !key.startsWith('$') && !own.has(key) && value !== undefined
      const tasks = below(0).map(({ parent, lazy = false, ...task }) => ({
        ...Object.fromEntries(Object.entries(task).filter(isShared)),
        lazy,
        parent: textOf(parent),
      }))
      const links = page.links().map(({ source, target, type, lag = null }) => ({
        source: textOf(source),
        target: textOf(target),
        type,
        lag,
      }))
      return {
        tasks,
        links: links.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      }
    },
    team(text) {
      const { id } = page.task(text)
      const ofTask = team.assignments.filter(({ task }) => task === id)
      const names = new Map(team.resources.map((one) => [one.id, one['name']]))
      return ofTask.map(({ resource }) => String(names.get(resource as Id))).toSorted()
    },
    close() {
      connection.stop()
      server.close()
    },
  }
  return page
}
