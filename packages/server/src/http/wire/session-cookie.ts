import type { PlainRequest } from '../../auth/plain-request.ts'

/** The cookie that a browser shows as its session. */
export interface SessionCookie {
  /** The secret in it; `null` where there is none. */
  read(request: PlainRequest): string | null
  /** As `Set-Cookie` has it. */
  write(secret: string, seconds: number): string
  /** As `Set-Cookie` has it: the browser forgets it. */
  clear(): string
}

/**
 * With TLS its name begins so that browsers take it from nobody but this host (RFC 6265bis, 4.1.3.2): another
 * server of the same domain cannot put one there.
 */
export function sessionCookie({
  isSecure,
  called = 'triptych',
}: {
  isSecure: boolean
  /** Another one has another name. */
  called?: string
}): SessionCookie {
  const name = isSecure ? `__Host-${called}` : called
  const rest = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read: ({ headers }) => valueOf(headers.get('cookie') ?? '', name),
    write: (secret, seconds) => `${name}=${secret}; ${rest}; Max-Age=${seconds}`,
    clear: () => `${name}=; ${rest}; Max-Age=0`,
  }
}

function valueOf(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return null
}
