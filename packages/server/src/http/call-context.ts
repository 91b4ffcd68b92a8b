import { Origin } from '@triptych/contract/changes'
import { isWorkspaceName } from '@triptych/contract/workspaces'
import type { PlainRequest } from '../auth/plain-request.ts'
import type { Principal } from '../auth/principal.ts'
import { newBudget } from '../budget.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { newStepId } from '../step-id.ts'
import type { AppParts, Exchange } from './exchange.ts'
import { isForEverybody } from './route.ts'
import type { Route } from './route.ts'
import { localVisitor } from './visitor.ts'
import type { Visitor } from './visitor.ts'
import { askerOf } from './wire/asker.ts'
import { showsPages } from './wire/missing-page.ts'

/** What a use-case may touch in the workspace that is asked for; throws where there is none for them. */
export async function contextFor(
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
    asker: askerOf(request, parts.peers.clientOf(incoming)),
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

/** What the client calls itself in `X-Origin`. */
function originOf(request: PlainRequest): string | null {
  const origin = request.headers.get('x-origin')
  if (origin === null) return null
  if (Origin.safeParse(origin).success) return origin
  const message = 'X-Origin takes up to 64 letters, digits, dots and hyphens.'
  throw new AppError('bad_request', message, { header: 'X-Origin' })
}
