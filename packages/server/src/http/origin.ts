import { Origin } from '@triptych/contract/changes'
import { AppError } from '../errors.ts'

/** What the client calls itself in `X-Origin`. */
export function originOf(request: Request): string | null {
  const origin = request.headers.get('x-origin')
  if (origin === null) return null
  if (Origin.safeParse(origin).success) return origin
  const message = 'X-Origin takes up to 64 letters, digits, dots and hyphens.'
  throw new AppError('bad_request', message, { header: 'X-Origin' })
}
