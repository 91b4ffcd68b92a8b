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
import { statusOf } from '../wire/error-response.ts'
import { text } from '../wire/html-text.ts'
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
      handle: (call, { query }) =>
        orPage(call, base, async () => {
          refuseElsewhere(query.to, base)
          const returnTo = `${pageAddress(parts, call)}/auth/provider/return`
          const { location, kept } = await provider.depart(query.to, returnTo)
          return redirect(location, cookieOf(call).write(kept, departureSeconds))
        }),
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
      handle: (call) =>
        orPage(call, base, async () => {
          const { context, request, incoming } = call
          const said = new URL(call.url, 'http://localhost').searchParams
          const { claim, to } = await provider.arrive(said, cookieOf(call).read(request))
          const account = await accountOf({ ...context, accounts: accountsOf(context) }, claim)
          return redirect(to, await gate.startSession(account, request, incoming))
        }),
    }),
  ]
}

/** Whoever comes here looks at it in a browser: what went wrong is said in words, with a way back. */
async function orPage(
  { request }: Call,
  base: string,
  work: () => Promise<Reply<never>>,
): Promise<Reply<never>> {
  try {
    return await work()
  } catch (error) {
    const isBrowser = request.headers.get('accept')?.includes('text/html')
    if (!(error instanceof AppError) || !isBrowser) throw error
    const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>The login has failed</title>
  </head>
  <body>
    <main>
      <h1>The login has failed</h1>
      <p>${text(error.message)}</p>
      <p><a href="${text(base)}/">Try again</a></p>
    </main>
  </body>
</html>
`
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    }
    return replyBody(html, { status: statusOf[error.code], headers })
  }
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
