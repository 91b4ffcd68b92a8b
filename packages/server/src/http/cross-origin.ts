import { AppError } from '../errors.ts'

/** Decides which pages of other origins may use the server, and tells their browsers. */
export interface CrossOrigin {
  /** Headers for an answer to this request. */
  headers(request: Request): Record<string, string>
  /** Throws `forbidden` for a write that a page of a foreign origin sent without leave. */
  refuseForeignWrite(request: Request): void
}

const allowed = {
  methods: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  headers:
    'Content-Type, Authorization, X-Requested-With, X-CSRF-Token, X-Origin, X-Request-Id, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Prefer',
}
const exposed =
  'ETag, X-Total-Count, X-Total-Kind, X-Revision, X-Request-Id, Content-Disposition, Content-Range, Link, API-Version, Idempotency-Replayed'

/** `origins` as configured; none means: pages that come from this machine, as in development. */
export function crossOrigin(origins: readonly string[]): CrossOrigin {
  const listed = new Set(origins)
  const anyone = listed.has('*')

  function mayUse(origin: string): boolean {
    return origins.length === 0 ? isLoopbackOrigin(origin) : anyone || listed.has(origin)
  }

  return {
    headers(request) {
      const origin = request.headers.get('origin')
      if (origin === null) return {}
      if (!mayUse(origin)) return { vary: 'Origin' }
      // Credentials only for origins named one by one: never together with `*`.
      const known: Record<string, string> =
        listed.has(origin) && origin !== '*'
          ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
          : { 'access-control-allow-origin': anyone ? '*' : origin }
      return { vary: 'Origin', 'access-control-expose-headers': exposed, ...known }
    },

    refuseForeignWrite(request) {
      if (request.method === 'GET' || request.method === 'HEAD') return
      const origin = request.headers.get('origin')
      if (origin === null || isSameOrigin(request, origin) || mayUse(origin)) return
      throw new AppError('forbidden', 'Pages of this origin may not change anything here.')
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

function isSameOrigin(request: Request, origin: string): boolean {
  // A proxy may have changed the host, but the browser knows what it asked.
  if (request.headers.get('sec-fetch-site') === 'same-origin') return true
  return URL.parse(origin)?.host === request.headers.get('host')
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
