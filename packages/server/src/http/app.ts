import { Hono } from 'hono'
import type { Context as HonoContext } from 'hono'
import { localPrincipal } from '../auth/principal.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Observe } from '../observe/observation.ts'
import { readAddress } from './address.ts'
import type { Address } from './address.ts'
import { checkBody } from './check-body.ts'
import { preflightHeaders } from './cross-origin.ts'
import type { CrossOrigin } from './cross-origin.ts'
import { asAppError, errorResponse } from './error-response.ts'
import { originOf } from './origin.ts'
import { readJsonBody } from './read-body.ts'
import type { Call, Route } from './route.ts'

export interface AppParts extends Pick<Context, 'workspaces' | 'now' | 'newId' | 'bodies'> {
  routes: readonly Route[]
  base: string
  limits: { body: number; depth: number }
  crossOrigin: CrossOrigin
  observe: Observe
}

/** What is known of a request before it has found its route. */
interface Exchange {
  id: string
  address: Address
  headers: Record<string, string>
  /** The pattern it matched, for logs and metrics. */
  route: string
}

type Env = { Bindings: { exchange: Exchange } }

/** The whole API as one function from request to answer. */
export function createApp(parts: AppParts): (request: Request) => Promise<Response> {
  const app = new Hono<Env>({ getPath: (_, options) => exchangeIn(options).address.path })
  for (const [path, routes] of Map.groupBy(parts.routes, (route) => route.path)) {
    for (const route of routes) app.on(route.method, honoPath(path), (c) => run(parts, route, c))
    // Right behind its own methods, or `PUT /tables/x` would pass for a row of a table.
    app.all(honoPath(path), () => refuseMethod(routes))
  }
  app.notFound(() => {
    throw new AppError('not_found', 'There is nothing at this address.')
  })
  app.onError((error, c) => failure(parts, error, c.env.exchange))

  return async function answer(request) {
    const started = performance.now()
    const exchange = begin(parts, request)
    const response = await respond(parts, app, request, exchange)
    parts.observe({
      kind: 'request',
      requestId: exchange.id,
      method: request.method,
      path: exchange.address.path,
      route: exchange.route,
      status: response.status,
      ms: performance.now() - started,
    })
    return response
  }
}

/** Hono hands over what `app.fetch` was given, without its type. */
function exchangeIn(options?: { env?: unknown }): Exchange {
  const bindings = options?.env as Env['Bindings']
  return bindings.exchange
}

function begin(parts: AppParts, request: Request): Exchange {
  const given = request.headers.get('x-request-id')
  const id = given !== null && /^[\w.-]{1,64}$/.test(given) ? given : parts.newId()
  return {
    id,
    address: readAddress(request.url, parts.base) ?? { workspace: null, path: '' },
    route: 'none',
    headers: {
      'api-version': '1',
      'x-request-id': id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...parts.crossOrigin.headers(request),
    },
  }
}

async function respond(
  parts: AppParts,
  app: Hono<Env>,
  request: Request,
  exchange: Exchange,
): Promise<Response> {
  if (request.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: { ...exchange.headers, ...preflightHeaders() },
    })
  }
  try {
    parts.crossOrigin.refuseForeignWrite(request)
    return await app.fetch(request, { exchange })
  } catch (error) {
    return failure(parts, error, exchange)
  }
}

async function run(parts: AppParts, route: Route, c: HonoContext<Env>): Promise<Response> {
  const { exchange } = c.env
  const request = c.req.raw
  exchange.route = route.path
  const call: Call = {
    context: await contextFor(parts, route, request, exchange.address),
    request,
    param: (name) => c.req.param(name) ?? '',
    query: request.url.includes('?') ? c.req.query() : {},
    headers: exchange.headers,
  }
  const body = route.body && checkBody(route.body, await readJsonBody(request, parts.limits))
  const response = await route.handle(call, body)
  // Nobody will read the body of an answer to HEAD; a stream must not be left waiting.
  if (request.method === 'HEAD') await response.body?.cancel()
  return response
}

async function contextFor(
  parts: AppParts,
  route: Route,
  request: Request,
  address: Address,
): Promise<Context> {
  if (route.scope === 'server' && address.workspace !== null) {
    throw new AppError('not_found', 'This belongs to the server, not to a workspace.')
  }
  const workspace = await parts.workspaces.open(address.workspace ?? 'main')
  if (!workspace) throw new AppError('workspaces.not_found', 'There is no such workspace.')
  const { workspaces, now, newId, bodies } = parts
  return {
    workspace,
    workspaces,
    principal: localPrincipal,
    origin: originOf(request),
    now,
    newId,
    bodies,
  }
}

function failure(parts: AppParts, error: unknown, exchange: Exchange): Response {
  const known = asAppError(error, exchange.id)
  if (known !== error) {
    parts.observe({ kind: 'failure', requestId: exchange.id, where: exchange.route, error })
  }
  const allow = known.details['allow']
  const headers = typeof allow === 'string' ? { ...exchange.headers, allow } : exchange.headers
  return errorResponse(known, headers)
}

function refuseMethod(routes: readonly Route[]): never {
  const allow = routes.map(({ method }) => method).join(', ')
  throw new AppError('method_not_allowed', `This address takes ${allow}.`, { allow })
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
