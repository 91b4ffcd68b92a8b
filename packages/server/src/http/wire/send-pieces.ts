import type { Call } from '../call.ts'
import { writePieces } from './write-pieces.ts'

/** A client that takes nothing for so long is cut off. */
const timeoutMs = 120_000

/** Bytes for the body of an answer, and what is to be done once nobody wants them any more. */
export interface Pieces {
  pieces: AsyncGenerator<Uint8Array>
  close: () => Promise<void>
  /** Gets each piece once it is sent and nobody reads it any more, where that can be known. */
  release?: (piece: Uint8Array) => void
}

/**
 * A body that is read as the client takes it. `close` is called once, whatever
 * happens: the end, an error, a client who goes away or takes nothing.
 */
export function sendPieces(
  call: Call,
  { pieces, close, release }: Pieces,
): ReadableStream<Uint8Array> {
  const { outgoing } = call
  const { signal } = call.request
  const stall = watchTaking(call, () => void end())
  let ended: Promise<void> | null = null

  function end(): Promise<void> {
    ended ??= (async () => {
      stall.stop()
      signal.removeEventListener('abort', onAbort)
      await pieces.return(undefined).catch(() => {})
      await close()
    })()
    return ended
  }
  // A client who left before the first byte: then nobody reads this stream, nor cancels it.
  function onAbort(): void {
    void end().catch(() => {})
  }
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          stall.taken()
          if (release && outgoing?.headersSent) {
            await writePieces(outgoing, pieces, release)
          } else {
            const { done, value } = await pieces.next()
            if (!done) return controller.enqueue(value)
          }
          await end()
          controller.close()
        } catch (error) {
          await end()
          throw error
        }
      },
      cancel: end,
    },
    // Nothing is to be on its way here when the pieces are written past it.
    { highWaterMark: release && outgoing ? 0 : 1 },
  )
}

/** Node itself sees whether a socket takes a little; elsewhere only a whole piece is seen. */
function watchTaking({ incoming }: Call, giveUp: () => void): { taken(): void; stop(): void } {
  if (incoming) {
    incoming.socket.setTimeout(timeoutMs)
    return { taken: () => {}, stop: () => {} }
  }
  const timer = setTimeout(giveUp, timeoutMs).unref()
  return { taken: () => void timer.refresh(), stop: () => clearTimeout(timer) }
}
