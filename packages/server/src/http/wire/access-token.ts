import type { PlainRequest } from '../../auth/plain-request.ts'

const inQuery = /(?<=[?&])access_token=([^&#]*)(&|(?=#)|$)/

/** A token in the address, for those who can send no header; `null` where there is none. */
export function tokenInAddress(url: string): string | null {
  return url.includes('access_token=') ? (inQuery.exec(url)?.[1] ?? null) : null
}

/** The address without it: no route, link or log is to know it. */
export function withoutToken(url: string): string {
  if (!url.includes('access_token=')) return url
  return url.replace(inQuery, '').replace(/[?&](?=#|$)/, '')
}

/** What stands behind `Bearer`. */
export function bearerOf({ headers }: PlainRequest): string | null {
  return /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
}
