import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import type { Visitor } from './visitor.ts'
import type { PlainRequest } from '../auth/plain-request.ts'

/** One request on its way through a route. */
export interface Call {
  context: Context
  /** Who asks; `null` where nobody is known, of an address that is for everybody. */
  visitor: Visitor | null
  request: PlainRequest
  /** What the request was made from, where it came over a socket of ours. */
  incoming: IncomingMessage | null
  /** What the answer goes to, if so. */
  outgoing: ServerResponse | null
  /**
   * The address as it was sent, but for a token in it: `..` is not resolved where the request came over our socket.
   */
  url: string
  /** Where a proxy that this came through has the disk among its own addresses; `null`: it has not, or there is none. */
  accel: string | null
  /**
   * Throws where whoever asks may not do any more what they might when they came: a body that is read by a route
   * may take its time.
   */
  refuseLapsed: () => Promise<void>
}
