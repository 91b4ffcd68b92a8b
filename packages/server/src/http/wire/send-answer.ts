import type { ServerResponse } from 'node:http'
import type { Answer } from './reply.ts'

/**
 * Sends it over a socket of ours. A stream goes as the client takes it: what is answered then resolves at its end, and
 * rejects where it could not be made up to there.
 */
export function sendAnswer(
  outgoing: ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> | null {
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers)
    return sendStream(outgoing, body)
  }
  if (body !== null) {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
    headers['content-length'] = String(length)
  }
  outgoing.writeHead(status, headers)
  outgoing.end(body)
  return null
}

async function sendStream(
  outgoing: ServerResponse,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const reader = body.getReader()
  const giveUp = (): void => void reader.cancel().catch(() => {})
  if (outgoing.closed) return giveUp()
  outgoing.once('close', giveUp)
  // Those who write past the stream wait for that.
  outgoing.flushHeaders()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!outgoing.write(value) && !outgoing.closed) await untilTaken(outgoing)
    }
    outgoing.end()
  } catch (error) {
    if (outgoing.destroyed) return
    // The client must not take for whole what is not.
    outgoing.destroy()
    throw error
  } finally {
    outgoing.off('close', giveUp)
  }
}

/** Until there is room again, or nobody who takes it. */
function untilTaken(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    function go(): void {
      outgoing.off('drain', go).off('close', go)
      resolve()
    }
    outgoing.on('drain', go).on('close', go)
  })
}
