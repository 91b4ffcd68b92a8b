import type { PasskeyLoginOptions, ShownCredential } from '@triptych/contract/passkeys'
import { newChallenge } from '../../auth/challenge.ts'
import { checkShown, isCounted, requestOptions } from '../../auth/passkeys.ts'
import type { RelyingParty } from '../../auth/relying-party.ts'
import { AppError } from '../../errors.ts'
import { accountsOf } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { countTry, forgetTries } from './limit-tries.ts'
import { partyOf, takeChallenge } from './take-challenge.ts'

/** Nobody says a name: the device knows whose passkeys it has. */
export async function beginPasskeyLogin(
  ctx: AccountContext,
  at: RelyingParty | null,
): Promise<PasskeyLoginOptions> {
  const { secret } = accountsOf(ctx)
  const party = partyOf(at)
  const challenge = newChallenge(secret, loginAt(party), ctx.now().getTime())
  return { ...(await requestOptions({ party, challenge })) }
}

/** Answers the account. */
export async function logInByPasskey(
  ctx: AccountContext,
  shown: ShownCredential,
  { party: at, address }: { party: RelyingParty | null; address: string | null },
): Promise<string> {
  const accounts = accountsOf(ctx)
  const party = partyOf(at)
  const now = ctx.now().getTime()
  const tried = { what: `passkey ${shown.id}`, address, now }
  await countTry(accounts, tried)
  const known = await accounts.read((store) => store.passkeyByCredential(shown.id))
  // Whoever is named beside it must be the one whose it is.
  const { userHandle = null } = shown.response
  if (!known || (userHandle !== null && accountIn(userHandle) !== known.account)) throw refused()

  const take = takeChallenge(accounts, loginAt(party), now)
  const checked = await checkShown(asSent(shown), known, { party, take })
  if (!checked) throw refused()
  await accounts.transact(async (store) => {
    // Meanwhile it may have been removed, or used elsewhere.
    const latest = await store.passkeyByCredential(shown.id)
    if (!latest || !isCounted(latest.counter, checked.counter)) throw refused()
    await store.putPasskey({ ...latest, ...checked, usedAt: now })
  })
  await forgetTries(accounts, tried)
  return known.account
}

function loginAt({ id: site }: RelyingParty) {
  return { kind: 'login', account: null, site } as const
}

function accountIn(userHandle: string): string {
  return Buffer.from(userHandle, 'base64url').toString()
}

function asSent({ id, rawId, type, clientExtensionResults, response }: ShownCredential) {
  const { clientDataJSON, authenticatorData, signature } = response
  return {
    id,
    rawId,
    type,
    clientExtensionResults,
    response: { clientDataJSON, authenticatorData, signature },
  }
}

function refused(): AppError {
  return new AppError('auth.passkey_refused', 'This passkey does not let in here.')
}
