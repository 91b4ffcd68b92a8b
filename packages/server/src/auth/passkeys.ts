import type * as WebAuthn from '@simplewebauthn/server'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { AppError } from '../errors.ts'
import { challengeMs } from './challenge.ts'
import type { RelyingParty } from './relying-party.ts'

/** Throws where it was not made for this, or was used before. */
type TakeChallenge = (challenge: Buffer) => Promise<void>

export interface MadeCredential {
  credential: string
  publicKey: string
  counter: number
  isSynced: boolean
}

type Asked = { party: RelyingParty; challenge: Buffer }

/** What the browser is asked for, so that it makes a passkey. */
export async function creationOptions(
  { party, challenge }: Asked,
  { id, name, known }: { id: string; name: string; known: readonly string[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpName: 'Triptych',
    rpID: party.id,
    userID: new TextEncoder().encode(id),
    userName: name,
    userDisplayName: name,
    challenge: new Uint8Array(challenge),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: known.map((one) => ({ id: one })),
    // Whoever logs in is not asked for a name, so the device has to know whose it is.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    supportedAlgorithmIDs: [...algorithms],
  })
}

export async function requestOptions({
  party,
  challenge,
}: Asked): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    timeout: challengeMs,
    userVerification: 'preferred',
  })
}

/** What is to be kept of a new one; `null` where it cannot be relied on. */
export async function checkNew(
  response: RegistrationResponseJSON,
  { party, take }: { party: RelyingParty; take: TakeChallenge },
): Promise<MadeCredential | null> {
  const { verifyRegistrationResponse } = await loadLibrary()
  if (!(await isPlain(response))) return null
  const checked = await nullIfWrong(
    verifyRegistrationResponse({
      ...expected(party, take),
      response,
      supportedAlgorithmIDs: [...algorithms],
    }),
  )
  if (!checked?.verified) return null
  const { credential, credentialBackedUp } = checked.registrationInfo
  return {
    credential: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    isSynced: credentialBackedUp,
  }
}

/** How often it was used, and whether it is on several devices; `null` where it cannot be relied on. */
export async function checkShown(
  response: AuthenticationResponseJSON,
  known: Pick<MadeCredential, 'credential' | 'publicKey' | 'counter'>,
  { party, take }: { party: RelyingParty; take: TakeChallenge },
): Promise<{ counter: number; isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const credential = {
    id: known.credential,
    publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
    counter: known.counter,
  }
  const checked = await nullIfWrong(
    verifyAuthenticationResponse({ ...expected(party, take), response, credential }),
  )
  if (!checked?.verified) return null
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return { counter: newCounter, isSynced: credentialBackedUp }
}

/** A counter that does not grow tells that there are two of what should be one. */
export function isCounted(before: number, now: number): boolean {
  return (before === 0 && now === 0) || now > before
}

/** EdDSA, ES256 and RS256: one of them is in every device. */
const algorithms = [-8, -7, -257] as const

function expected(party: RelyingParty, take: TakeChallenge) {
  return {
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    async expectedChallenge(challenge: string) {
      await take(Buffer.from(challenge, 'base64url'))
      return true
    },
  }
}

/** What the library throws says that the answer is wrong; what we throw says why. */
async function nullIfWrong<T>(checking: Promise<T>): Promise<T | null> {
  try {
    return await checking
  } catch (error) {
    if (error instanceof AppError) throw error
    return null
  }
}

/**
 * We ask for no certificate of the maker, and look at none: the library would follow the addresses that stand in
 * them.
 */
async function isPlain({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    )
    const format = decoded.get('fmt')
    const hasCertificate = decoded.get('attStmt').get('x5c') !== undefined
    return format === 'none' || (format === 'packed' && !hasCertificate)
  } catch {
    return false
  }
}

/** Loaded with the first passkey: it takes more time than the rest of a start. */
function loadLibrary(): Promise<typeof WebAuthn> {
  return import('@simplewebauthn/server')
}
