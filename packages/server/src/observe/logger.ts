import { isoTime } from '../iso-time.ts'
import { logLevels } from './log-level.ts'
import { levelOf, recordOf } from './log-record.ts'
import { prettyLine } from './pretty-line.ts'
import type { LogLevel } from './log-level.ts'
import type { Observation, Observe, RequestObservation } from './observation.ts'

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
const patienceMs = 20

export function openLogger({ level, pretty, write }: LoggerOptions): Logger {
  const threshold = logLevels.indexOf(level)
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
      const time = new Date()
      lines += `${pretty ? prettyLine(observation, time) : jsonLine(observation, time)}\n`
      // One write for many requests costs a fraction of one write each.
      scheduled ??= setTimeout(flush, patienceMs).unref()
    },
    flush,
  }
}

function jsonLine(observation: Observation, time: Date): string {
  if (observation.kind === 'request') return requestLine(observation, time)
  return JSON.stringify({ time: time.toISOString(), ...recordOf(observation) })
}

/** The same as any other line, put together by hand: it is written for every request. */
function requestLine(request: RequestObservation, time: Date): string {
  const { requestId, method, path, route, status, ms } = request
  return (
    `{"time":"${isoTime(time)}","level":"${levelOf(request)}","msg":"request",` +
    `"requestId":"${requestId}","method":${JSON.stringify(method)},"path":${JSON.stringify(path)},` +
    `"route":"${route}","status":${status},"ms":${ms.toFixed(3)}}`
  )
}
