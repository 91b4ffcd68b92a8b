import { Health, Liveness } from '@triptych/contract/health'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { reply } from '../wire/reply.ts'

interface HealthParts {
  version: string
  ready: () => Promise<boolean>
}

const described = {
  method: 'GET',
  scope: 'server',
  group: 'Server',
  errors: [],
  forEverybody: true,
  isUncounted: true,
} as const

export function health({ version, ready }: HealthParts): Route[] {
  return [
    route({
      ...described,
      path: '/health',
      operationId: 'getHealth',
      summary: 'Tell whether the server is ready for requests',
      description: 'For balancers: 503 turns requests away before the server stops.',
      answer: Health,
      otherStatuses: { 503: 'Alive, but not ready.' },
      async handle() {
        const isReady = await ready().catch(() => false)
        const health: Health = { live: true, ready: isReady, version }
        return reply(health, { status: isReady ? 200 : 503 })
      },
    }),
    route({
      ...described,
      path: '/health/live',
      operationId: 'getLiveness',
      summary: 'Tell whether the server is alive',
      description:
        'For whoever starts the server anew when it hangs: that helps neither a database that is away nor a server that stops, so neither is asked.',
      answer: Liveness,
      handle: (): Liveness => ({ live: true, version }),
    }),
  ]
}
