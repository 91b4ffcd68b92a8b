import type { Call } from '../call.ts'
import { sendPieces } from './send-pieces.ts'

/** However slow a client is, it has so long; then it must have taken so much for each millisecond. */
const grantedMs = 10 * 60_000
const slowestBytesPerMs = 100

/**
 * Sends what is read from a snapshot of the database, which nobody may hold for ever. The pieces are
 * given away: their memory is freed when they are sent.
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
    pieces: atPace(pieces),
    close,
    release: freeMemory,
  })
}

/** What is smaller may share its memory with others. */
const leastFreed = 64 * 1024

/**
 * The garbage collector sees how small the object is and not what hangs on it: it would let many
 * megabytes pile up.
 */
function freeMemory({ buffer, byteOffset, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || byteLength < leastFreed) return
  // A page in the midst of an array goes without its opening bracket.
  const isAlone = byteOffset <= 1 && byteOffset + byteLength === buffer.byteLength
  if (isAlone) buffer.transfer(0)
}

async function* atPace(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const began = performance.now()
  let taken = 0
  for await (const piece of pieces) {
    taken += piece.length
    yield piece
    if (performance.now() - began > grantedMs + taken / slowestBytesPerMs) {
      throw new Error('The client takes too little.')
    }
  }
}
