import { createHmac } from 'node:crypto'
import { isPassword } from '../../auth/password.ts'
import { isSame } from '../../auth/same-text.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StoredShare } from '../../ports/shares.ts'

/** How often one may be wrong, and in which time. */
export const tryLimit = { most: 10, windowMs: 15 * 60 * 1000 }

/** How long a password that was entered need not be entered again. */
export const ticketSeconds = 60 * 60

/** Answers what to show instead of the password, for a while. */
export async function enterPassword(
  ctx: Context,
  share: StoredShare,
  password: string,
): Promise<string> {
  const { database } = ctx.workspace
  const now = ctx.now().getTime()
  // Counted before it is looked at, so that many at once are not more tries.
  const waitMs = await database.transact(({ shares }) => shares.countTry(share.id, now, tryLimit))
  if (waitMs > 0) {
    throw new AppError('shares.too_many_tries', 'The password was wrong too often; try later.', {
      retryAfter: Math.ceil(waitMs / 1000),
    })
  }
  if (!(await isPassword(share.password, password))) {
    throw new AppError('shares.wrong_password', 'This is not the password.')
  }
  await database.transact(({ shares }) => shares.forgiveTry(share.id))
  const expires = Math.floor(now / 1000) + ticketSeconds
  return `${expires}.${signatureOf(ctx, share, expires)}`
}

/** Whether this was given for the password of the share, and not too long ago. */
export function isTicket(ctx: Context, share: StoredShare, ticket: string | null): boolean {
  if (share.password === null) return true
  const [, expires, signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(ticket ?? '') ?? []
  if (expires === undefined || Number(expires) * 1000 <= ctx.now().getTime()) return false
  return isSame(signature, signatureOf(ctx, share, Number(expires)))
}

function signatureOf({ workspace }: Context, share: StoredShare, expires: number): string {
  const signed = JSON.stringify(['share-password', share.id, share.password, expires])
  return createHmac('sha256', workspace.database.secret).update(signed).digest('base64url')
}
