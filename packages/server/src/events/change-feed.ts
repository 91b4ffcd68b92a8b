import { refuseFuture } from '../domain/changes/list-changes.ts'
import { AppError } from '../errors.ts'
import type { Observe } from '../observe/observation.ts'
import type { LogEntry } from '../ports/change-log.ts'
import type { Database } from '../ports/database.ts'

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

/** One reader of the feed, as a stream of server-sent events. */
interface Subscriber {
  stream: ReadableStream<Uint8Array>
  /** The newest revision it was sent. */
  position(): number
  /** Sends what it does not have yet. */
  send(entries: readonly LogEntry[]): void
  /** Sends something that is not of the log, as the lines of a server-sent event. */
  tell(message: string): void
  /** Drops a reader that does not take what it is sent, before it eats the memory. */
  dropIfBehind(): void
  /** Resolves when the reader can take more, or is gone. */
  drained(): Promise<void>
  /** Something to keep the connection alive. */
  beat(): void
  isOpen(): boolean
  /** Breaks the stream, so that the reader comes back with its last revision. */
  drop(reason: string): void
  /** Ends the stream in peace; the reader may find another server. */
  end(): void
}

/** How soon readers come back: to a server that may be down, and to one that may take the place of this. */
const retryMs = { lost: 1000, ended: 100 }

function openSubscriber(
  since: number,
  maxBehindBytes: number,
  onGone: (reason: string | null) => void,
): Subscriber {
  const encoder = new TextEncoder()
  let position = since
  let open = true
  let wake: (() => void) | null = null
  let controller: ReadableStreamDefaultController<Uint8Array>

  const stream = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
        // Sent at once: it opens the stream for proxies, and asks clients to come back quickly.
        controller.enqueue(encoder.encode(retry(retryMs.lost)))
      },
      pull: () => wake?.(),
      cancel: () => gone(null),
    },
    { highWaterMark: 64 * 1024, size: (chunk) => chunk.byteLength },
  )

  function gone(reason: string | null): void {
    if (!open) return
    open = false
    wake?.()
    onGone(reason)
  }

  function drop(reason: string): void {
    if (!open) return
    gone(reason)
    controller.error(new Error(reason))
  }

  function dropIfBehind(): void {
    if (open && (controller.desiredSize ?? 0) < -maxBehindBytes) drop('the reader is too slow')
  }

  function write(text: string): void {
    if (!open || text === '') return
    controller.enqueue(encoder.encode(text))
  }

  return {
    stream,
    position: () => position,
    send(entries) {
      let text = ''
      for (const { revision, json } of entries) {
        if (revision <= position) continue
        text += `id: ${revision}\ndata: ${json}\n\n`
        position = revision
      }
      write(text)
    },
    tell(message) {
      write(message)
      dropIfBehind()
    },
    dropIfBehind,
    async drained() {
      while (open && (controller.desiredSize ?? 0) <= 0) {
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    beat: () => write(':\n\n'),
    isOpen: () => open,
    drop,
    end() {
      if (!open) return
      write(retry(retryMs.ended))
      gone(null)
      controller.close()
    },
  }
}

function retry(ms: number): string {
  return `retry: ${ms}\n\n`
}
