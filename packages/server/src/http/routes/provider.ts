import { z } from 'zod'
import { departureSeconds } from '../../auth/provider.ts'
import type { Provider } from '../../auth/provider.ts'
import type { Peers } from '../../auth/peers.ts'
import { accountOf } from '../../domain/accounts/account-of-claim.ts'
import { accountsOf } from '../../domain/accounts/account-context.ts'
import { AppError } from '../../errors.ts'
import type { Call } from '../call.ts'
import type { Gate } from '../gate.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { replyBody } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'
import { sessionCookie } from '../wire/session-cookie.ts'
import type { SessionCookie } from '../wire/session-cookie.ts'

interface ProviderParts {
  gate: Gate
  peers: Peers
  provider: Provider
  /** Where people find the page; `null`: where they ask from. */
  url: string | null
  base: string
}

const described = {
  method: 'GET',
  scope: 'server',
  group: 'Accounts',
  forEverybody: true,
  isNeverKept: true,
  // The provider sends people back, and a link may lead to it.
  forForeignPages: 'link',
  answer: { type: 'text/plain', description: 'Nothing; the address to go to is in `Location`.' },
} as const

/** For browsers, which go where they are sent; so they are no part of the API, as the page is none. */
export function providerRoutes(parts: ProviderParts): Route[] {
  const { gate, provider, base } = parts
  const cookies = {
    plain: sessionCookie({ isSecure: false, called: 'triptych-login' }),
    secure: sessionCookie({ isSecure: true, called: 'triptych-login' }),
  }
  function cookieOf({ request, incoming }: Call): SessionCookie {
    return isHttps(parts, { request, incoming }) ? cookies.secure : cookies.plain
  }

  return [
    route({
      ...described,
      path: '/auth/provider',
      query: { to: z.string().max(2000).default(`${base}/`) },
      operationId: 'goToProvider',
      summary: 'Log in with the identity provider',
      description: 'Leads there, and back to the path in `to`.',
      errors: ['unavailable'],
      async handle(call, { query }) {
        refuseElsewhere(query.to, base)
        const returnTo = `${pageAddress(parts, call)}/auth/provider/return`
        const { location, kept } = await provider.depart(query.to, returnTo)
        return redirect(location, cookieOf(call).write(kept, departureSeconds))
      },
    }),
    route({
      ...described,
      path: '/auth/provider/return',
      operationId: 'returnFromProvider',
      summary: 'Come back from the identity provider',
      description: 'It is the address that the provider has to know.',
      // What a provider says besides is its own affair; what counts is checked with all that it says.
      ignores: 'everything',
      errors: ['auth.login_lost', 'auth.login_refused', 'unavailable'],
      async handle(call) {
        const { context, request, incoming } = call
        const said = new URL(call.url, 'http://localhost').searchParams
        const { claim, to } = await provider.arrive(said, cookieOf(call).read(request))
        const account = await accountOf({ ...context, accounts: accountsOf(context) }, claim)
        return redirect(to, await gate.startSession(account, request, incoming))
      },
    }),
  ]
}

function redirect(location: string, cookie: string): Reply<never> {
  const headers = { location, 'set-cookie': cookie, 'referrer-policy': 'no-referrer' }
  return replyBody(null, { status: 303, headers })
}

/**
 * A login must not lead to another server: people would trust what they see there. Browsers read `\` as `/`, and leave
 * out what cannot be seen.
 */
function refuseElsewhere(to: string, base: string): void {
  const isPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(to) && !to.includes('//')
  const { pathname } = new URL(isPath ? to : '/', 'http://localhost')
  if (isPath && `${pathname}/`.startsWith(`${base}/`)) return
  throw new AppError('query.invalid', 'to must be a path of this server.', { parameter: 'to' })
}

type Asked = Pick<Call, 'request' | 'incoming'>

function isHttps({ url, peers }: ProviderParts, { request, incoming }: Asked): boolean {
  return url === null ? peers.isHttps(request, incoming) : url.startsWith('https:')
}

function pageAddress(parts: ProviderParts, call: Asked): string {
  if (parts.url !== null) return parts.url
  const { host } = new URL(call.request.url)
  return `${isHttps(parts, call) ? 'https' : 'http'}://${host}${parts.base}`
}
