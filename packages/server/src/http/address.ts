/** What an address means once base, version and workspace are taken off its front. */
export interface Address {
  /** `null`: none was named, which means the workspace `main`. */
  workspace: string | null
  /** Begins with `/`, has no doubled or trailing slash, and is not decoded. */
  path: string
}

/**
 * `null` when the address lies outside of `base`. `url` is whole, or the target of a request line,
 * in which `..` has not been resolved and must not be.
 */
export function readAddress(url: string, base: string): Address | null {
  const path = rawPath(url)
  if (base && path !== base && !path.startsWith(`${base}/`)) return null

  const below = withoutVersion(path.slice(base.length) || '/')
  if (!below.startsWith('/w/')) return { workspace: null, path: below }
  const named = /^\/w\/([^/]+)(\/.*)?$/.exec(below)
  if (!named) return { workspace: null, path: below }
  return { workspace: named[1] ?? null, path: named[2] ?? '/' }
}

/** A path as it may stand in a log: what is behind `/shares/open` opens something for whoever reads it. */
export function loggedPath(path: string): string {
  if (!path.startsWith('/shares/open/')) return path
  return path.replace(/^\/shares\/open\/[^/]+/, '/shares/open/…')
}

function withoutVersion(path: string): string {
  if (path === '/v1') return '/'
  return path.startsWith('/v1/') ? path.slice(3) : path
}

/** The path as it was sent; clients join addresses carelessly, so `//tasks/` means `/tasks`. */
export function rawPath(url: string): string {
  const end = url.search(/[?#]/)
  const whole = end < 0 ? url : url.slice(0, end)
  const start = whole.startsWith('/') ? 0 : whole.indexOf('/', whole.indexOf('://') + 3)
  if (start < 0) return '/'
  const sent = whole.slice(start)
  // The widgets put their temporary ids into addresses as they are.
  const path = sent.includes('temp://') ? sent.replaceAll('temp://', 'temp%3A%2F%2F') : sent
  const single = path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}
