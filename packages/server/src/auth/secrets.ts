import { hash, randomBytes } from 'node:crypto'

/** Of a session or a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

const tokenForm = /^trp_[\w-]{43}$/

/** Its beginning tells what it is, to people and to programs that look for what must not be published. */
export function newToken(): string {
  return `trp_${newSecret()}`
}

export function isToken(text: string): boolean {
  return tokenForm.test(text)
}

/** As a secret is kept. It is random and long: nobody finds it by trying, so nothing slower is needed. */
export function hashSecret(secret: string): string {
  // Asked of every request: at once is half of what it costs as a stream.
  return hash('sha256', secret, 'hex')
}
