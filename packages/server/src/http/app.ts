import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { Origin } from '@triptych/contract/changes'
import { isWorkspaceName } from '@triptych/contract/workspaces'
import { networkOf } from '../auth/network-of.ts'
import type { Principal } from '../auth/principal.ts'
import type { Peers } from '../auth/peers.ts'
import { newBudget } from '../budget.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Observe } from '../observe/observation.ts'
import type { Ballast } from '../ports/ballast.ts'
import { newStepId } from '../step-id.ts'
import { loggedPath, readAddress } from './address.ts'
import type { Address } from './address.ts'
import { preflightHeaders } from './cross-origin.ts'
import type { CrossOrigin } from './cross-origin.ts'
import type { Call } from './call.ts'
import type { Gate } from './gate.ts'
import { idempotencyKey, onlyReads, takesKey } from './idempotency.ts'
import { idempotency } from './idempotency.ts'
import type { RunOnce } from './idempotency.ts'
import type { RateLimits } from './rate-limits.ts'
import { isForEverybody } from './route.ts'
import type { Route } from './route.ts'
import { router } from './router.ts'
import type { Match } from './router.ts'
import { localVisitor } from './visitor.ts'
import type { Visitor } from './visitor.ts'
import { withoutToken } from './wire/access-token.ts'
import { missingPage, showsPages, wantsPage } from './wire/missing-page.ts'
import { checkBody } from './wire/read-body.ts'
import { asAppError, errorResponse } from './wire/error-response.ts'
import { askerOf } from './wire/asker.ts'
import type { Arrived } from './wire/incoming-body.ts'
import { readJsonBody } from './wire/read-body.ts'
import { asReply, responseOf, standardHeaders } from './wire/reply.ts'
import type { Reply } from './wire/reply.ts'

export interface AppParts extends Omit<
  Context,
  'workspace' | 'principal' | 'origin' | 'address' | 'step' | 'asker' | 'budget'
> {
  routes: readonly Route[]
  gate: Gate
  base: string
  limits: { body: number; depth: number }
  crossOrigin: CrossOrigin
  peers: Peers
  /** Where proxies have the disk; `null`: nowhere. */
  accel: string | null
  /** `null` where nothing is counted. */
  rateLimits: RateLimits | null
  /** `null` where no disk of ours has the data. */
  ballast: Ballast | null
  observe: Observe
}

interface Kernel extends AppParts {
  runOnce: RunOnce
  /** Whether there is a page to go to. */
  hasPage: boolean
  /** Without the routes that give way to a table. */
  findOther: ReturnType<typeof router>
}

/** A request from its arrival to its answer. */
interface Exchange extends Arrived {
  id: string
  outgoing: ServerResponse | null
  url: string
  address: Address
  /** Headers every answer carries. */
  headers: Record<string, string>
  match: Match | null
  /** Lets the workspace go that the request is for. */
  release: () => void
}

/**
 * `incoming` is what the request was made from and `outgoing` where the answer goes, where it came
 * over a socket of ours.
 */
export type App = (
  request: Request,
  incoming?: IncomingMessage,
  outgoing?: ServerResponse,
) => Promise<Response>

/** The whole API as one function from request to answer. */
export function createApp(parts: AppParts): App {
  const find = router(parts.routes)
  const findOther = router(parts.routes.filter(({ yieldsTo }) => yieldsTo === undefined))
  const hasPage = parts.routes.some(({ operationId }) => operationId === 'getPage')
  const kernel = { ...parts, runOnce: idempotency(), findOther, hasPage }

  return async function answer(request, incoming, outgoing) {
    const started = performance.now()
    const exchange = begin(parts, {
      request,
      incoming: incoming ?? null,
      outgoing: outgoing ?? null,
    })
    exchange.match = find(request.method, exchange.address.path)
    Object.assign(exchange.headers, exchange.match?.route?.alwaysSends)
    const full = await respond(kernel, exchange)
    // What is sent may be read from the workspace until the last byte.
    if (outgoing && !outgoing.closed) outgoing.once('close', exchange.release)
    else exchange.release()
    const response = request.method === 'HEAD' ? await withoutBody(full) : full
    parts.observe({
      kind: 'request',
      requestId: exchange.id,
      method: request.method,
      path: loggedPath(exchange.address.path),
      route: exchange.match?.route?.path ?? 'none',
      status: response.status,
      ms: performance.now() - started,
    })
    return response
  }
}

function begin(
  parts: AppParts,
  { request, incoming, outgoing }: Pick<Exchange, 'request' | 'incoming' | 'outgoing'>,
): Exchange {
  const given = request.headers.get('x-request-id')
  const id = given !== null && /^[\w.-]{1,64}$/.test(given) ? given : parts.newId()
  const headers = { ...standardHeaders(id), ...parts.crossOrigin.headers(request) }
  // Outside of the base there is nothing: no route has an empty path.
  // As it was sent: a Request has resolved `..` already, and so may name something else.
  const url = withoutToken(incoming?.url ?? request.url)
  const address = readAddress(url, parts.base) ?? { workspace: null, path: '' }
  return { id, url, request, incoming, outgoing, address, headers, match: null, release: () => {} }
}

async function respond(parts: Kernel, exchange: Exchange): Promise<Response> {
  const { request, headers } = exchange
  if (request.method === 'OPTIONS') {
    return new Response(null, { status: 204, headers: { ...headers, ...preflightHeaders() } })
  }
  try {
    parts.crossOrigin.refuse(request, exchange.match?.route?.forForeignPages)
    const reply = await run(parts, exchange)
    // Nobody tells when it was read to its end; so the workspace stays open.
    if (!exchange.outgoing && reply.body instanceof ReadableStream) exchange.release = () => {}
    return responseOf(reply, headers)
  } catch (error) {
    return failure(parts, error, exchange)
  }
}

/** A request becomes the input of its route, and what the route answers is what is sent. */
async function run(parts: Kernel, exchange: Exchange): Promise<Reply> {
  const { request, incoming, outgoing, url, address, match } = exchange
  if (!match) throw new AppError('not_found', 'There is nothing at this address.')
  // Whether there is such a method may be for the workspace to say, and that is not for everybody.
  const asked = match.route ?? match.routes.find(({ yieldsTo }) => yieldsTo !== undefined)
  if (!asked) throw wrongMethod(match)

  const visitor = await admit(parts, asked, exchange)
  const context = await contextFor(parts, asked, exchange, visitor)
  // Whoever is still sending to a workspace that is deleted is cut off; without a socket nobody tells when they are done.
  const release = parts.workspaces.hold(context.workspace, () =>
    outgoing ? outgoing.destroy() : release(),
  )
  exchange.release = release
  if (await givesWay(asked, context)) exchange.match = parts.findOther(request.method, address.path)
  const { route, params } = exchange.match ?? match
  if (!route) throw wrongMethod(exchange.match ?? match)
  const arrived: Call = {
    context,
    visitor,
    request,
    incoming,
    outgoing,
    url,
    accel: parts.peers.isProxy(incoming) ? parts.accel : null,
    refuseLapsed: () => refuseLapsed(parts, route, exchange, arrived),
  }
  const said = route.readInput({ params, url, headers: request.headers })
  const key = takesKey(route) ? idempotencyKey(request) : null
  const body = route.body && checkBody(route.body, await readJsonBody(exchange, parts.limits))
  const call = await stillLetIn(parts, route, exchange, arrived)
  const input = { ...said, body }
  const isRead = onlyReads(route, body)
  const handle = async (): Promise<Reply> =>
    key === null || isRead
      ? asReply(await route.handle(call, input))
      : parts.runOnce({ route, call, path: address.path, input }, key)
  if (isRead || freesRoom(route, body)) return orWithBallast(parts, handle)
  parts.ballast?.refuseIfGivenUp()
  return handle()
}

async function givesWay({ yieldsTo }: Route, { workspace }: Context): Promise<boolean> {
  if (yieldsTo === undefined) return false
  return (await workspace.database.read(({ tables }) => tables.find(yieldsTo))) !== null
}

/** What is read may have to be put down first, as others have changed it. */
async function orWithBallast({ ballast }: Kernel, handle: () => Promise<Reply>): Promise<Reply> {
  try {
    return await handle()
  } catch (error) {
    const isFull = error instanceof AppError && error.code === 'storage_full'
    if (!isFull || !ballast?.giveUp()) throw error
    return handle()
  }
}

function freesRoom({ method, deletes }: Route, body: unknown): boolean {
  return method === 'DELETE' || deletes?.(body) === true
}

/** Who asks. What is for everybody is so for those, too, who show something wrong. */
async function admit(parts: AppParts, route: Route, exchange: Exchange): Promise<Visitor | null> {
  const found = await parts.gate.admit(exchange.request, exchange.incoming).catch(refusal)
  const visitor = found instanceof AppError ? null : found
  refuseTooMany(parts, route, exchange, visitor)
  const hasSecret = Boolean(route.refusalOfStrangers?.(exchange.url))
  if (visitor || isForEverybody(route, exchange.url) || hasSecret) return visitor
  if (found instanceof AppError) throw found
  throw new AppError('unauthenticated', 'Say who you are: log in, or send a token.')
}

/** A body may take as long as it likes, and what let its sender in may end before it does. */
async function stillLetIn(
  parts: AppParts,
  route: Route,
  exchange: Exchange,
  call: Call,
): Promise<Call> {
  if (call.visitor?.isCurrent() !== false) return call
  const visitor = await admit(parts, route, exchange)
  const { principal } = await contextFor(parts, route, exchange, visitor)
  return { ...call, visitor, context: { ...call.context, principal } }
}

/** The same for what was begun with the rights that its sender had then. */
async function refuseLapsed(
  parts: AppParts,
  route: Route,
  exchange: Exchange,
  call: Call,
): Promise<void> {
  if (isForEverybody(route, exchange.url)) return
  const again = await stillLetIn(parts, route, exchange, call)
  if (isDeepStrictEqual(rightsIn(again), rightsIn(call))) return
  throw new AppError('forbidden', 'What you may do here has changed meanwhile; send it again.')
}

function rightsIn({ visitor, context: { workspace, principal } }: Call): unknown {
  return [visitor?.id, visitor?.roleIn(workspace.name), principal.subjects]
}

function refusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

/** Before a workspace is opened or a body read for it. Somebody is one client from wherever they ask. */
function refuseTooMany(
  { rateLimits, peers }: AppParts,
  { isUncounted, reads }: Route,
  { request, incoming, headers }: Exchange,
  visitor: Visitor | null,
): void {
  if (!rateLimits || isUncounted) return
  const isRead = ['GET', 'HEAD'].includes(request.method) || reads === true
  const address = networkOf(askerOf(request, incoming, peers).client)
  const counted = rateLimits.count(visitor?.id ?? address, isRead ? 'reads' : 'writes')
  if (!counted) return
  Object.assign(headers, counted.headers)
  const { retryAfter } = counted
  if (retryAfter === 0) return
  const message = `These are more requests than one client may send in a minute; ask again in ${retryAfter} s.`
  throw new AppError('rate_limited', message, { retryAfter })
}

async function contextFor(
  parts: AppParts,
  route: Route,
  { request, incoming, outgoing, url, address }: Exchange,
  visitor: Visitor | null,
): Promise<Context> {
  if (route.scope === 'server' && address.workspace !== null) {
    throw new AppError('not_found', 'This belongs to the server, not to a workspace.')
  }
  const name = address.workspace ?? 'main'
  const principal = principalFor(route, name, visitor, url)
  // What is for everybody is answered alike, whether or not there is such a workspace; a secret is of its own one.
  const isAnywhere =
    route.isAnywhere === 'for all' || (route.isAnywhere === 'for browsers' && showsPages(request))
  const isAlike =
    isForEverybody(route, url) && !route.refusalOfStrangers && visitor !== localVisitor
  const asked = isAnywhere || isAlike ? 'main' : name
  const isThere = principal !== null && (isAnywhere || isWorkspaceName(name))
  const workspace = isThere ? await parts.workspaces.open(asked) : null
  if (!workspace || !principal) {
    const refusal = route.refusalOfStrangers?.(url)
    throw refusal ?? new AppError('workspaces.not_found', 'There is no such workspace.')
  }
  const { workspaces, accounts, now, newId, bodies, plans, drives, arrivals } = parts
  const { pictures, previews, ganttRules, tableRules } = parts
  return {
    workspace,
    workspaces,
    accounts,
    principal,
    origin: originOf(request),
    address: parts.gate.addressOf(request, incoming),
    step: newStepId(now()),
    asker: askerOf(request, incoming, parts.peers),
    budget: newBudget(() => outgoing?.destroyed ?? request.signal.aborted),
    now,
    newId,
    bodies,
    plans,
    drives,
    arrivals,
    pictures,
    previews,
    ganttRules,
    tableRules,
  }
}

const nobody: Principal = { id: null, name: 'nobody', subjects: null, can: () => false }

/** `null`: the workspace is not there for them. */
function principalFor(
  route: Route,
  workspace: string,
  visitor: Visitor | null,
  url: string,
): Principal | null {
  if (!visitor) return nobody
  // Whoever shows a secret of the workspace needs no role there; what it is good for is for the route to say.
  if (route.refusalOfStrangers?.(url)) return visitor.principalIn(workspace) ?? nobody
  if (route.scope === 'server' || isForEverybody(route, url)) return visitor.principal
  return visitor.principalIn(workspace)
}

/** Nobody will read the body of an answer to HEAD; a stream must not be left waiting. */
async function withoutBody(response: Response): Promise<Response> {
  const { status, headers } = response
  await response.body?.cancel()
  return new Response(null, { status, headers })
}

function failure(parts: Kernel, error: unknown, exchange: Exchange): Response {
  const known = asAppError(error, exchange.id)
  if (known !== error) {
    const where = exchange.match?.route?.path ?? 'none'
    parts.observe({ kind: 'failure', requestId: exchange.id, where, error })
  }
  if (parts.hasPage && wantsPage(exchange.request, known)) {
    return missingPage(known, `${parts.base}/`, exchange.headers)
  }
  const { allow } = known.details
  return errorResponse(known, {
    ...exchange.headers,
    ...(typeof allow === 'string' && { allow }),
    ...(known.code === 'unauthenticated' && { 'www-authenticate': 'Bearer realm="triptych"' }),
  })
}

function wrongMethod({ routes }: Match): AppError {
  const allow = routes.map(({ method }) => method).join(', ')
  return new AppError('method_not_allowed', `This address takes ${allow}.`, { allow })
}

/** What the client calls itself in `X-Origin`. */
function originOf(request: Request): string | null {
  const origin = request.headers.get('x-origin')
  if (origin === null) return null
  if (Origin.safeParse(origin).success) return origin
  const message = 'X-Origin takes up to 64 letters, digits, dots and hyphens.'
  throw new AppError('bad_request', message, { header: 'X-Origin' })
}
