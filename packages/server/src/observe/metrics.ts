import type { Observation, Observe } from './observation.ts'
import { processMetrics } from './process-metrics.ts'
import { metricText, numberText } from './prometheus-text.ts'
import type { Sample } from './prometheus-text.ts'

export interface Metrics {
  observe: Observe
  /** Everything so far, in the text format of Prometheus. */
  text: () => string
  close: () => void
}

export function openMetrics(): Metrics {
  const requests = requestMetrics()
  const ofProcess = processMetrics()
  const commitSeconds = histogram()
  let commits = 0
  let transactions = 0
  let subscribers = 0
  let dropped = 0
  let failures = 0

  function observe(observation: Observation): void {
    if (observation.kind === 'request') requests.add(observation)
    else if (observation.kind === 'commit') {
      commits++
      transactions += observation.transactions
      commitSeconds.add(observation.ms / 1000)
    } else if (observation.kind === 'subscriber-joined') subscribers++
    else if (observation.kind === 'subscriber-left') subscribers--
    else if (observation.kind === 'subscriber-dropped') dropped++
    else if (observation.kind === 'failure') failures++
  }

  function text(): string {
    return [
      requests.text(),
      counter('triptych_commits_total', 'Commits to the databases.', commits),
      counter('triptych_transactions_total', 'Transactions in these commits.', transactions),
      metricText(
        'histogram',
        'triptych_commit_duration_seconds',
        'Time that a commit took, with all its transactions.',
        commitSeconds.samples(),
      ),
      metricText('gauge', 'triptych_event_subscribers', 'Readers of /events.', [
        { value: subscribers },
      ]),
      counter(
        'triptych_event_subscribers_dropped_total',
        'Readers of /events that had to be cut off.',
        dropped,
      ),
      counter('triptych_failures_total', 'Failures that are in the log.', failures),
      ofProcess.text(),
    ].join('')
  }

  return { observe, text, close: ofProcess.close }
}

function counter(name: string, help: string, value: number): string {
  return metricText('counter', name, help, [{ value }])
}

type Answered = Extract<Observation, { kind: 'request' }>

interface RequestMetrics {
  add(request: Answered): void
  text(): string
}

/** All requests of one method to one route. */
interface Series {
  labels: { method: string; route: string }
  byStatus: Map<number, number>
  seconds: Histogram
}

// Every series costs memory here and in the scraper, so nothing that a client makes up becomes one.
const methods: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS'.split(' '))

const maxRoutes = 200

const other = 'other'

function requestMetrics(): RequestMetrics {
  const byRoute = new Map<string, Map<string, Series>>()

  function boundedSeries(request: Answered): Series {
    const isListed = byRoute.has(request.route) || byRoute.size < maxRoutes
    const route = isListed ? request.route : other
    const method = methods.has(request.method) ? request.method : other
    const byMethod = byRoute.get(route) ?? new Map<string, Series>()
    byRoute.set(route, byMethod)
    const series = byMethod.get(method) ?? newSeries(method, route)
    byMethod.set(method, series)
    return series
  }

  return {
    add(request) {
      const { byStatus, seconds } =
        byRoute.get(request.route)?.get(request.method) ?? boundedSeries(request)
      byStatus.set(request.status, (byStatus.get(request.status) ?? 0) + 1)
      seconds.add(request.ms / 1000)
    },
    text() {
      const all = [...byRoute.values()].flatMap((byMethod) => [...byMethod.values()])
      const counts = all.flatMap(({ labels, byStatus }) =>
        [...byStatus].map(([status, value]) => ({
          labels: { ...labels, status: String(status) },
          value,
        })),
      )
      const durations = all.flatMap(({ labels, seconds }) => seconds.samples(labels))
      return (
        metricText('counter', 'triptych_requests_total', 'Requests answered.', counts) +
        metricText(
          'histogram',
          'triptych_request_duration_seconds',
          'Time until the answer was ready to be sent.',
          durations,
        )
      )
    },
  }
}

function newSeries(method: string, route: string): Series {
  return { labels: { method, route }, byStatus: new Map(), seconds: histogram() }
}

/** How long things took, as counts of those that took at most so long. */
interface Histogram {
  add(seconds: number): void
  samples(labels?: Record<string, string>): Sample[]
}

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function histogram(): Histogram {
  const counts = new Float64Array(bounds.length + 1)
  let sum = 0

  return {
    add(seconds) {
      let bucket = 0
      while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++
      counts[bucket]!++
      sum += seconds
    },
    samples(labels = {}) {
      let count = 0
      const buckets = [...bounds, Infinity].map((bound, index): Sample => {
        count += counts[index]!
        return { suffix: '_bucket', labels: { ...labels, le: numberText(bound) }, value: count }
      })
      return [
        ...buckets,
        { suffix: '_sum', labels, value: sum },
        { suffix: '_count', labels, value: count },
      ]
    },
  }
}
