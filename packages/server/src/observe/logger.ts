import { inspect, styleText } from 'node:util'
import { describeError } from './describe-error.ts'
import { logLevels } from './observation.ts'
import type { LogLevel, Observation, Observe, RequestObservation } from './observation.ts'

export interface LoggerOptions {
  level: LogLevel
  /** For a terminal; else every line is JSON. */
  pretty: boolean
  /** Gets whole lines. It must be done with them when it returns, or the last ones are lost at exit. */
  write: (lines: string) => void
}

export interface Logger {
  observe: Observe
  /** Writes what has been collected. To be called at exit, which does not wait for it. */
  flush: () => void
}

/** So long a line may wait for others. */
const timeoutMs = 20

export function openLogger({ level, pretty, write }: LoggerOptions): Logger {
  const threshold = logLevels.indexOf(level)
  const lineOf = pretty ? prettyLine : jsonLines()
  let lines = ''
  let scheduled: NodeJS.Timeout | null = null

  function flush(): void {
    if (scheduled) clearTimeout(scheduled)
    scheduled = null
    if (lines === '') return
    const written = lines
    lines = ''
    write(written)
  }

  return {
    observe(observation) {
      if (logLevels.indexOf(levelOf(observation)) < threshold) return
      lines += `${lineOf(observation)}\n`
      // One write for many requests costs a fraction of one write each.
      scheduled ??= setTimeout(flush, timeoutMs).unref()
    },
    flush,
  }
}

function jsonLines(): (observation: Observation) => string {
  let [ms, written] = [0, '']
  return (observation) => {
    const now = Date.now()
    // Many lines are of one millisecond.
    if (now !== ms) [ms, written] = [now, new Date(now).toISOString()]
    if (observation.kind === 'request') return requestLine(observation, written)
    return JSON.stringify({ time: written, ...recordOf(observation) })
  }
}

/** The same as any other line, put together by hand: it is written for every request. */
function requestLine(request: RequestObservation, time: string): string {
  const { requestId, method, path, route, status, ms } = request
  return (
    `{"time":"${time}","level":"${levelOf(request)}","msg":"request",` +
    `"requestId":"${requestId}","method":${JSON.stringify(method)},"path":${JSON.stringify(path)},` +
    `"route":"${route}","status":${status},"ms":${ms.toFixed(3)}}`
  )
}

const colours = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const

/** A short line for a person at a terminal; only a failure takes more, for its stack. */
function prettyLine(observation: Observation): string {
  const clock = styled('gray', new Date().toTimeString().slice(0, 8))
  const colour = colours[levelOf(observation)]

  switch (observation.kind) {
    case 'request': {
      const { method, path, status, ms } = observation
      const shown = styled(status < 400 || status >= 500 ? colour : 'yellow', String(status))
      return `${clock} ${shown} ${method} ${visible(path)} ${styled('gray', `${ms.toFixed(1)} ms`)}`
    }
    case 'failure': {
      const { requestId, where, error } = observation
      const request = requestId === null ? '' : ` in request ${visible(requestId)}`
      return `${clock} ${styled(colour, `failure in ${where}`)}${request}\n${inspect(error)}`
    }
    default: {
      const { level, msg, ...fields } = recordOf(observation)
      const rest = Object.entries(fields).map(
        ([name, value]) => ` ${name}=${visible(String(value))}`,
      )
      return `${clock} ${styled(colours[level], visible(msg))}${rest.join('')}`
    }
  }
}

function styled(colour: Parameters<typeof styleText>[0], text: string): string {
  // The stream tells whether colours are wanted there (terminal, NO_COLOR).
  return styleText(colour, text, { stream: process.stderr })
}

/** Clients choose some of the text; none of it may move the cursor of the one who reads. */
function visible(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

interface LogRecord {
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

function levelOf(observation: Observation): LogRecord['level'] {
  if (observation.kind !== 'request' || observation.status < 500) return levels[observation.kind]
  // Not yet, or not now: whoever asks again in a moment is answered.
  return observation.status === 503 ? 'warn' : 'error'
}

/** What goes into the log, in the order in which it is written. */
function recordOf(observation: Observation): LogRecord {
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
