import type { Change } from '@triptych/contract/changes'
import { parentOf } from './file-entries.ts'
import { firstLoad } from './first-load.ts'
import { downloadFile, openFile } from './file-addresses.ts'
import { fileSearch } from './file-search.ts'
import { fileSync } from './file-sync.ts'
import { isFile, renew } from './file-tree.ts'
import type { FilesApi } from './file-tree.ts'
import { fileWrites } from './file-writes.ts'
import type { OnClash } from './name-clashes.ts'
import { outbox } from './outbox.ts'
import { openUploads } from './uploads.ts'
import type { Uploads } from './uploads.ts'
import { endOfChain } from './widget.ts'
import type { Connection, ConnectOptions, Failure, Params } from './widget.ts'

export interface FilesOptions extends ConnectOptions {
  /** The folder that is shown first. */
  path?: string
  /** Those of the page, so that they go on when the widget is gone; else it has its own. */
  uploads?: Uploads
  /** Asked where a name is taken; without it what comes gets another one. */
  onClash?: OnClash
}

export interface FilesConnection extends Connection {
  uploads: Uploads
}

interface CreateEvent {
  file: { name: string; file?: Blob }
  parent: string
  skipProvider?: boolean
}

/** How long after a change the used space is asked for. */
const driveMs = 500

/** Wires a file manager to the server. Its `data` must be an empty array that stays the same one. */
export function connectFiles(api: FilesApi, options: FilesOptions): FilesConnection {
  const { server, onError } = options
  const tag = Symbol('triptych')
  const over = new AbortController()
  let unfollow: (() => void) | null = null
  const failures: Failure[] = []
  const fail = (action: string) => (error: Failure['error']) => onError?.({ action, error })

  const box = outbox(server, { batches: false })
  const endWriter = server.addWriter(() => box.settled())
  const writes = fileWrites(
    box,
    { server, onClash: options.onClash, isFile: (id) => isFile(api, id) },
    {
      onSaved: options.onSaved,
      onCorrected(guess, real, isOver) {
        if (!search.isOn()) sync.rename(guess, real, isOver)
        sync.doubt([parentOf(guess), parentOf(real)])
      },
      onDoubt: (folders) => sync.doubt(folders),
      onRefused: (failure) => failures.push(failure),
      onConfirmed: (ids) => sync.confirm(ids, writes.isUnsure),
      onDone(folders) {
        askDriveSoon()
        for (const folder of folders) {
          renew(api, folder)
          sync.resize(folder)
        }
        if (search.isOn()) {
          sync.doubt(folders)
          search.again()
        }
        if (writes.isIdle()) void tellFailures()
      },
    },
  )
  const search = fileSearch(api, server, fail('filter-files'))
  const sync = fileSync({
    api,
    server,
    ownChanges: () => ({ begun: writes.begun(), isIdle: writes.isIdle() }),
    isShown: () => !search.isOn(),
    onError: fail('request-data'),
  })
  const sending = options.uploads ?? openUploads(server)
  const forget = sending.onFailed(({ error }) => error && fail('upload-file')(error))

  /** The widget shows the server's state again before anybody is told why. */
  async function tellFailures(): Promise<void> {
    await showDoubtful()
    for (const failure of failures.splice(0)) onError?.(failure)
  }

  async function showDoubtful(): Promise<void> {
    sync.goOn()
    await sync.settled()
  }

  async function reload(): Promise<void> {
    sync.doubt(['/'])
    if (search.isOn()) search.again()
    else await showDoubtful()
    askDriveSoon()
  }

  let driveTimer: ReturnType<typeof setTimeout> | null = null
  function askDriveSoon(): void {
    driveTimer ??= setTimeout(() => {
      driveTimer = null
      void askDrive()
    }, driveMs)
  }

  /** The meter is no news worth an error: the next change asks again. */
  async function askDrive(): Promise<void> {
    const drive = await server.send({ method: 'GET', path: 'info' }).catch(() => null)
    if (drive && !over.signal.aborted) api.getStores().data.setState({ drive } as never)
  }

  api.intercept('create-file', uploadInstead, { tag })
  api.intercept('set-path', ({ id }) => loadFirst(id as string), { tag })
  api.on('set-path', () => sync.showSizes(), { tag })
  api.on('request-data', ({ id }) => void sync.load([id as string]), { tag })
  api.intercept('filter-files', ({ text }) => (text ? search.find(text as string) : true), { tag })
  api.on('filter-files', ({ text }) => (text ? search.show() : endSearch()), { tag })
  api.on('narrow-files', (to) => search.narrow(to), { tag })
  api.on('set-mode', endSearch, { tag })
  api.on('open-file', ({ id }) => openFile(server, id as string), { tag })
  api.on('download-file', ({ id }) => downloadFile(server, id as string), { tag })
  api.setNext(endOfChain(writes.handlers))

  /** A file is shown when it is there: then it has a name, a size and a preview. */
  function uploadInstead(event: Params): boolean {
    const { file, parent, skipProvider } = event as unknown as CreateEvent
    if (skipProvider || !file.file) return true
    sending.add(parent, [{ file: file.file, name: file.name }], options.onClash)
    return false
  }

  function loadFirst(id: string): unknown {
    if (search.isOn()) void api.exec('filter-files', { text: '' })
    return api.getFile(id) ? true : sync.loadWayTo(id)
  }

  function endSearch(): void {
    search.end()
    sync.goOn()
  }

  function tell(change: Change): void {
    // What is said of files, and what ends out of sight, is not shown here.
    if (change.area !== 'files' || !change.operation.startsWith('file-')) return
    sync.tell(change)
    if (!writes.isIdle()) sync.doubt(writes.folders())
    search.again()
    askDriveSoon()
  }

  async function load(): Promise<void> {
    const end = unfollow ?? (await server.follow({ change: tell, reload: () => void reload() }))
    if (over.signal.aborted) return end()
    unfollow = end
    await sync.load(['/'], true)
    if (options.path && options.path !== '/') await api.exec('set-path', { id: options.path })
    await askDrive()
  }

  const loaded = firstLoad(load, {
    signal: over.signal,
    onLoad: options.onLoad,
    onFailure: fail('request-data'),
  })
  // Whoever does not wait for it is told by `onError`.
  loaded.catch(() => {})

  return {
    loaded,
    uploads: sending,
    reload,
    async settled() {
      await loaded.catch(() => {})
      await box.settled()
      await sending.settled()
      await sync.settled()
    },
    stop() {
      over.abort()
      unfollow?.()
      api.detach(tag)
      // The end of a chain cannot be taken off again.
      for (const action of Object.keys(writes.handlers)) writes.handlers[action] = undefined
      search.end()
      sync.stop()
      forget()
      if (!options.uploads) sending.stop()
      if (driveTimer) clearTimeout(driveTimer)
      void box.settled().then(endWriter)
    },
  }
}
