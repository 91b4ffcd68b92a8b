import type { Asker } from '../../asker.ts'
import type { Call } from '../call.ts'

/** Only told apart, never trusted: a proxy on this machine says behind the last comma for whom it asks. */
export function askerOf({ request, incoming }: Call): Asker {
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
