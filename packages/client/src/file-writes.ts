import { isWithin, movedId, parentOf } from './file-entries.ts'
import type { OnClash } from './name-clashes.ts'
import type { Answer, Outbox } from './outbox.ts'
import type { ServerError } from './server-error.ts'
import type { Server } from './server.ts'
import type { Handlers, Params, Saved } from './widget.ts'
import { writeClashes } from './write-clashes.ts'
import type { Write } from './write-clashes.ts'

export interface FileWrites {
  handlers: Handlers
  /** How many were begun so far. */
  begun(): number
  isIdle(): boolean
  /** Whether the server has yet to learn that something is called so. */
  isUnsure: (id: string) => boolean
  /** The folders that are changed by what waits. */
  folders(): string[]
}

export interface WriteListener {
  onSaved?: ((saved: Saved) => void) | undefined
  /** The server calls something else than the widget does; it may have taken the place of what was called so. */
  onCorrected(guess: string, real: string, isOver: boolean): void
  /** The widget shows something that is not so: in these folders. */
  onDoubt(folders: string[]): void
  onRefused(failure: { action: string; error: ServerError }): void
  /** The server has what the widget shows at these paths. */
  onConfirmed(ids: string[]): void
  /** Called when a write is done, well or not. */
  onDone(folders: string[]): void
}

export interface WriteOptions {
  server: Server
  onClash: OnClash | undefined
  isFile: (id: string) => boolean
}

interface CreateEvent {
  file: { name: string; type?: string }
  parent: string
  newId: string
}

interface RenameEvent {
  id: string
  name: string
  newId?: string
}

interface PutEvent {
  ids: string[]
  target: string
  newIds?: string[]
}

interface Reference {
  id: string
}

export function fileWrites(
  box: Outbox,
  { server, onClash, isFile }: WriteOptions,
  listener: WriteListener,
): FileWrites {
  const waiting = new Set<Write>()
  let begun = 0

  async function send(write: Write): Promise<void> {
    waiting.add(write)
    begun++
    const onDoubt = () => listener.onDoubt(foldersOf(write))
    const asking = onClash && { server, action: write.action, onClash }
    const clashes =
      write.areFiles && asking && writeClashes(write, asking, { onPart: learn, onDoubt })
    try {
      await box.send(
        () => write.request(write),
        (answer, mark) => {
          waiting.delete(write)
          learn(write, { answer, mark })
        },
        clashes?.settle,
      )
      if (write.guesses.length > 0) listener.onConfirmed(write.guesses)
    } catch (error) {
      waiting.delete(write)
      onDoubt()
      if (!clashes?.isGivenUp()) {
        listener.onRefused({ action: write.action, error: error as ServerError })
      }
    }
    listener.onDone(foldersOf(write))
  }

  function learn(done: Write, { answer, mark }: Answer): void {
    const { result = [] } = (answer ?? {}) as { result?: Reference | Reference[] }
    for (const [index, { id: real }] of [result].flat().entries()) {
      const guess = done.guesses[index]
      if (guess === undefined || guess === real) continue
      for (const write of [done, ...waiting]) rename(write, guess, real)
      listener.onCorrected(guess, real, done.conflict === 'replace')
    }
    const { action, ids, target } = done
    listener.onSaved?.({ action, ids, write: mark, ...(target !== null && { target }) })
  }

  return {
    handlers: {
      // What was done comes here after the widget has shown it; the person does not wait for the answer.
      'create-file'(event) {
        const { file, parent, newId } = event as unknown as CreateEvent
        const conflict = onClash && 'number'
        const body = { name: file.name, type: file.type ?? 'file', conflict }
        void send({
          action: 'create-file',
          ids: [parent],
          target: null,
          guesses: [newId],
          request: ({ ids }) => ({ method: 'POST', path: at(ids[0]), body }),
        })
      },
      'rename-file'(event) {
        const { id, name, newId } = event as unknown as RenameEvent
        if (newId === undefined) return
        void send({
          action: 'rename-file',
          ids: [id],
          target: null,
          guesses: [newId],
          name,
          areFiles: [isFile(newId)],
          request: ({ ids, conflict }) => ({
            method: 'PUT',
            path: at(ids[0]),
            body: { operation: 'rename', name, conflict },
          }),
        })
      },
      'move-files': (event) => put('move', event),
      'copy-files': (event) => put('copy', event),
      'delete-files'(event) {
        const { ids } = event as unknown as PutEvent
        void send({
          action: 'delete-files',
          ids: [...ids],
          target: null,
          guesses: [],
          request: (write) => ({ method: 'DELETE', path: 'files', body: { ids: write.ids } }),
        })
      },
    },
    begun: () => begun,
    isIdle: () => waiting.size === 0,
    isUnsure: (id) =>
      [...waiting].some(({ guesses }) => guesses.some((guess) => isWithin(id, guess))),
    folders: () => [...waiting].flatMap(foldersOf),
  }

  function put(operation: 'move' | 'copy', event: Params): void {
    const { ids, target, newIds } = event as unknown as PutEvent
    // Without new ids nothing has changed: it was put where it is.
    if (!newIds || ids.length === 0) return
    void send({
      action: `${operation}-files`,
      ids: [...ids],
      target,
      guesses: [...newIds],
      areFiles: newIds.map(isFile),
      request: ({ ids, target, conflict }) => ({
        method: 'PUT',
        path: 'files',
        body: { operation, ids, target, conflict },
      }),
    })
  }
}

function at(id = '/'): string {
  return `files/${encodeURIComponent(id)}`
}

function rename(write: Write, from: string, to: string): void {
  const moved = (id: string) => movedId(id, from, to)
  write.ids = write.ids.map(moved)
  write.guesses = write.guesses.map(moved)
  write.target = write.target && moved(write.target)
}

function foldersOf({ action, ids, target, guesses }: Write): string[] {
  const changed = action === 'create-file' ? ids : ids.map(parentOf)
  return [...new Set([...changed, ...guesses.map(parentOf), ...(target ? [target] : [])])]
}
