import assert from 'node:assert/strict'
import { DataStore, getRenderValue, handleAction } from '@svar-ui/grid-store'
import { RestDataProvider as Provider27 } from '@svar-ui/grid-data-provider'
import { RestDataProvider as Provider26 } from 'grid-data-provider-2-6'
import { credentialsFor } from '../fixtures/credentials.ts'
import type { NewColumn } from './grid-columns.ts'

/** The published grid: the real store, the real provider, chained as the widget chains them. */

export const providers = { '2.7.3': Provider27, '2.6.0': Provider26 } as const
export type Version = keyof typeof providers
export const versions: Version[] = ['2.7.3', '2.6.0']

export type Id = number | string
export type Row = { id: Id } & Record<string, unknown>

/** What the server answered to an action, as the provider hands it on. */
export interface Answer {
  id?: number
  result?: unknown
  error?: string
  code?: string
  status?: number
  [key: string]: unknown
}

/** An event of the grid; the provider adds `response`. */
export interface GridEvent {
  id?: Id
  row?: Record<string, unknown>
  column?: string
  value?: unknown
  response?: Answer
  [key: string]: unknown
}

/** The types of grid-store do not resolve under NodeNext; this is what the tests use of it. */
export interface GridStore {
  in: Bus
  initOnce(): void
  init(state: Record<string, unknown>): void
  getState(): { data: Row[]; history: { undo: number; redo: number } } & Record<string, unknown>
  getRow(id: Id): Row
  getColumn(id: string): GridColumn
}

interface Bus {
  exec(action: string, event?: GridEvent): Promise<unknown>
  setNext(next: Bus): Bus
}

interface GridColumn {
  id: string
  header: string
  editor: string
  options?: { id: Id; label: string }[]
  template?: (value: unknown) => string
}

/** The store gives an id to the event of a new row; all others have one. */
export type RowEvent = GridEvent & { id: Id }

export interface ClientOptions {
  version: Version
  /** The address of the table. */
  url: string
  columns: NewColumn[]
  /** Turns loaded texts into what the page works with; `null` leaves rows as they came. */
  normalize?: ((row: Row) => void) | null
  /** Makes loaded rows into a tree. */
  tree?: ((rows: Row[]) => Row[]) | null
  headers?: Record<string, string>
}

export interface GridClient {
  store: GridStore
  provider: InstanceType<typeof Provider27>
  /** The rows as the server answered them when the page was loaded. */
  loaded: Row[]
  /** What the store passed on to the provider, in order. */
  sent: { action: string; event: GridEvent }[]
  /** What the provider could not send at all. */
  failures: unknown[]
  /** Starts an action, as a click does; nobody waits for the server. */
  exec: (action: string, event?: GridEvent) => RowEvent
  /** Everything that was sent has been answered, and what was parked has been sent too. */
  idle(): Promise<void>
  /** `exec` and `idle`, and nothing went wrong in the client. */
  act(action: string, event?: GridEvent): Promise<RowEvent>
  /** A click on a button of the grid's toolbar. */
  press(button: string): Promise<void>
  /** A person opens the editor of a cell and leaves it, after a change if there is one. */
  edit(id: Id, column: string, change?: { value: unknown }): Promise<void>
  /** What a page that loads now has in its store. */
  reload(): Promise<GridClient>
  /** The id the server gave, `null` as long as there is none. */
  realId(id: Id): Id | null
  /** The rows as a person sees them: real ids, and the text the grid puts into each cell. */
  seen(): Record<string, unknown>[]
}

/** Loads the table into a new store and chains a new provider behind it. */
export async function openClient(options: ClientOptions): Promise<GridClient> {
  const { version, url, columns, normalize = datesIn(columns), tree = null } = options
  const answered: Row[] = []
  const provider = new providers[version](url, (row: Row) => {
    answered.push(structuredClone(row))
    normalize?.(row)
  })
  // Of the three this provider alone can be told what to send; for the others it is the browser that sends a cookie.
  provider.setHeaders({ ...credentialsFor(url), ...options.headers })
  const rows = await (provider as { getData(): Promise<Row[]> }).getData()
  const loaded = [...answered]

  const store = new DataStore((value: unknown) => value) as GridStore
  const gridColumns = columns.map(gridColumn)
  store.initOnce()
  store.init({
    columns: gridColumns,
    data: tree ? tree(rows) : rows,
    tree: tree !== null,
    undo: true,
    select: true,
    selectedRows: [],
    sizes: {},
    split: { left: 0 },
  })

  const sent: GridClient['sent'] = []
  const failures: unknown[] = []
  const underWay = new Set<Promise<unknown>>()
  store.in.setNext({
    exec(action, event = {}) {
      sent.push({ action, event })
      const answered = (provider as unknown as Bus)
        .exec(action, event)
        .catch((error: unknown) => failures.push(error))
        .finally(() => underWay.delete(answered))
      underWay.add(answered)
      return answered
    },
    setNext: (next) => next,
  })

  const client: GridClient = {
    store,
    provider: provider as InstanceType<typeof Provider27>,
    loaded,
    sent,
    failures,
    exec(action, event = {}) {
      // The store applies an action at once; its promise only tells of the server.
      store.in.exec(action, event).catch((error: unknown) => failures.push(error))
      return event as RowEvent
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async act(action, event = {}) {
      const done = client.exec(action, event)
      await client.idle()
      assert.deepEqual(failures, [])
      return done
    },
    async press(button) {
      const api = { exec: client.exec, getState: () => store.getState() }
      handleAction(api, button)
      await client.idle()
      assert.deepEqual(failures, [])
    },
    async edit(id, column, change) {
      client.exec('open-editor', { id, column })
      if (change) client.exec('editor', change)
      await client.act('close-editor')
    },
    reload: () => openClient(options),
    realId: (id) => provider.getQueue().getId(id),
    seen: () =>
      store.getState().data.map((row) => {
        const shown = { ...defaultsOf(columns, normalize), ...row }
        const cells = gridColumns.map((column) => [column.id, getRenderValue(shown, column)])
        return { id: client.realId(row.id), ...Object.fromEntries(cells) }
      }),
  }
  return client
}

/** A page that loads now shows what this one shows. Answers the rows it was given. */
export async function assertReloadShowsTheSame(client: GridClient): Promise<Row[]> {
  await client.idle()
  const reloaded = await client.reload()
  assert.deepEqual(reloaded.seen(), client.seen())
  return reloaded.loaded
}

/** A page that shows dates makes them of the texts; a day is midnight where the page is. */
export function datesIn(columns: NewColumn[]): (row: Row) => void {
  const suffix = new Map([
    ['date', 'T00:00:00'],
    ['datetime', ''],
  ])
  return (row) => {
    for (const { name, type } of columns) {
      const value = row[name]
      const ending = suffix.get(type)
      if (ending !== undefined && typeof value === 'string') row[name] = new Date(value + ending)
    }
  }
}

/** What the server fills in where the page gave nothing; the page itself shows it after a reload. */
function defaultsOf(columns: NewColumn[], normalize: ((row: Row) => void) | null): object {
  const given = columns.filter((column) => column.default !== undefined)
  const row: Row = { id: 0, ...Object.fromEntries(given.map((one) => [one.name, one.default])) }
  normalize?.(row)
  const { id: _, ...defaults } = row
  return defaults
}

function gridColumn({ name, type, options }: NewColumn): GridColumn {
  const column: GridColumn = { id: name, header: name, editor: 'text' }
  const template = templates[type]
  if (template) column.template = template
  if (options) {
    column.options = options.map((id) => ({ id, label: `label of ${id}` }))
    column.editor = type === 'json' ? 'multiselect' : 'richselect'
    delete column.template
  }
  return column
}

const templates: Record<string, ((value: unknown) => string) | undefined> = {
  date: (value) => (value instanceof Date ? localDay(value) : String(value)),
  datetime: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  json: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
}

export function localDay(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0')
  const day = String(date.getDate()).padStart(2, '0')
  return `${date.getFullYear()}-${month}-${day}`
}
