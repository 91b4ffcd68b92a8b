import { refuseFuture } from '../domain/changes/list-changes.ts'
import { AppError } from '../errors.ts'
import type { Observe } from '../observe/observation.ts'
import type { LogEntry } from '../ports/change-log.ts'
import type { Database } from '../ports/database.ts'
import { openSubscriber } from './subscriber.ts'
import type { Subscriber } from './subscriber.ts'

/**
 * The log of one workspace as a stream for any number of readers. A reader is first served from
 * the log (backfill) until it has caught up with the feed, and from then on by the feed, which
 * reads each new entry once for all. Both go by revision, so none is lost and none comes twice.
 */
export interface ChangeFeed {
  /** From the entry after `since`, or from now on when it is `null`. */
  subscribe(since: number | null, attend?: Attend): Promise<ReadableStream<Uint8Array>>
  close(): void
}

/** Called when the stream is open, with a way to send more into it; what it answers is called when it is over. */
export type Attend = (tell: (message: string) => void) => () => void

const pageEntries = 100

export function changeFeed(
  database: Database,
  options: { heartbeatMs: number; maxBehindBytes: number; observe: Observe },
): ChangeFeed {
  const { observe } = options
  const subscribers = new Set<Subscriber>()
  const live = new Set<Subscriber>()
  /** Entries up to here have been handed to the live readers; without any it means nothing. */
  let position = 0
  let reading = false
  let newEntries = false
  let closed = false

  const heart = setInterval(() => {
    for (const subscriber of live) subscriber.beat()
  }, options.heartbeatMs).unref()
  const unlisten = database.onCommit(() => {
    newEntries = true
    if (!reading && live.size > 0) void readOn()
  })

  function entriesAfter(revision: number): Promise<LogEntry[]> {
    return database.read(({ changes }) => changes.since(revision, pageEntries))
  }

  async function readOn(): Promise<void> {
    reading = true
    try {
      while (newEntries) {
        newEntries = false
        for (
          let page = await entriesAfter(position);
          page.length > 0;
          page = await entriesAfter(position)
        ) {
          position = page.at(-1)?.revision ?? position
          for (const subscriber of live) {
            subscriber.send(page)
            subscriber.dropIfBehind()
          }
        }
      }
    } catch (error) {
      // A server that stops while it reads has not failed.
      const isStopping = error instanceof AppError && error.code === 'unavailable'
      if (!isStopping) observe({ kind: 'failure', requestId: null, where: 'change feed', error })
      // Whoever listens comes back with its last revision and is served from the log.
      for (const subscriber of subscribers) subscriber.drop('the log could not be read')
    } finally {
      reading = false
    }
  }

  async function serve(subscriber: Subscriber): Promise<void> {
    while (!hasCaughtUp(subscriber, await entriesAfter(subscriber.position()))) {
      await subscriber.drained()
    }
    if (newEntries && !reading) await readOn()
  }

  /** Nothing is awaited between the look at `position` and joining, so no entry slips through. */
  function hasCaughtUp(subscriber: Subscriber, page: LogEntry[]): boolean {
    if (!subscriber.isOpen()) return true
    subscriber.send(page)
    if (live.size === 0 && page.length === 0) position = subscriber.position()
    if (page.length > 0 || subscriber.position() < position) return false
    live.add(subscriber)
    return true
  }

  return {
    async subscribe(since, attend = () => () => {}) {
      const head = await database.read(({ changes }) => changes.head())
      if (closed) throw new AppError('unavailable', 'The server is stopping.')
      if (since !== null) refuseFuture(since, head)

      const subscriber = openSubscriber(since ?? head, options.maxBehindBytes, (reason) => {
        subscribers.delete(subscriber)
        live.delete(subscriber)
        leave()
        if (reason) observe({ kind: 'subscriber-dropped', reason })
        observe({ kind: 'subscriber-left' })
      })
      subscribers.add(subscriber)
      observe({ kind: 'subscriber-joined' })
      const leave = attend((message) => subscriber.tell(message))
      void serve(subscriber).catch(() => subscriber.drop('the log could not be read'))
      return subscriber.stream
    },
    close() {
      closed = true
      clearInterval(heart)
      unlisten()
      for (const subscriber of subscribers) subscriber.end()
    },
  }
}
