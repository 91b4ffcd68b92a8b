import { monitorEventLoopDelay } from 'node:perf_hooks'
import { metricText } from './prometheus-text.ts'

export interface ProcessMetrics {
  text: () => string
  close: () => void
}

const intervalMs = 20

export function processMetrics(): ProcessMetrics {
  let delays: ReturnType<typeof monitorEventLoopDelay> | null = null

  /** Since the last time it was asked. Measuring begins with the first, and costs nothing before. */
  function delayNow(): number {
    if (delays === null) {
      delays = monitorEventLoopDelay({ resolution: intervalMs })
      delays.enable()
      return 0
    }
    // Node measures from one timer to the next, so a loop that is never late shows the interval.
    const lateMs = delays.percentile(99) / 1e6 - intervalMs
    delays.reset()
    return Math.max(0, lateMs / 1000)
  }

  return {
    text() {
      const { user, system } = process.cpuUsage()
      const resident = process.memoryUsage.rss()
      return [
        gauge('process_resident_memory_bytes', 'Memory that the process holds.', resident),
        counter('process_cpu_seconds_total', 'CPU time of the process.', (user + system) / 1e6),
        gauge('process_uptime_seconds', 'Time since the process began.', process.uptime()),
        gauge(
          'nodejs_eventloop_lag_p99_seconds',
          'Of 100 timers, 99 were at most so late, since the last scrape.',
          delayNow(),
        ),
      ].join('')
    },
    close() {
      delays?.disable()
    },
  }
}

function gauge(name: string, help: string, value: number): string {
  return metricText('gauge', name, help, [{ value }])
}

function counter(name: string, help: string, value: number): string {
  return metricText('counter', name, help, [{ value }])
}
