import assert from 'node:assert/strict'
import { RestDataProvider } from '@svar-ui/filemanager-data-provider'
import { DataStore } from '@svar-ui/filemanager-store'

/** The published file manager: the real store, the real provider, chained as the widget chains them. */

/** An entry as the store has it. */
export interface Item {
  id: string
  name: string
  parent: string
  type: string
  date?: Date
  size?: number
  lazy?: boolean
  count?: number
  bytes?: number
  data?: Item[] | null
}

/** An event of the file manager; store and provider add to it. */
export interface FilesEvent {
  newId?: string
  newIds?: string[]
  response?: unknown
  [key: string]: unknown
}

export interface Bus {
  exec(action: string, event: FilesEvent): Promise<unknown>
  on(action: string, handler: (event: FilesEvent) => unknown): void
  setNext(next: Bus): Bus
}

/** The types of filemanager-store do not resolve under NodeNext; this is what the tests use of it. */
export interface FilesStore {
  in: Bus
  init(state: Record<string, unknown>): void
  getState(): { mode: string; panels: { path: string; _files: Item[] }[] }
  getFile(id: string): Item | null
}

export type Provider = Bus & {
  loadFiles(id: string): Promise<Item[]>
  loadInfo(id: string): Promise<Record<string, unknown> | undefined>
  getQueue(): { getSync(): number }
}

export interface Renamed {
  id: string
  newId: string
}

export interface FilesClient {
  url: string
  store: FilesStore
  provider: Provider
  /** The root as the server answered it when the page was loaded. */
  loaded: Item[]
  /** Guesses of the client that the server has corrected. */
  corrected: Renamed[]
  /** What went wrong in the page since the last `attempt`. */
  failures: unknown[]
  /** Starts an action, as a click does; nobody waits for the server. */
  exec(action: string, event: FilesEvent): FilesEvent
  /** Everything that was sent has been answered. */
  idle(): Promise<void>
  /** `exec` and `idle`, and nothing went wrong in the client. */
  act(action: string, event: FilesEvent): Promise<FilesEvent>
  /** `exec` and `idle`; answers what went wrong. */
  attempt(action: string, event: FilesEvent): Promise<unknown[]>
  create(parent: string, name: string, type?: string): Promise<FilesEvent>
  upload(parent: string, name: string, bytes: string | Buffer): Promise<FilesEvent>
  rename(id: string, name: string): Promise<FilesEvent>
  move(ids: string[], target: string): Promise<FilesEvent>
  copy(ids: string[], target: string): Promise<FilesEvent>
  remove(ids: string[]): Promise<FilesEvent>
  /** A person enters a folder; where it is lazy, the page asks for its entries. */
  open(id: string): Promise<void>
  /** Enters every folder there is. */
  openAll(): Promise<void>
  /** The button that loads a folder anew. */
  refresh(id: string): Promise<void>
  /** Everything a person can reach, those in folders that were not opened left out. */
  items(): Item[]
  /** What a page that loads now has in its store. */
  reload(): Promise<FilesClient>
}

export const fileOf = (name: string, bytes: string | Buffer): FilesEvent => {
  const file = new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name)
  return { name, type: 'file', size: file.size, date: new Date(), file }
}

/** Loads the root into a new store and chains a new provider behind it. */
export async function openFiles(url: string): Promise<FilesClient> {
  const provider = new RestDataProvider(url) as unknown as Provider
  const data = await provider.loadFiles('')
  const loaded = structuredClone(data)

  const store = new DataStore((value: unknown) => value) as unknown as FilesStore
  store.init({ data, mode: 'cards', panels: [], activePanel: 0, preview: false })
  store.in.setNext(provider)

  const corrected: Renamed[] = []
  const failures: unknown[] = []
  const underWay = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    const settled: Promise<unknown> = work
      .catch((error: unknown) => failures.push(error))
      .finally(() => underWay.delete(settled))
    underWay.add(settled)
  }

  store.in.on('request-data', ({ id }) => {
    const provided = provider
      .loadFiles(id as string)
      .then((records) => store.in.exec('provide-data', { id, data: records }))
    track(provided)
  })
  // The documentation tells the page to do this: only the last name can be another one.
  provider.on('file-renamed', (event) => {
    const { id, newId } = event as unknown as Renamed
    corrected.push({ id, newId })
    track(store.in.exec('rename-file', { id, name: newId.split('/').at(-1), skipProvider: true }))
  })

  const client: FilesClient = {
    url,
    store,
    provider,
    loaded,
    corrected,
    failures,
    exec(action, event) {
      // The store applies an action at once; its promise only tells of the server.
      track(store.in.exec(action, event))
      return event
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
      assert.equal(provider.getQueue().getSync(), 0, 'the provider has kept something back')
    },
    async act(action, event) {
      client.exec(action, event)
      await client.idle()
      assert.deepEqual(failures, [], `${action} ${JSON.stringify(event)}`.slice(0, 300))
      return event
    },
    async attempt(action, event) {
      client.exec(action, event)
      await client.idle()
      return failures.splice(0)
    },
    create: (parent, name, type = 'file') =>
      client.act('create-file', { parent, file: { name, type, date: new Date() } }),
    upload: (parent, name, bytes) =>
      client.act('create-file', { parent, file: fileOf(name, bytes) }),
    rename: (id, name) => client.act('rename-file', { id, name }),
    move: (ids, target) => client.act('move-files', { ids, target }),
    copy: (ids, target) => client.act('copy-files', { ids, target }),
    remove: (ids) => client.act('delete-files', { ids }),
    async open(id) {
      await client.act('set-path', { id })
    },
    async openAll() {
      let closed = client.items().filter(isClosed)
      while (closed.length > 0) {
        for (const { id } of closed) client.exec('set-path', { id })
        await client.idle()
        assert.deepEqual(failures, [])
        closed = client.items().filter(isClosed)
      }
      await client.open('/')
    },
    async refresh(id) {
      await client.act('request-data', { id })
    },
    items() {
      const below = (id: string): Item[] =>
        (store.getFile(id)?.data ?? []).flatMap((item) => [item, ...below(item.id)])
      return below('/')
    },
    reload: () => openFiles(url),
  }
  return client
}

function isClosed({ lazy }: Item): boolean {
  return lazy === true
}
