import type { LogEntry } from '../ports/change-log.ts'

/** One reader of the feed, as a stream of server-sent events. */
export interface Subscriber {
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

export function openSubscriber(
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
