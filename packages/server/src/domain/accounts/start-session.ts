import { hashSecret, newSecret } from '../../auth/secrets.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { AccountsDatabase, StoredSession } from '../../ports/accounts.ts'

const day = 24 * 60 * 60 * 1000

/** A session ends when it was not used for so long, and after so long at the latest. */
export const sessionMs = { idle: 14 * day, most: 90 * day }

/** Whence somebody comes, as it is shown to them in the list of their sessions. */
export interface Whence {
  address: string | null
  agent: string | null
}

export function sessionEnd(createdAt: number, usedAt: number): number {
  return Math.min(createdAt + sessionMs.most, usedAt + sessionMs.idle)
}

/** What somebody came in with. */
export interface Entered {
  /** The hash of what the browser had before. */
  before?: string | null
  /** As it was kept when it was compared: another may have been chosen meanwhile. */
  password?: string | null
}

/** Each has a secret of its own: what a browser had before is worth nothing any more. Answers the secret. */
export async function startSession(
  { accounts, now, newId }: Pick<Context, 'now' | 'newId'> & { accounts: AccountsDatabase },
  account: string,
  { address, agent }: Whence,
  { before = null, password }: Entered = {},
): Promise<string> {
  const secret = newSecret()
  const time = now().getTime()
  const session: StoredSession = {
    id: newId(),
    account,
    hash: hashSecret(secret),
    createdAt: time,
    usedAt: time,
    expiresAt: sessionEnd(time, time),
    address,
    agent: agent?.slice(0, 300) ?? null,
  }
  await accounts.transact(async (store) => {
    if (password !== undefined && (await store.account(account))?.password !== password) {
      throw new AppError('auth.wrong_credentials', 'Name or password is wrong.')
    }
    const old = before === null ? null : await store.sessionByHash(before)
    if (old) {
      await store.removeSession(old.id, old.account)
      await store.touch()
    }
    await store.removeExpired(time)
    await store.putSession(session)
  })
  return secret
}
