import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { z } from 'zod'
import { createApp } from '../src/http/app.ts'
import type { App, AppParts } from '../src/http/app.ts'
import { crossOrigin } from '../src/http/cross-origin.ts'
import { listen } from '../src/http/listen.ts'
import type { Listening } from '../src/http/listen.ts'
import { route } from '../src/http/route.ts'
import type { Call, Method, Route } from '../src/http/route.ts'

const opened = new Set<Listening>()
after(() => Promise.all([...opened].map((listening) => listening.close())))

/** A server that has these routes and no data, on a socket and as a function. */
export async function routeServer(
  routes: Route[],
): Promise<Listening & { app: App; origin: string }> {
  const parts = {
    routes,
    workspaces: { open: async (name: string) => ({ name }) },
    observe: () => {},
    now: () => new Date(),
    newId: randomUUID,
    base: '',
    limits: { body: 1000, depth: 10 },
    crossOrigin: crossOrigin([]),
  }
  // What is left out here is there for routes that need data.
  const app = createApp(parts as unknown as AppParts)
  const listening = await listen(app, { port: 0, host: '127.0.0.1', base: '', cors: [] })
  opened.add(listening)
  return { ...listening, app, origin: listening.url.slice(0, -1) }
}

/** A route of which only its address and what it does matter. */
export function plainRoute(
  method: Method,
  path: string,
  handle: (call: Call) => Promise<Response> | Response,
): Route {
  const described = { scope: 'workspace', group: '', summary: '', errors: [] } as const
  return route({ ...described, method, path, answer: z.any(), handle })
}
