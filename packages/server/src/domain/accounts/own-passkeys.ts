import { maxPasskeys } from '@triptych/contract/passkeys'
import type {
  NewCredential,
  NewPasskey,
  NewPasskeyOptions,
  Passkey,
  PasskeyChange,
} from '@triptych/contract/passkeys'
import { newChallenge } from '../../auth/challenge.ts'
import type { ChallengeUse } from '../../auth/challenge.ts'
import { checkNew, creationOptions } from '../../auth/passkeys.ts'
import { authorise } from '../../auth/principal.ts'
import type { RelyingParty } from '../../auth/relying-party.ts'
import { AppError } from '../../errors.ts'
import type { AccountReader, StoredPasskey } from '../../ports/accounts.ts'
import { accountsOf, notFound, ownId } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { confirmPassword } from './confirm-password.ts'
import type { Confirmation } from './confirm-password.ts'
import { partyOf, takeChallenge } from './take-challenge.ts'
import { instant } from './views.ts'

/** Who adds one, and where. */
interface Adding {
  /** `null` where the browser has none to give. */
  party: RelyingParty | null
  /** The one that was shown; `null` where somebody is known by anything else. */
  session: string | null
}

export async function listPasskeys(ctx: AccountContext): Promise<Passkey[]> {
  authorise(ctx.principal, 'own.manage')
  const id = ownId(ctx)
  return (await accountsOf(ctx).read((store) => store.passkeys(id))).map(passkeyView)
}

export async function beginPasskey(
  ctx: AccountContext,
  adding: Adding & Confirmation,
): Promise<NewPasskeyOptions> {
  authorise(ctx.principal, 'own.manage')
  const { party, use } = usable(ctx, adding)
  // What follows takes the challenge that is made here, so it is asked for once.
  await confirmPassword(ctx, adding)
  const accounts = accountsOf(ctx)
  const [account, all] = await accounts.read(async (store) => [
    await store.account(use.account),
    await store.passkeys(use.account),
  ])
  if (!account) throw notFound('account')
  refuseMore(all)
  const challenge = newChallenge(accounts.secret, use, ctx.now().getTime())
  const known = all.filter(({ site }) => site === party.id).map(({ credential }) => credential)
  const { id, name } = account
  return { ...(await creationOptions({ party, challenge }, { id, name, known })) }
}

export async function addPasskey(
  ctx: AccountContext,
  { name, credential }: NewPasskey,
  adding: Adding,
): Promise<Passkey> {
  authorise(ctx.principal, 'own.manage')
  const { party, use } = usable(ctx, adding)
  const accounts = accountsOf(ctx)
  const now = ctx.now().getTime()
  const made = await checkNew(asSent(credential), {
    party,
    take: takeChallenge(accounts, use, now),
  })
  if (!made) throw bad('What the browser says of this passkey cannot be relied on.')
  const stored: StoredPasskey = {
    id: ctx.newId(),
    account: use.account,
    ...made,
    transports: credential.response.transports,
    site: party.id,
    name,
    createdAt: now,
    usedAt: null,
  }
  await accounts.transact(async (store) => {
    refuseMore(await store.passkeys(use.account))
    if (!(await store.putPasskey(stored))) throw bad('This passkey is somebody’s already.')
  })
  return passkeyView(stored)
}

export async function renamePasskey(
  ctx: AccountContext,
  id: string,
  { name }: PasskeyChange,
): Promise<Passkey> {
  authorise(ctx.principal, 'own.manage')
  const account = ownId(ctx)
  return accountsOf(ctx).transact(async (store) => {
    const renamed = { ...(await existing(store, account, id)), name }
    await store.putPasskey(renamed)
    return passkeyView(renamed)
  })
}

/**
 * Nobody locks themselves out: without a password the last one stays, unless an identity provider lets them in.
 * Sessions that it began go on.
 */
export async function removePasskey(
  ctx: AccountContext,
  id: string,
  { hasProvider }: { hasProvider: boolean },
): Promise<void> {
  authorise(ctx.principal, 'own.manage')
  const account = ownId(ctx)
  await accountsOf(ctx).transact(async (store) => {
    const { site } = await existing(store, account, id)
    const others = (await store.passkeys(account)).filter((one) => one.id !== id)
    const isWayIn =
      others.some((one) => one.site === site) ||
      (await store.account(account))?.password !== null ||
      (hasProvider && (await store.identities()).some((one) => one.account === account))
    if (!isWayIn) {
      const message = 'This passkey is the only way in: add another, or have a password set first.'
      throw new AppError('auth.last_way_in', message)
    }
    await store.removePasskey(id, account)
  })
}

/** A passkey lasts for longer than a token or a word of others: only who has logged in adds one. */
function usable(
  ctx: AccountContext,
  { party, session }: Adding,
): { party: RelyingParty; use: ChallengeUse & { account: string } } {
  const account = ownId(ctx)
  if (session === null) throw new AppError('forbidden', 'Log in to add a passkey.')
  const found = partyOf(party)
  return { party: found, use: { kind: 'add', account, site: found.id } }
}

function refuseMore(all: readonly unknown[]): void {
  if (all.length < maxPasskeys) return
  throw new AppError('forbidden', `One may have ${maxPasskeys} passkeys; remove one first.`)
}

async function existing(store: AccountReader, account: string, id: string): Promise<StoredPasskey> {
  const found = (await store.passkeys(account)).find((one) => one.id === id)
  if (!found) throw notFound('passkey')
  return found
}

function bad(message: string): AppError {
  return new AppError('auth.bad_passkey', message)
}

function asSent({ id, rawId, type, clientExtensionResults, response }: NewCredential) {
  const { clientDataJSON, attestationObject } = response
  return {
    id,
    rawId,
    type,
    clientExtensionResults,
    response: { clientDataJSON, attestationObject },
  }
}

function passkeyView({ id, name, site, isSynced, createdAt, usedAt }: StoredPasskey): Passkey {
  return {
    id,
    name,
    site,
    isSynced,
    createdAt: instant(createdAt),
    usedAt: usedAt === null ? null : instant(usedAt),
  }
}
