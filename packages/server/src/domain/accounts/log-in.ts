import { isPassword } from '../../auth/password.ts'
import { semaphore } from '../../concurrency/semaphore.ts'
import { AppError } from '../../errors.ts'
import type { StoredAccount } from '../../ports/accounts.ts'
import { accountsOf } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { countTry, forgetTries } from './limit-tries.ts'
import { nameKey } from './name-key.ts'

/** Each takes 19 MiB and a thread of those that also read files. */
const hashing = semaphore(2)

export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const leave = await hashing.acquire()
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Whether the name is known can be told neither from the answer nor from how long it takes. */
export async function logIn(
  ctx: AccountContext,
  { name, password, address }: { name: string; password: string; address: string | null },
): Promise<StoredAccount> {
  const accounts = accountsOf(ctx)
  const key = nameKey(name)
  const tried = { what: key, address, now: ctx.now().getTime() }
  await countTry(accounts, tried)
  const account = await accounts.read((store) => store.accountByKey(key))
  const isRight = await inTurn(() => isPassword(account?.password ?? null, password))
  if (!account || !isRight) {
    throw new AppError('auth.wrong_credentials', 'Name or password is wrong.')
  }
  await forgetTries(accounts, tried)
  return account
}
