import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PlainRequest } from '../auth/plain-request.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { loggedPath, readAddress } from './address.ts'
import { admit, refuseLapsed, stillLetIn } from './admit.ts'
import { contextFor } from './call-context.ts'
import { preflightHeaders } from './cross-origin.ts'
import type { Call } from './call.ts'
import type { AppParts, Exchange } from './exchange.ts'
import { idempotency, idempotencyKey, onlyReads, takesKey } from './idempotency.ts'
import type { RunOnce } from './idempotency.ts'
import type { Route } from './route.ts'
import { router } from './router.ts'
import type { Match } from './router.ts'
import { withoutToken } from './wire/access-token.ts'
import { missingPage, wantsPage } from './wire/missing-page.ts'
import { asAppError, errorAnswer } from './wire/error-response.ts'
import { checkBody, readJsonBody } from './wire/read-body.ts'
import { answerOf, asReply, replyBody, standardHeaders, webResponse } from './wire/reply.ts'
import type { Answer, Reply } from './wire/reply.ts'

interface Kernel extends AppParts {
  runOnce: RunOnce
  /** Whether there is a page to go to. */
  hasPage: boolean
  /** Without the routes that give way to a table. */
  findOther: ReturnType<typeof router>
}

/**
 * `incoming` is what the request was made from and `outgoing` where the answer goes, where it came
 * over a socket of ours.
 */
export type App = (
  request: PlainRequest,
  incoming?: IncomingMessage,
  outgoing?: ServerResponse,
) => Promise<Answer>

/** The whole API as one function from request to answer. */
export function createApp(parts: AppParts): App {
  const find = router(parts.routes)
  const findOther = router(parts.routes.filter(({ yieldsTo }) => yieldsTo === undefined))
  const hasPage = parts.routes.some(({ operationId }) => operationId === 'getPage')
  const kernel = { ...parts, runOnce: idempotency(), findOther, hasPage }

  return async function answer(request, incoming, outgoing) {
    const started = performance.now()
    const exchange = begin(parts, request, incoming ?? null, outgoing ?? null)
    exchange.match = find(request.method, exchange.address.path)
    const route = exchange.match?.route ?? null
    if (route?.alwaysSends) Object.assign(exchange.headers, route.alwaysSends)
    const made = await respond(kernel, exchange)
    await settle(made, exchange)
    parts.observe({
      kind: 'request',
      requestId: exchange.id,
      method: request.method,
      path: loggedPath(exchange.address.path),
      route: exchange.match?.route?.path ?? 'none',
      status: made.status,
      ms: performance.now() - started,
    })
    return made
  }
}

/** The same for those who speak the web's own words. */
export function webApp(app: App): (request: Request) => Promise<Response> {
  return async (request) => webResponse(await app(request))
}

function begin(
  parts: AppParts,
  request: PlainRequest,
  incoming: IncomingMessage | null,
  outgoing: ServerResponse | null,
): Exchange {
  const given = request.headers.get('x-request-id')
  const id = given !== null && /^[\w.-]{1,64}$/.test(given) ? given : parts.newId()
  const headers = { ...standardHeaders(id), ...parts.crossOrigin.headers(request) }
  // As it was sent: a Request has resolved `..` already, and so may name something else.
  const url = withoutToken(incoming?.url ?? request.url)
  // Outside of the base there is nothing: no route has an empty path.
  const address = readAddress(url, parts.base) ?? { workspace: null, path: '' }
  return { id, url, request, incoming, outgoing, address, headers, match: null, release: () => {} }
}

async function respond(parts: Kernel, exchange: Exchange): Promise<Answer> {
  try {
    return answerOf(await run(parts, exchange), exchange.headers)
  } catch (error) {
    return failure(parts, error, exchange)
  }
}

/** The workspace stays until nobody reads from it: what goes in pieces may be read to the last of them. */
async function settle(made: Answer, { request, outgoing, release }: Exchange): Promise<void> {
  if (!(made.body instanceof ReadableStream)) {
    release()
    if (request.method === 'HEAD') made.body = null
    return
  }
  if (request.method === 'HEAD') {
    // Nobody will read it, and it must not be left waiting.
    await made.body.cancel()
    made.body = null
    release()
    return
  }
  // Without a socket nobody tells when it was read to its end; so the workspace stays open.
  if (outgoing?.closed) release()
  else outgoing?.once('close', release)
}

/** A request becomes the input of its route, and what the route answers is what is sent. */
async function run(parts: Kernel, exchange: Exchange): Promise<Reply> {
  const { request, incoming, outgoing, url, address, match } = exchange
  if (request.method === 'OPTIONS') {
    return replyBody(null, { status: 204, headers: preflightHeaders() })
  }
  parts.crossOrigin.refuse(request, match?.route?.forForeignPages)
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
  if (asked.yieldsTo !== undefined && (await isTable(context, asked.yieldsTo))) {
    exchange.match = parts.findOther(request.method, address.path)
  }
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
  // A body may take as long as it likes, and what let its sender in may end before it does.
  const isCurrent = visitor?.isCurrent() !== false
  const call = isCurrent ? arrived : await stillLetIn(parts, route, exchange, arrived)
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

async function isTable({ workspace }: Context, name: string): Promise<boolean> {
  return (await workspace.database.read(({ tables }) => tables.find(name))) !== null
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

function failure(parts: Kernel, error: unknown, exchange: Exchange): Answer {
  const known = asAppError(error, exchange.id)
  if (known !== error) {
    const where = exchange.match?.route?.path ?? 'none'
    parts.observe({ kind: 'failure', requestId: exchange.id, where, error })
  }
  if (parts.hasPage && wantsPage(exchange.request, known)) {
    return missingPage(known, `${parts.base}/`, exchange.headers)
  }
  const { allow } = known.details
  return errorAnswer(known, {
    ...exchange.headers,
    ...(typeof allow === 'string' && { allow }),
    ...(known.code === 'unauthenticated' && { 'www-authenticate': 'Bearer realm="triptych"' }),
  })
}

function wrongMethod({ routes }: Match): AppError {
  const allow = routes.map(({ method }) => method).join(', ')
  return new AppError('method_not_allowed', `This address takes ${allow}.`, { allow })
}
