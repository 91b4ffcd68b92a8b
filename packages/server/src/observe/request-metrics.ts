import { histogram } from './histogram.ts'
import type { Histogram } from './histogram.ts'
import type { Observation } from './observation.ts'
import { metricText } from './prometheus-text.ts'

type Answered = Extract<Observation, { kind: 'request' }>

export interface RequestMetrics {
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

export function requestMetrics(): RequestMetrics {
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
