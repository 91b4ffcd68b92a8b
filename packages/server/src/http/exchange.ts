import type { ServerResponse } from 'node:http'
import type { Peers } from '../auth/peers.ts'
import type { Context } from '../context.ts'
import type { Observe } from '../observe/observation.ts'
import type { Ballast } from '../ports/ballast.ts'
import type { Address } from './address.ts'
import type { CrossOrigin } from './cross-origin.ts'
import type { Gate } from './gate.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Route } from './route.ts'
import type { Match } from './router.ts'
import type { Arrived } from './wire/incoming-body.ts'

/** What the API is made of. */
export interface AppParts extends Omit<
  Context,
  'workspace' | 'principal' | 'origin' | 'address' | 'step' | 'asker' | 'budget'
> {
  routes: readonly Route[]
  gate: Gate
  base: string
  limits: { body: number; depth: number }
  crossOrigin: CrossOrigin
  peers: Peers
  /** Where proxies have the disk; `null`: nowhere. */
  accel: string | null
  /** `null` where nothing is counted. */
  rateLimits: RateLimits | null
  /** `null` where no disk of ours has the data. */
  ballast: Ballast | null
  observe: Observe
}

/** A request from its arrival to its answer. */
export interface Exchange extends Arrived {
  id: string
  outgoing: ServerResponse | null
  url: string
  address: Address
  /** Headers every answer carries. */
  headers: Record<string, string>
  match: Match | null
  /** Lets the workspace go that the request is for. */
  release: () => void
}
