import type { Call } from '../call.ts'
import { freeMemory } from './free-memory.ts'
import { sendPieces } from './send-pieces.ts'
import type { Pieces } from './send-pieces.ts'

/** However slow a client is, it has so long; then it must have taken so much for each millisecond. */
const grantedMs = 2 * 60_000
const slowestBytesPerMs = 20
const checkEachMs = 10_000

/**
 * Sends what is read from a snapshot of the database. What the client does not take lies on disk, and nobody may hold
 * that for ever. The pieces are given away: their memory is freed when they are sent.
 */
export function streamBody(
  call: Call,
  pieces: AsyncIterableIterator<Uint8Array>,
): ReadableStream<Uint8Array> {
  const close = async () => void (await pieces.return?.())
  if (call.request.method === 'HEAD') {
    void close().catch(() => {})
    return new Blob([]).stream()
  }
  return sendPieces(call, {
    ...atPace(call, pieces, close),
    release: freeMemory,
  })
}

/** Cuts off who takes too little, also in the midst of a piece. */
export function atPace(
  { outgoing }: Call,
  pieces: AsyncIterable<Uint8Array>,
  close: () => Promise<void>,
): Pick<Pieces, 'pieces' | 'close'> {
  const began = performance.now()
  let taken = 0
  const timer = setInterval(() => {
    if (performance.now() - began > grantedMs + taken / slowestBytesPerMs) outgoing?.destroy()
  }, checkEachMs).unref()

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      taken += piece.length
      yield piece
    }
  }
  return {
    pieces: counted(),
    close() {
      clearInterval(timer)
      return close()
    },
  }
}
