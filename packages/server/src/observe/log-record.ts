import { describeError } from './describe-error.ts'
import type { LogLevel } from './log-level.ts'
import type { Observation } from './observation.ts'

export interface LogRecord {
  level: Exclude<LogLevel, 'silent'>
  msg: string
  [field: string]: unknown
}

const levels: Record<Observation['kind'], LogRecord['level']> = {
  request: 'info',
  failure: 'error',
  'subscriber-dropped': 'warn',
  stopping: 'info',
  note: 'info',
  // The line on stdout says the address already.
  started: 'debug',
  commit: 'debug',
  'subscriber-joined': 'debug',
  'subscriber-left': 'debug',
}

export function levelOf(observation: Observation): LogRecord['level'] {
  const isServerError = observation.kind === 'request' && observation.status >= 500
  return isServerError ? 'error' : levels[observation.kind]
}

/** What goes into the log, in the order in which it is written. */
export function recordOf(observation: Observation): LogRecord {
  const level = levelOf(observation)
  switch (observation.kind) {
    case 'request': {
      const { requestId, method, path, route, status, ms } = observation
      return { level, msg: 'request', requestId, method, path, route, status, ms: rounded(ms) }
    }
    case 'failure': {
      const { requestId, where, error } = observation
      return { level, msg: 'failure', requestId, where, error: describeError(error) }
    }
    case 'note':
      return { level, msg: observation.message }
    case 'commit':
      return {
        level,
        msg: 'commit',
        transactions: observation.transactions,
        ms: rounded(observation.ms),
      }
    default: {
      const { kind, ...fields } = observation
      return { level, msg: kind, ...fields }
    }
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
