import type { Call } from './route.ts'
import { sendPieces } from './send-pieces.ts'

/** However slow a client is, it has so long; then it must have taken so much for each millisecond. */
const grantedMs = 10 * 60_000
const slowestBytesPerMs = 100

/** Sends what is read from a snapshot of the database, which nobody may hold for ever. */
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
    pieces: atPace(pieces),
    close,
  })
}

async function* atPace(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const began = performance.now()
  let taken = 0
  for await (const piece of pieces) {
    yield piece
    taken += piece.length
    if (performance.now() - began > grantedMs + taken / slowestBytesPerMs) {
      throw new Error('The client takes too little.')
    }
  }
}
