import { hashSecret } from '../../auth/secrets.ts'
import type { PlainRequest } from '../../auth/plain-request.ts'

/** The cookie of one share, by the secret in its link: others have others, whatever server they are of. */
export function shareCookie(secret: string): {
  read(request: PlainRequest): string | null
  write(ticket: string, how: { path: string; isSecure: boolean; seconds: number }): string
} {
  const name = `triptych-share-${hashSecret(secret).slice(0, 12)}`
  return {
    read({ headers }) {
      const sent = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
      return sent.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
    },
    write(ticket, { path, isSecure, seconds }) {
      const secure = isSecure ? '; Secure' : ''
      return `${name}=${ticket}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${secure}`
    },
  }
}
