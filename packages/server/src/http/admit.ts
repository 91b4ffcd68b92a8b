import { isDeepStrictEqual } from 'node:util'
import { networkOf } from '../auth/network-of.ts'
import { AppError } from '../errors.ts'
import type { AppParts, Exchange } from './exchange.ts'
import type { Call } from './call.ts'
import { contextFor } from './call-context.ts'
import { isForEverybody } from './route.ts'
import type { Route } from './route.ts'
import type { Visitor } from './visitor.ts'

/** Who asks. What is for everybody is so for those, too, who show something wrong. */
export async function admit(
  parts: AppParts,
  route: Route,
  exchange: Exchange,
): Promise<Visitor | null> {
  const found = await known(parts, exchange)
  const visitor = found instanceof AppError ? null : found
  refuseTooMany(parts, route, exchange, visitor)
  if (visitor) return visitor
  const hasSecret = Boolean(route.refusalOfStrangers?.(exchange.url))
  if (isForEverybody(route, exchange.url) || hasSecret) return null
  if (found instanceof AppError) throw found
  throw new AppError('unauthenticated', 'Say who you are: log in, or send a token.')
}

/** `null`: nobody says who asks. An error: it is said, and wrong. */
async function known(
  { gate }: AppParts,
  { request, incoming }: Exchange,
): Promise<Visitor | AppError | null> {
  try {
    return await gate.admit(request, incoming)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The call as it is for who asks by now. */
export async function stillLetIn(
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
export async function refuseLapsed(
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

/** Before a workspace is opened or a body read for it. Somebody is one client from wherever they ask. */
function refuseTooMany(
  { rateLimits, peers }: AppParts,
  { isUncounted, reads }: Route,
  { request, incoming, headers }: Exchange,
  visitor: Visitor | null,
): void {
  if (!rateLimits || isUncounted) return
  const isRead = ['GET', 'HEAD'].includes(request.method) || reads === true
  const client = visitor?.id ?? networkOf(peers.clientOf(incoming) ?? 'embedded')
  const counted = rateLimits.count(client, isRead ? 'reads' : 'writes')
  if (!counted) return
  Object.assign(headers, counted.headers)
  const { retryAfter } = counted
  if (retryAfter === 0) return
  const message = `These are more requests than one client may send in a minute; ask again in ${retryAfter} s.`
  throw new AppError('rate_limited', message, { retryAfter })
}
