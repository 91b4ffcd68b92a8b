import type { Pace } from '../concurrency/pace.ts'
import { AppError } from '../errors.ts'

/** One reader of the events of a workspace, as a stream of server-sent events. */
export interface Reader {
  stream: ReadableStream<Uint8Array>
  isOpen(): boolean
  /** Resolves when the reader has taken all it was sent and asks for more, or is gone. */
  asking(): Promise<void>
  /** Resolves when it has all but the last of it in hand, or is gone. Nothing else may be sent meanwhile. */
  send(pieces: readonly Uint8Array[]): Promise<void>
  /** Resolves when there may be something to send, or the reader is gone; at once where that was so before. */
  news(): Promise<void>
  /** There may be something to send. */
  wake: () => void
  /** Whether it has not taken what it was sent in all the time that this takes even over a poor line. */
  isStalled(): boolean
  /** Breaks the stream, so that the reader comes back with its last revision. */
  drop(reason: string): void
  /** Ends the stream in peace, with a last message if there is one; the reader may find another server. */
  end(message?: Uint8Array): void
}

/**
 * Writes to the connection itself, and calls `taken` when it has taken that and may get more. `false`: not yet, it goes
 * through the stream.
 */
export type WritePast = (piece: Uint8Array, taken: () => void) => boolean

/** How soon readers come back: to a server that may be down, and to one that may take the place of this. */
const retryMs = { lost: 1000, ended: 100 }

/** A connection gets so much at once, so that a thousand of them do not hold up the others. */
const sliceBytes = 64 * 1024

/** Whoever has not taken that in so long is cut off. */
const patienceMs = 30_000

/**
 * `onGone` is called once, with why where it was dropped. With `writePast` the stream is only its beginning and its end:
 * for hundreds of readers what goes through it takes longer than all else that is done for them.
 */
export function openReader(
  pace: Pace,
  onGone: (reason: string | null) => void,
  writePast: WritePast | null = null,
): Reader {
  const encoder = new TextEncoder()
  let isOpen = true
  let isAsking = false
  /** All that went into the stream was taken out of it, and somebody waits for more. */
  let isEmptied = false
  let hasNews = false
  /** In the midst of a message nothing else can be said. */
  let isInMessage = false
  let deadline = Infinity
  let asked: (() => void) | null = null
  let woken: (() => void) | null = null
  let controller: ReadableStreamDefaultController<Uint8Array>

  const stream = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
        // Sent at once: it opens the stream for proxies, and asks clients to come back quickly.
        enqueue(encoder.encode(retry(retryMs.lost)))
      },
      pull() {
        isEmptied = true
        taken()
      },
      cancel: () => gone(null),
    },
    // It is asked for more only when the connection has taken everything: nothing piles up here.
    { highWaterMark: 0 },
  )

  function taken(): void {
    isAsking = true
    deadline = Infinity
    asked?.()
  }

  function enqueue(piece: Uint8Array): void {
    isAsking = false
    if (deadline === Infinity) deadline = performance.now() + patienceMs
    if (isEmptied && writePast?.(piece, taken)) return
    isEmptied = false
    controller.enqueue(piece)
  }

  async function asking(): Promise<void> {
    if (isOpen && !isAsking) await new Promise<void>((resolve) => (asked = resolve))
  }

  function wake(): void {
    hasNews = true
    woken?.()
  }

  function gone(reason: string | null): void {
    if (!isOpen) return
    isOpen = false
    asked?.()
    wake()
    onGone(reason)
  }

  return {
    stream,
    isOpen: () => isOpen,
    asking,
    async send(pieces) {
      for (const slice of pieces.flatMap(slices)) {
        await asking()
        await pace.turn(slice.length)
        if (!isOpen) return
        isInMessage = true
        enqueue(slice)
      }
      isInMessage = false
    },
    async news() {
      if (!hasNews) await new Promise<void>((resolve) => (woken = resolve))
      hasNews = false
    },
    wake,
    isStalled: () => performance.now() > deadline,
    drop(reason) {
      if (!isOpen) return
      gone(reason)
      // No fault of whoever sends the stream: what there is to say of it was said.
      controller.error(new AppError('unavailable', reason))
    },
    end(message) {
      if (!isOpen) return
      if (!isInMessage) {
        if (message) enqueue(message)
        enqueue(encoder.encode(retry(retryMs.ended)))
      }
      gone(null)
      controller.close()
    },
  }
}

function retry(ms: number): string {
  return `retry: ${ms}\n\n`
}

function slices(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length <= sliceBytes) return [bytes]
  const count = Math.ceil(bytes.length / sliceBytes)
  return Array.from({ length: count }, (_, n) =>
    bytes.subarray(n * sliceBytes, (n + 1) * sliceBytes),
  )
}
