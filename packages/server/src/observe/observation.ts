/** Everything worth noticing. Logger and metrics decide what to make of it. */
export type Observation =
  | RequestObservation
  | { kind: 'failure'; requestId: string | null; where: string; error: unknown }
  | { kind: 'commit'; transactions: number; ms: number }
  | { kind: 'subscriber-joined' }
  | { kind: 'subscriber-left' }
  | { kind: 'subscriber-dropped'; reason: string }
  | { kind: 'started'; address: string }
  | { kind: 'stopping'; signal: string }
  | { kind: 'note'; message: string }

export type Observe = (observation: Observation) => void

/** A request that was answered. `requestId` has only letters, digits, dots and hyphens. */
export interface RequestObservation {
  kind: 'request'
  requestId: string
  method: string
  path: string
  route: string
  status: number
  ms: number
}

/** From the least important to nothing at all: a logger writes its own level and those after it. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]
