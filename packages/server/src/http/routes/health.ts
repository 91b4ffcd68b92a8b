import { Health, Liveness } from '@triptych/contract/health'
import { answerJson } from '../wire/answer.ts'
import type { Route } from '../route.ts'
import { route } from '../route.ts'
import type { Call } from '../route.ts'

interface HealthParts {
  version: string
  ready: () => Promise<boolean>
}

export function health({ version, ready }: HealthParts): Route[] {
  return [
    {
      ...route({
        method: 'GET',
        path: '/health',
        scope: 'server',
        group: 'Server',
        summary: 'Tell whether the server is ready for requests',
        answer: Health,
        errors: [],
        handle: answerHealth,
      }),
      otherStatuses: { 503: 'Alive, but not ready.' },
    },
    route({
      method: 'GET',
      path: '/health/live',
      scope: 'server',
      group: 'Server',
      summary: 'Tell whether the server is alive',
      answer: Liveness,
      errors: [],
      handle: answerLiveness,
    }),
  ]

  /** To start the server anew helps neither a database that is away nor a server that stops. */
  function answerLiveness(call: Call): Response {
    const liveness: Liveness = { live: true, version }
    return answerJson(call, liveness)
  }

  async function answerHealth(call: Call): Promise<Response> {
    const health: Health = { live: true, ready: await isReady(), version }
    const answer = answerJson(call, health)
    return health.ready
      ? answer
      : new Response(answer.body, { status: 503, headers: answer.headers })
  }

  async function isReady(): Promise<boolean> {
    try {
      return await ready()
    } catch {
      return false
    }
  }
}
