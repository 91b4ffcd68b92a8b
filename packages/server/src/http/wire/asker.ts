import type { Asker } from '../../asker.ts'
import type { Peers } from '../../auth/peers.ts'
import type { IncomingMessage } from 'node:http'

export function askerOf(request: Request, incoming: IncomingMessage | null, peers: Peers): Asker {
  return {
    client: peers.clientOf(incoming) ?? 'embedded',
    // Made when somebody really waits: most lists are answered out of memory.
    get signal() {
      return request.signal
    },
  }
}
