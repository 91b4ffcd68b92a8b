import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** So long somebody may take to find their device. */
export const challengeMs = 5 * 60 * 1000

/** What it was made for; for anything else it is worth nothing. */
export interface ChallengeUse {
  kind: 'add' | 'login'
  /** Who adds a passkey; nobody is known yet at a login. */
  account: string | null
  site: string
}

const nonceLength = 16
const timeLength = 6
const length = nonceLength + timeLength + 32

/**
 * What a device is to sign, so that what it has signed before proves nothing. It tells by itself that it is ours and
 * up to when, so that strangers who ask for many fill nobody's database.
 */
export function newChallenge(secret: string, use: ChallengeUse, now: number): Buffer {
  const time = Buffer.alloc(timeLength)
  time.writeUIntBE(now + challengeMs, 0, timeLength)
  const plain = Buffer.concat([randomBytes(nonceLength), time])
  return Buffer.concat([plain, sealOf(secret, use, plain)])
}

/** Whether we made it, for this, and not too long ago. Whether it was used before, it does not tell. */
export function isChallenge(
  secret: string,
  use: ChallengeUse,
  { challenge, now }: { challenge: Buffer; now: number },
): boolean {
  if (challenge.length !== length) return false
  const plain = challenge.subarray(0, nonceLength + timeLength)
  const isOurs = timingSafeEqual(challenge.subarray(plain.length), sealOf(secret, use, plain))
  return isOurs && plain.readUIntBE(nonceLength, timeLength) > now
}

function sealOf(secret: string, { kind, account, site }: ChallengeUse, plain: Buffer): Buffer {
  const about = JSON.stringify(['triptych challenge', kind, account, site])
  return createHmac('sha256', secret).update(about).update(plain).digest()
}
