import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { DataStore } from '@svar-ui/filemanager-store'
import { connectFiles } from '../src/connect-files.ts'
import type { FilesConnection, FilesOptions } from '../src/connect-files.ts'
import { shownBelow } from '../src/file-tree.ts'
import type { FilesApi, FilesState } from '../src/file-tree.ts'
import { openServer } from '../src/index.ts'
import type { Failure, Server, Upload } from '../src/index.ts'
import type { NextLink } from '../src/widget.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

/** The published store as the widget hands it out, wired to a server. */
export interface FilesPage {
  api: FilesApi
  server: Server
  /** Of everything this page has written. */
  marks: string[]
  files: FilesConnection
  failures: Failure[]
  /** The last that was told of the uploads. */
  uploads(): readonly Upload[]
  state(): FilesState & { panels: { path: string; selected: string[]; _files: { id: string }[] }[] }
  /** Starts an action, as a click does; nobody waits for the server. */
  exec(action: string, event: object): void
  create(parent: string, name: string, type?: string): void
  upload(parent: string, name: string, bytes: string): void
  open(id: string): Promise<void>
  /** What is loaded, each with its size or a slash. */
  shown(): string[]
}

interface Store {
  in: {
    exec: FilesApi['exec']
    on: FilesApi['on']
    intercept: FilesApi['intercept']
    detach: FilesApi['detach']
    setNext(next: NextLink): unknown
  }
  init(state: object): void
  getState(): object
  getFile(id: string): object | null
  setState(state: object): unknown
}

export async function openFilesPage(
  t: TestContext,
  url: string,
  options: Partial<FilesOptions> = {},
): Promise<FilesPage> {
  const store = new DataStore((value: unknown) => value) as unknown as Store
  store.init({ data: [], mode: 'table', panels: [], activePanel: 0, preview: false, drive: null })
  const bus = store.in
  const api: FilesApi = {
    exec: bus.exec,
    on: bus.on.bind(bus),
    intercept: bus.intercept.bind(bus),
    detach: bus.detach.bind(bus),
    setNext: bus.setNext.bind(bus),
    getState: () => store.getState(),
    getFile: (id) => store.getFile(id),
    getStores: () => ({ data: store }),
  }
  const failures: Failure[] = []
  let seen: readonly Upload[] = []
  const marks: string[] = []
  const opened = openServer({ url })
  const mark = () => {
    marks.push(opened.mark())
    return marks.at(-1)!
  }
  const server: Server = { ...opened, mark }
  const files = connectFiles(api, {
    server,
    onError: (failure) => failures.push(failure),
    ...options,
  })
  files.uploads.onChange((list) => (seen = list))
  await files.loaded
  t.after(() => {
    files.stop()
    server.close()
  })

  const page: FilesPage = {
    api,
    server,
    marks,
    files,
    failures,
    uploads: () => seen,
    state: () => api.getState() as ReturnType<FilesPage['state']>,
    exec(action, event) {
      api.exec(action, event).catch((error: unknown) => assert.fail(error as Error))
    },
    create: (parent, name, type = 'file') =>
      page.exec('create-file', { parent, file: { name, type, date: new Date() } }),
    upload(parent, name, bytes) {
      const file = new File([bytes], name)
      page.exec('create-file', { parent, file: { name, size: file.size, date: new Date(), file } })
    },
    open: async (id) => {
      await api.exec('set-path', { id })
      await t.waitFor(() => {
        const item = api.getFile(id)
        assert.ok(item && !('lazy' in item && item.lazy))
      }, patient)
    },
    shown: () =>
      [...shownBelow(api, '/').values()]
        .map(({ id, type, size }) => (type === 'folder' ? `${id}/` : `${id} ${size ?? 0}`))
        .toSorted(),
  }
  return page
}

/** Everything that is loaded is as the server lists it. */
export async function sameAsOnServer(t: TestContext, page: FilesPage): Promise<void> {
  await t.waitFor(
    async () => {
      const listed: string[] = []
      const folders = ['/', ...page.shown().filter((id) => id.endsWith('/'))]
      for (const folder of folders) {
        const id = folder.replace(/(.)\/$/, '$1')
        if ((page.api.getFile(id) as { lazy?: boolean }).lazy) continue
        const answer = await fetch(page.server.address(`files/${encodeURIComponent(id)}`))
        assert.equal(answer.status, 200, id)
        for (const entry of (await answer.json()) as { id: string; type: string; size?: number }[])
          listed.push(entry.type === 'folder' ? `${entry.id}/` : `${entry.id} ${entry.size}`)
      }
      assert.deepEqual(page.shown(), listed.toSorted())
    },
    { ...patient, interval: 100 },
  )
}
