import { answerText } from '../wire/answer.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'

export function metricsRoute(text: () => string): Route[] {
  return [
    route({
      method: 'GET',
      path: '/metrics',
      scope: 'server',
      group: 'Server',
      summary: 'Read the metrics, for Prometheus',
      answer: { type: 'text/plain', description: 'Metrics in the text format of Prometheus.' },
      errors: [],
      handle: (call) =>
        answerText(call, text(), { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
    }),
  ]
}
