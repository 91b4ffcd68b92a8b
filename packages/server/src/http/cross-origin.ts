import { AppError } from '../errors.ts'
import type { PlainRequest } from '../auth/plain-request.ts'

/** What a page of a foreign origin may do with an address that tells nothing of the data. */
export type ForForeignPages =
  /** Lead to it. To all else a person has to lead, by a click. */
  | 'link'
  /** Use it inside, as a picture or a script. */
  | 'use'

/** Decides which pages of other origins may use the server, and tells their browsers. */
export interface CrossOrigin {
  /** Headers for an answer to this request. */
  headers(request: PlainRequest): Record<string, string>
  /**
   * Throws `forbidden` for what a page of a foreign origin asks without leave, so that it learns nothing from
   * what is answered, and for what would run as code.
   */
  refuse(request: PlainRequest, leave: ForForeignPages | undefined): void
}

const allowed = {
  methods: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  headers:
    'Content-Type, Authorization, X-Requested-With, X-CSRF-Token, X-Origin, X-Request-Id, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Prefer',
}
const exposed =
  'ETag, X-Total-Count, X-Total-Kind, X-Revision, X-Request-Id, Content-Disposition, Content-Range, Link, API-Version, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After'

/** `origins` as configured; none means: pages that come from this machine, as in development. */
export function crossOrigin(origins: readonly string[]): CrossOrigin {
  const listed = new Set(origins)
  const anyone = listed.has('*')

  function mayUse(origin: string): boolean {
    return origins.length === 0 ? isLoopbackOrigin(origin) : anyone || listed.has(origin)
  }

  /** Whether a page that may use the server sent this. Its pictures and links have a `Referer` only. */
  function isAllowed({ method, headers }: PlainRequest): boolean {
    const origin = headers.get('origin')
    if (origin !== null) return mayUse(origin)
    if (anyone) return true
    const referrer = isRead(method) ? headers.get('referer') : null
    const page = referrer === null ? undefined : URL.parse(referrer)?.origin
    return page !== undefined && mayUse(page)
  }

  return {
    headers(request) {
      const policy = isAllowed(request) ? 'cross-origin' : 'same-origin'
      const embedding = { 'cross-origin-resource-policy': policy }
      const origin = request.headers.get('origin')
      if (origin === null) return embedding
      if (!mayUse(origin)) return { ...embedding, vary: 'Origin' }
      // Credentials only for origins named one by one: never together with `*`.
      const known: Record<string, string> =
        listed.has(origin) && origin !== '*'
          ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
          : { 'access-control-allow-origin': anyone ? '*' : origin }
      return { ...embedding, vary: 'Origin', 'access-control-expose-headers': exposed, ...known }
    },

    refuse(request, leave) {
      if (leave === 'use') return
      if (isCode(request)) throw new AppError('forbidden', 'Nothing here is to be run.')
      if (!isForeign(request) || isAllowed(request) || isVisit(request, leave)) return
      throw new AppError('forbidden', 'Pages of this origin may not use this server.')
    },
  }
}

export function preflightHeaders(): Record<string, string> {
  return {
    'access-control-allow-methods': allowed.methods,
    'access-control-allow-headers': allowed.headers,
    'access-control-max-age': '7200',
    allow: allowed.methods,
  }
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether another origin than that of the server sent this. Programs are of none. */
function isForeign({ headers }: PlainRequest): boolean {
  const site = headers.get('sec-fetch-site')
  // A proxy may have changed the host, but the browser knows what it asked.
  if (site === 'same-origin') return false
  const origin = headers.get('origin')
  if (origin !== null) return URL.parse(origin)?.host !== headers.get('host')
  return site !== null && site !== 'none'
}

/**
 * Whether a link is followed. A script can do that, too, and see from outside whether something was saved or
 * shown: so to what is not for all a person has to have clicked.
 */
function isVisit({ method, headers }: PlainRequest, leave: 'link' | undefined): boolean {
  const isTopLevel =
    isRead(method) &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
  return isTopLevel && (leave === 'link' || headers.get('sec-fetch-user') === '?1')
}

const codeKinds =
  /^(script|style|worker|sharedworker|serviceworker|audioworklet|paintworklet|xslt)$/

/** Whether the browser is going to run what is answered, in the name of whichever page asked. */
function isCode({ headers }: PlainRequest): boolean {
  return headers.has('service-worker') || codeKinds.test(headers.get('sec-fetch-dest') ?? '')
}

function isLoopbackOrigin(origin: string): boolean {
  const host = URL.parse(origin)?.hostname ?? ''
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(\.\d+){3}$/.test(host)
  )
}
