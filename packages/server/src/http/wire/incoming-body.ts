import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'

/** A request, and the message it was made from when it came over a socket of ours. */
export interface Arrived {
  request: Request
  incoming: IncomingMessage | null
}

/** A client that sends nothing for so long, while its body is waited for, is cut off. */
const bodyTimeoutMs = 60_000

/** The bytes of a body as they arrive. A reader who leaves early leaves the connection as it is. */
export function bodyPieces({ incoming, request }: Arrived): AsyncGenerator<Uint8Array> {
  return incoming ? messagePieces(incoming) : streamPieces(request.body)
}

/** Cuts the connection off when nothing has arrived for too long. */
export function watchBody(incoming: IncomingMessage): { arrived: () => void; stop: () => void } {
  let timer = start()

  function cut(): void {
    incoming.destroy(new Error('The client sends nothing.'))
  }
  function start(): NodeJS.Timeout {
    return setTimeout(cut, bodyTimeoutMs).unref()
  }
  function stop(): void {
    clearTimeout(timer)
  }
  function arrived(): void {
    stop()
    timer = start()
  }
  return { arrived, stop }
}

async function* messagePieces(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  // Ending the message would end the connection, and the client would never see an answer.
  const pieces = incoming.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      // Only while we wait: what our own disk takes is no fault of the client.
      const watch = watchBody(incoming)
      const { done, value } = await pieces.next().finally(watch.stop)
      if (done) return
      yield value as Buffer
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
