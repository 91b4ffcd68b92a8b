import type { Asker } from '../../asker.ts'
import type { IncomingMessage } from 'node:http'

/** Only told apart, never trusted: a proxy on this machine says behind the last comma for whom it asks. */
export function askerOf(request: Request, incoming: IncomingMessage | null): Asker {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  const client = forwarded || (incoming?.socket.remoteAddress ?? 'embedded')
  return {
    client,
    // Made when somebody really waits: most lists are answered out of memory.
    get signal() {
      return request.signal
    },
  }
}
