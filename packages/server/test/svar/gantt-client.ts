import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { RestDataProvider } from '@svar-ui/gantt-data-provider'
import { DataStore, defaultTaskTypes, getDefaultColumns } from '@svar-ui/gantt-store'
import { openWire } from './gantt-wire.ts'
import type { Delays, Sent } from './gantt-wire.ts'

/** The published Gantt: the real store, the real provider, chained as the widget chains them. */

export type Id = number | string

export interface GanttTask {
  id: Id
  parent: Id
  type: string
  text: string
  start: Date | string
  end?: Date | string
  duration?: number
  lazy?: boolean
  open?: boolean
  data?: GanttTask[] | null
  [field: string]: unknown
}

export interface GanttLink {
  id: Id
  source: Id
  target: Id
  type: string
  lag?: number
  [field: string]: unknown
}

/** An event of the Gantt; store and provider add to it. */
export interface GanttEvent {
  id?: Id
  response?: unknown
  [key: string]: unknown
}

interface Bus {
  exec(action: string, event: GanttEvent): Promise<unknown>
  on(action: string, handler: (event: GanttEvent) => unknown): void
  setNext(next: Pick<Bus, 'exec'>): void
}

/** The types of gantt-store do not resolve under NodeNext; this is what the tests use of it. */
export interface GanttStore {
  in: Bus
  init(state: Record<string, unknown>): void
  getState(): {
    tasks: { byId(id: Id): GanttTask | undefined; contains(id: Id, target: Id): boolean }
    links: { map<T>(work: (link: GanttLink) => T): T[] }
    _tasks: GanttTask[]
    _links: GanttLink[]
  }
}

interface PlanData {
  tasks: GanttTask[]
  links: GanttLink[]
}

type Provider = Bus & {
  getData(id?: Id): Promise<PlanData>
  getQueue(): { getId(id: Id): Id | null; getSync(): number }
}

export interface ClientOptions {
  /** Of the server, without a slash at its end. */
  url: string
  delays?: Delays | null
  batchURL?: string
}

export interface GanttClient {
  store: GanttStore
  sent: Sent[]
  /** What went wrong in the page. */
  failures: unknown[]
  /** Starts an action, as a click does; nobody waits for the server. */
  exec(action: string, event: GanttEvent): GanttEvent & { id: Id }
  /** Everything has been sent and answered, but for what is parked for good. */
  idle(): Promise<void>
  /** What was sent has been answered; updates may still be held back. */
  answered(): Promise<void>
  /** `exec` and `idle`; nothing went wrong in the page, and the server refused nothing. */
  act(action: string, event: GanttEvent): Promise<GanttEvent & { id: Id }>
  /** A person unfolds a task; where it is lazy, the page asks for what is below. */
  open(id: Id): Promise<void>
  /** Unfolds every lazy task. */
  openAll(): Promise<void>
  task(id: Id): GanttTask
  /** Every task of the page, each followed by its branch. */
  tasks(): GanttTask[]
  links(): GanttLink[]
  /** The id the server gave, `null` as long as there is none. */
  realId(id: Id): Id | null
  /** A page that loads now. */
  reload(): Promise<GanttClient>
}

/** The provider sends an update when half a second has passed without another. */
const updateDelay = 520
const batchDelay = 20

const scales = [
  { unit: 'month', step: 1, format: '%F' },
  { unit: 'day', step: 1, format: '%j' },
]

/** Loads the plan into a new store and chains a new provider behind it. */
export async function openGantt(options: ClientOptions): Promise<GanttClient> {
  const wire = openWire(options.url, options.delays ?? null)
  const config = options.batchURL === undefined ? {} : { batchURL: options.batchURL }
  const provider = new RestDataProvider(wire.url, config) as unknown as Provider
  const { tasks, links } = await provider.getData()

  const store = new DataStore((value: unknown) => value as never) as unknown as GanttStore
  store.init({
    tasks,
    links,
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

  const failures: unknown[] = []
  /** Events the provider may still be holding back, and loads. */
  let held = 0
  let happened = 0
  const hold = (work: Promise<unknown>) => {
    held++
    happened++
    void work.finally(() => held--)
  }
  const failed = (error: unknown) => void failures.push(error)

  store.in.setNext({
    exec(action, event) {
      hold(pause(action === 'update-task' ? updateDelay : 2))
      // What waits for an id that never comes is never answered: nobody may wait for this.
      provider.exec(action, event).catch(failed)
      return Promise.resolve()
    },
  })
  store.in.on('request-data', ({ id }) => {
    const provided = provider
      .getData(id)
      .then((data) => store.in.exec('provide-data', { id: id!, data }))
      .catch(failed)
    hold(provided)
  })

  const client: GanttClient = {
    store,
    sent: wire.sent,
    failures,
    exec(action, event) {
      try {
        store.in.exec(action, event).catch(failed)
      } catch (error) {
        failed(error)
      }
      return event as GanttEvent & { id: Id }
    },
    async idle() {
      for (let before = -1; before !== happened + wire.sent.length;) {
        before = happened + wire.sent.length
        while (held > 0 || wire.underWay() > 0) await pause(5)
        await pause(options.batchURL === undefined ? 5 : batchDelay)
      }
    },
    async answered() {
      await pause(2)
      while (wire.underWay() > 0) await pause(1)
    },
    async act(action, event) {
      const before = wire.sent.length
      client.exec(action, event)
      await client.idle()
      assert.deepEqual(failures, [], `${action} ${JSON.stringify(event)}`.slice(0, 300))
      const refused = wire.sent.slice(before).filter(({ status }) => status !== 200)
      assert.deepEqual(refused, [])
      return event as GanttEvent & { id: Id }
    },
    async open(id) {
      await client.act('open-task', { id, mode: true })
    },
    async openAll() {
      for (;;) {
        const closed = client.tasks().filter(({ lazy }) => lazy === true)
        if (closed.length === 0) return
        for (const { id } of closed) client.exec('open-task', { id, mode: true })
        await client.idle()
        assert.deepEqual(failures, [])
      }
    },
    task(id) {
      const task = store.getState().tasks.byId(id)
      assert.ok(task, `the page has no task ${id}`)
      return task
    },
    tasks() {
      const below = (one: GanttTask | undefined): GanttTask[] =>
        (one?.data ?? []).flatMap((task) => [task, ...below(task)])
      return below(store.getState().tasks.byId(0))
    },
    links: () => store.getState().links.map((link) => link),
    realId: (id) => provider.getQueue().getId(id),
    reload: () => openGantt({ url: options.url }),
  }
  return client
}
