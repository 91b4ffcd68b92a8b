import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { Release } from '../../ports/storage.ts'
import { freeMemory } from './free-memory.ts'
import type { PlainRequest } from '../../auth/plain-request.ts'

/** A request, and the message it was made from when it came over a socket of ours. */
export interface Arrived {
  request: PlainRequest
  incoming: IncomingMessage | null
}

/**
 * A client that sends nothing for so long, while its body is waited for, is cut off, and so is one for which was waited as
 * long in all and longer than a slow line takes.
 */
const bodyTimeoutMs = 60_000
const slowestBytesPerMs = 1

/** The bytes of a body as they arrive. A reader who leaves early leaves the connection as it is. */
export function bodyPieces({ incoming, request }: Arrived): AsyncGenerator<Uint8Array> {
  return incoming ? messagePieces(incoming) : streamPieces(request.body)
}

/** What becomes of pieces that are used up. Memory that did not come from a socket may be somebody's, who looks at it again. */
export function releaseOf({ incoming }: Arrived): Release | undefined {
  return incoming?.socket instanceof Socket ? freeMemory : undefined
}

/** Cuts the connection off when nothing has arrived for too long, or too little. */
export function watchBody(incoming: IncomingMessage): BodyWatch {
  let [bytes, waited, since] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined

  function cut(): void {
    incoming.destroy(new Error('The client sends nothing.'))
  }
  return {
    waits() {
      since = performance.now()
      const left = bodyTimeoutMs + bytes / slowestBytesPerMs - waited
      timer = setTimeout(cut, Math.min(bodyTimeoutMs, left)).unref()
    },
    arrived(count) {
      clearTimeout(timer)
      bytes += count
      waited += performance.now() - since
    },
    stop: () => clearTimeout(timer),
  }
}

export interface BodyWatch {
  /** From now on it is for the client to send: what our own disk takes is no fault of his. */
  waits: () => void
  arrived: (bytes: number) => void
  stop: () => void
}

/** A short body comes with its headers: then there is nothing to listen to, and no time to be kept. */
export function arrivedWhole(incoming: IncomingMessage): Uint8Array | null {
  if (incoming.readableLength !== Number(incoming.headers['content-length'])) return null
  const pieces: Buffer[] = []
  // One piece each time, or all that is there: that depends on the version of Node.
  for (let piece = read(incoming); piece; piece = read(incoming)) pieces.push(piece)
  // Its end is to be read, too.
  incoming.resume()
  return pieces.length > 1 ? Buffer.concat(pieces) : (pieces[0] ?? null)
}

function read(incoming: IncomingMessage): Buffer | null {
  return incoming.read() as Buffer | null
}

async function* messagePieces(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  const whole = arrivedWhole(incoming)
  if (whole) {
    yield whole
    return
  }
  // Ending the message would end the connection, and the client would never see an answer.
  const pieces = incoming.iterator({ destroyOnReturn: false })
  const watch = watchBody(incoming)
  try {
    for (;;) {
      watch.waits()
      const { done, value } = await pieces.next().finally(watch.stop)
      if (done) return
      const piece = value as Buffer
      watch.arrived(piece.length)
      yield piece
      // As long as more has arrived nothing here waits for anything: others get their turn now.
      await setImmediate()
    }
  } finally {
    await pieces.return?.()
  }
}

async function* streamPieces(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body) yield* body.values({ preventCancel: true })
}
