import { authorise } from '../../auth/principal.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { replyBody } from '../wire/reply.ts'

const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }

export function metricsRoute(text: () => string): Route[] {
  return [
    route({
      method: 'GET',
      path: '/metrics',
      scope: 'server',
      group: 'Server',
      operationId: 'getMetrics',
      summary: 'Read the metrics, for Prometheus',
      description:
        'Requests, databases, drives and the process, counted since the start. With accounts it is for owners of the server.',
      answer: { type: 'text/plain', description: 'Metrics in the text format of Prometheus.' },
      errors: [],
      isUncounted: true,
      handle({ context }) {
        authorise(context.principal, 'metrics.read')
        return replyBody(text(), { headers })
      },
    }),
  ]
}
