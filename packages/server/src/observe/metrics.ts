import { histogram } from './histogram.ts'
import type { Observation, Observe } from './observation.ts'
import { processMetrics } from './process-metrics.ts'
import { metricText } from './prometheus-text.ts'
import { requestMetrics } from './request-metrics.ts'

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
