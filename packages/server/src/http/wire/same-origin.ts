import type { PlainHeaders, PlainRequest } from '../../auth/plain-request.ts'

/** Whether a page of ours sent this, or one of `origins`; programs are of no origin and cannot prove it. */
export function isProven({ headers }: PlainRequest, origins: ReadonlySet<string>): boolean {
  if (headers.get('sec-fetch-site') === 'same-origin') return true
  const origin = headers.get('origin')
  return origin !== null && isOurs(origin, headers, origins)
}

/** Whether it comes from elsewhere, as far as its browser tells. */
export function isFromElsewhere({ headers }: PlainRequest, origins: ReadonlySet<string>): boolean {
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin') return false
  const origin = headers.get('origin')
  if (origin !== null) return !isOurs(origin, headers, origins)
  return site !== null && site !== 'none'
}

function isOurs(origin: string, headers: PlainHeaders, origins: ReadonlySet<string>): boolean {
  if (origin === '*' || origin === 'null') return false
  return origins.has(origin) || URL.parse(origin)?.host === headers.get('host')
}
