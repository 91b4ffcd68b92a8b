import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { AppError, codeOf } from '../errors.ts'
import type { WayIn } from './claim.ts'
import { groupsIn, nameIn } from './claimed.ts'
import { outOfReach } from './out-of-reach.ts'
import type { Report } from './out-of-reach.ts'
import { isSafeAddress } from './safe-address.ts'
import type { PlainRequest } from './plain-request.ts'

export interface IssuerSettings {
  /** As it stands in its tokens, to the letter. */
  issuer: string
  audience: string
  /** Where its keys are; `null`: where its discovery document says. */
  jwks: string | null
  groupsClaim: string | null
}

/** With a secret that both know, the public key of an issuer would be one; so such are not among them. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Clocks may differ by so much. */
const skewSeconds = 60

const timeoutMs = 5_000
/** Keys are asked for anew when a token names one that is not known, but no more often than this. */
const cooldownMs = 30_000
/** A key that the issuer has taken back is good for so long at most. */
const keptMs = 600_000

/** No token of an issuer is much longer, and what is must not be read at all. */
const longestToken = 16_384

/** Tokens of somebody else, who signs them: `Authorization: Bearer`, where it is none of ours. */
export function issuerTokens(settings: IssuerSettings, report: Report = () => {}): WayIn {
  const keys = keysOf(settings)

  return async (request) => {
    const token = bearerOf(request)
    if (token === null || token.startsWith('trp_')) return null
    const claims = await verify(token, settings, keys).catch((error: unknown) => {
      throw asAnswer(error, report)
    })
    return {
      by: 'issuer',
      provider: settings.issuer,
      subject: claims.sub!,
      name: nameIn(claims),
      groups: groupsIn(claims, settings.groupsClaim),
      expiresAt: (claims.exp! + skewSeconds) * 1000,
    }
  }
}

function bearerOf({ headers }: PlainRequest): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

async function verify(
  token: string,
  { issuer, audience }: IssuerSettings,
  keys: () => Promise<JWTVerifyGetKey>,
): Promise<JWTPayload> {
  // Loaded with the first token: most servers never see one.
  const { jwtVerify, decodeJwt, decodeProtectedHeader } = await import('jose')
  try {
    // Whoever sends nonsense must not have us ask the issuer.
    const isShort = token.length <= longestToken
    const { alg = '' } = decodeProtectedHeader(isShort ? token : '')
    if (decodeJwt(token).iss !== issuer || !algorithms.includes(alg)) throw new Error('foreign')
  } catch (error) {
    throw refusal('The token is none of the issuer’s.', error)
  }
  const { payload } = await jwtVerify(token, await keys(), {
    issuer,
    audience,
    algorithms,
    clockTolerance: skewSeconds,
    requiredClaims: ['exp', 'sub'],
  })
  if (payload.sub === '') throw new AppError('unauthenticated', 'The token names nobody.')
  return payload
}

/** What is wrong with a token is told; what went wrong at the issuer is for logs. */
function asAnswer(error: unknown, report: Report): AppError {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  if (code === 'ERR_JWT_EXPIRED') return refusal('The token has expired.', error)
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') {
    const { claim } = error as { claim?: unknown }
    return refusal(`The token is not for this server, or not yet (${String(claim)}).`, error)
  }
  if (/^ERR_(JWT_|JWS_|JOSE_(ALG|NOT)|JWKS_(NO|MULTIPLE)_)/.test(code)) {
    return refusal('The token is not signed by the issuer.', error)
  }
  return outOfReach('The issuer of tokens does not answer; try again later.', error, report)
}

function refusal(message: string, cause: unknown): AppError {
  return Object.assign(new AppError('unauthenticated', message), { cause })
}

/** The keys of the issuer, looked for with the first token and again where that failed. */
function keysOf({ issuer, jwks }: IssuerSettings): () => Promise<JWTVerifyGetKey> {
  let found: Promise<JWTVerifyGetKey> | null = null

  async function find(): Promise<JWTVerifyGetKey> {
    const { createRemoteJWKSet } = await import('jose')
    const address = jwks ?? (await discover(issuer))
    return createRemoteJWKSet(new URL(address), {
      timeoutDuration: timeoutMs,
      cooldownDuration: cooldownMs,
      cacheMaxAge: keptMs,
    })
  }
  return () => {
    found ??= find().catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }
}

async function discover(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(address, { signal, redirect: 'error' })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const said = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown }
  const { jwks_uri: keys } = said
  if (said.issuer !== issuer) throw new Error(`${address} is of another issuer`)
  if (typeof keys !== 'string' || !isSafeAddress(keys)) {
    throw new Error(`${address} names no safe address of keys`)
  }
  return keys
}
