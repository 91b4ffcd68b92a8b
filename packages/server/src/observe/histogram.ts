import { numberText } from './prometheus-text.ts'
import type { Sample } from './prometheus-text.ts'

/** How long things took, as counts of those that took at most so long. */
export interface Histogram {
  add(seconds: number): void
  samples(labels?: Record<string, string>): Sample[]
}

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function histogram(): Histogram {
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
