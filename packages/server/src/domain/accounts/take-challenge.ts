import { challengeMs, isChallenge } from '../../auth/challenge.ts'
import type { ChallengeUse } from '../../auth/challenge.ts'
import type { RelyingParty } from '../../auth/relying-party.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { AppError } from '../../errors.ts'
import type { AccountsDatabase } from '../../ports/accounts.ts'

/** Once only, on all servers together: what was signed with it is not to be sent again. */
export function takeChallenge(
  accounts: AccountsDatabase,
  use: ChallengeUse,
  now: number,
): (challenge: Buffer) => Promise<void> {
  return async (challenge) => {
    const isOurs = isChallenge(accounts.secret, use, { challenge, now })
    if (isOurs && (await isFirst(accounts, challenge, now))) return
    const message = 'This took too long, or was sent before. Begin again.'
    throw new AppError('auth.challenge_lost', message)
  }
}

/** It is remembered for as long as it could be used. */
async function isFirst(
  accounts: AccountsDatabase,
  challenge: Buffer,
  now: number,
): Promise<boolean> {
  const key = `challenge ${hashSecret(challenge.toString('base64url'))}`
  return (await accounts.transact((store) => store.countTry(key, now, challengeMs))) === 1
}

export function partyOf(party: RelyingParty | null): RelyingParty {
  if (party) return party
  const message =
    'Browsers have passkeys only for a name by https: whoever runs the server sets --url.'
  throw new AppError('auth.no_passkeys', message)
}
