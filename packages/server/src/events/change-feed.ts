import type { Pace } from '../concurrency/pace.ts'
import { knownRevision } from '../domain/changes/list-changes.ts'
import { AppError } from '../errors.ts'
import type { Observe } from '../observe/observation.ts'
import type { Database } from '../ports/database.ts'
import type { HeldSheets } from './held-sheets.ts'
import { logPages } from './log-pages.ts'
import type { LogPages, PageReader } from './log-pages.ts'
import { openReader } from './reader.ts'
import type { Reader, WritePast } from './reader.ts'

/**
 * The log of one workspace as a stream for any number of readers. Each goes through the log by its own revision, at
 * its own pace, so none is lost and none comes twice; those at the same place share what was read and encoded.
 */
export interface ChangeFeed {
  /** From the entry after `since`, or from now on when it is `null`. */
  subscribe(since: number | null, options?: Subscribing): Promise<ReadableStream<Uint8Array>>
  close(): void
}

export interface Subscribing {
  sight?: Sight
  attend?: Attend
  whileAllowed?: WhileAllowed
  writePast?: WritePast | null
}

/** What of the log somebody is told. */
export interface Sight extends PageReader {
  /** The same for all who are told the same. */
  key: string
  /** Whether that is still so by other rules than before; else they have to come anew. */
  holds: (stamp: string) => Promise<boolean>
}

/** Ends the stream by `end` when the reader may read no more; what it answers is called when the stream is over. */
export type WhileAllowed = (end: () => void) => () => void

/** Called when the stream is open, with a way to say that there is something to send beside the log. */
export type Attend = (wake: () => void) => Attendance

export interface Attendance {
  /** What is to be sent now, if anything. The bytes may be those of others, too. */
  next: () => readonly Uint8Array[] | null
  /** The stream is over. */
  leave: () => void
}

export interface FeedOptions {
  heartbeatMs: number
  /** A place among the readers of all feeds, until the answer is called; throws where there is none. */
  enter: () => () => void
  /** What readers have in hand, of all feeds together. */
  held: HeldSheets
  /** How fast things are sent, of all feeds together. */
  pace: Pace
  observe: Observe
}

const wholeLog: Sight = {
  key: 'all',
  isShared: true,
  entries: ({ changes }, revision, limit) => changes.since(revision, limit),
  holds: async () => true,
}

/** Told to whoever may see more or less than before, at the end of their stream. */
const reload = new TextEncoder().encode('event: reload\ndata: {}\n\n')

const always: WhileAllowed = () => () => {}
const nothingElse: Attend = () => ({ next: () => null, leave: () => {} })

export function changeFeed(database: Database, options: FeedOptions): ChangeFeed {
  const { held, observe } = options
  const readers = new Set<Reader>()
  const shared = new Map<string, LogPages>()
  const own = new Set<LogPages>()
  const beat = [new TextEncoder().encode(':\n\n')]
  let beats = 0
  let closed = false

  const heart = setInterval(() => {
    beats++
    // Whoever is a little late has come by now.
    for (const pages of [...shared.values(), ...own]) pages.forget()
    for (const reader of readers) {
      if (reader.isStalled()) reader.drop('the reader is too slow')
      else reader.wake()
    }
  }, options.heartbeatMs).unref()
  const unlisten = database.onCommit(() => {
    for (const pages of [...shared.values(), ...own]) pages.grow()
    for (const reader of readers) reader.wake()
  })

  async function startOf(since: number | null): Promise<number> {
    const start = await database.read(async (stores) => {
      const head = await stores.changes.head()
      return since === null ? head : knownRevision(stores, since, head)
    })
    if (closed) throw new AppError('unavailable', 'The server is stopping.')
    return start
  }

  function pagesFor(sight: Sight): LogPages {
    const pages = shared.get(sight.key) ?? logPages(database, sight)
    if (sight.isShared) shared.set(sight.key, pages)
    else own.add(pages)
    return pages
  }

  async function serve(
    reader: Reader,
    since: number,
    attendance: Attendance,
    { sight, pages }: { sight: Sight; pages: LogPages },
  ): Promise<void> {
    let position = since
    let beaten = beats
    for (;;) {
      await reader.asking()
      if (!reader.isOpen()) return
      held.giveBack(reader)
      const message = attendance.next()
      const page = message ? null : await pages.after(position)
      const pieces = message ?? (page ? [page.bytes] : beats > beaten ? beat : null)
      beaten = beats
      if (page && !(await sight.holds(page.sheet.stamp))) return reader.end(reload)
      if (!reader.isOpen()) return
      if (pieces) {
        if (page) held.take(reader, page.sheet)
        await reader.send(pieces)
        position = page?.last ?? position
      } else await reader.news()
    }
  }

  function fail(reader: Reader, error: unknown): void {
    // A server that stops while it reads has not failed.
    const isStopping = error instanceof AppError && error.code === 'unavailable'
    if (!isStopping) observe({ kind: 'failure', requestId: null, where: 'change feed', error })
    // It comes back with its last revision.
    reader.drop('the log could not be read')
  }

  return {
    async subscribe(
      since,
      { attend = nothingElse, whileAllowed = always, sight = wholeLog, writePast = null } = {},
    ) {
      const leave = options.enter()
      const start = await startOf(since).catch((error: unknown) => {
        leave()
        throw error
      })

      const pages = pagesFor(sight)
      const onGone = (reason: string | null) => {
        leave()
        readers.delete(reader)
        held.giveBack(reader)
        own.delete(pages)
        if (readers.size === 0) for (const one of shared.values()) one.forget()
        attendance.leave()
        unwatch()
        if (reason) observe({ kind: 'subscriber-dropped', reason })
        observe({ kind: 'subscriber-left' })
      }
      const reader = openReader(options.pace, onGone, writePast)
      readers.add(reader)
      observe({ kind: 'subscriber-joined' })
      const attendance = attend(reader.wake)
      const unwatch = whileAllowed(() => reader.end(reload))
      void serve(reader, start, attendance, { sight, pages }).catch((error: unknown) =>
        fail(reader, error),
      )
      return reader.stream
    },
    close() {
      closed = true
      clearInterval(heart)
      unlisten()
      for (const reader of readers) reader.end()
    },
  }
}
