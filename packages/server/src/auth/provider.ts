import { hkdfSync } from 'node:crypto'
import type * as Client from 'openid-client'
import type { Configuration } from 'openid-client'
import { AppError, codeOf } from '../errors.ts'
import type { Claim } from './claim.ts'
import { groupsIn, nameIn } from './claimed.ts'
import type { Claims } from './claimed.ts'
import { outOfReach } from './out-of-reach.ts'
import type { Report } from './out-of-reach.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  /** `null`: the provider knows us by our address alone. */
  clientSecret: string | null
  /** What people call it. */
  name: string
  /** Whoever is in this group owns the server; `null`: the provider does not say. */
  owners: string | null
  groupsClaim: string | null
}

/** A person on the way to the provider. */
export interface Departure {
  /** Where the browser is to go. */
  location: string
  /** What the browser keeps until it comes back; nobody else can read or make it. */
  kept: string
}

/** A person who has come back. */
export interface Arrival {
  claim: Claim
  /** The path that they wanted to see. */
  to: string
}

/** People are sent to their identity provider, and come back with what it says of them. */
export interface Provider {
  readonly name: string
  /** `returnTo` is our own address to which it is to send them back. */
  depart(to: string, returnTo: string): Promise<Departure>
  /** `query` is what stands in the address they came back with. */
  arrive(query: URLSearchParams, kept: string | null): Promise<Arrival>
}

/** So long somebody may take to log in. */
export const departureSeconds = 600

const timeoutSeconds = 5

interface Kept {
  to: string
  returnTo: string
  state: string
  nonce: string
  verifier: string
}

/** `secret` is the one of the accounts, the same on all servers: people may come back to another. */
export function openProvider(
  settings: ProviderSettings,
  secret: string,
  report: Report = () => {},
): Provider {
  const configuration = configurationOf(settings, report)
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'triptych provider login', 32))

  return {
    name: settings.name,

    async depart(to, returnTo) {
      const client = await loadClient()
      const config = await configuration()
      const kept: Kept = {
        to,
        returnTo,
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const location = client.buildAuthorizationUrl(config, {
        redirect_uri: returnTo,
        scope: scopeOf(config),
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
      })
      return { location: location.href, kept: await seal(kept, key) }
    },

    async arrive(query, sealed) {
      const kept = sealed === null ? null : await unseal(sealed, key)
      // Without it somebody else may have begun this, to have a person work in an account that is not theirs.
      if (kept === null) {
        throw new AppError(
          'auth.login_lost',
          'This login was not begun here, or took too long. Log in again.',
        )
      }
      if (query.get('state') !== kept.state) {
        throw new AppError('auth.login_lost', 'This is the answer to another login. Log in again.')
      }
      const config = await configuration()
      const claims = await claimsOf(config, query, kept).catch((error: unknown) => {
        throw refusal(error, report)
      })
      const groups = groupsIn(claims, settings.groupsClaim)
      const { owners } = settings
      return {
        claim: {
          by: 'issuer',
          provider: config.serverMetadata().issuer,
          subject: String(claims['sub']),
          name: nameIn(claims),
          groups,
          isOwner: owners === null ? null : groups?.includes(owners) === true,
        },
        to: kept.to,
      }
    },
  }
}

/** What the provider says of the person, in its token and where one can ask it. */
async function claimsOf(
  config: Configuration,
  query: URLSearchParams,
  kept: Kept,
): Promise<Claims> {
  const client = await loadClient()
  const address = new URL(kept.returnTo)
  address.search = query.toString()
  const tokens = await client.authorizationCodeGrant(config, address, {
    pkceCodeVerifier: kept.verifier,
    expectedState: kept.state,
    expectedNonce: kept.nonce,
    idTokenExpected: true,
  })
  const token = tokens.claims()!
  const isMore = config.serverMetadata().userinfo_endpoint !== undefined
  const more = isMore ? await client.fetchUserInfo(config, tokens.access_token, token.sub) : {}
  return { ...more, ...token }
}

/** Loaded with the first login: most servers never see one. */
function loadClient(): Promise<typeof Client> {
  return import('openid-client')
}

/** What the provider says of itself, asked for with the first login and again where that failed. */
function configurationOf(settings: ProviderSettings, report: Report): () => Promise<Configuration> {
  let found: Promise<Configuration> | null = null
  return () => {
    found ??= discover(settings).catch((error: unknown) => {
      found = null
      throw outOfReach(awayMessage, error, report)
    })
    return found
  }
}

async function discover({
  issuer,
  clientId,
  clientSecret,
}: ProviderSettings): Promise<Configuration> {
  const client = await loadClient()
  // The settings let this pass on this machine only.
  const isPlain = issuer.startsWith('http:')
  const found = await client.discovery(new URL(issuer), clientId, {}, undefined, {
    timeout: timeoutSeconds,
    execute: isPlain ? [client.allowInsecureRequests] : [],
  })
  return withSecret(client, found, { clientId, clientSecret, isPlain })
}

/** How a secret is shown follows from what the provider takes, so it is known only now. */
function withSecret(
  client: typeof Client,
  found: Configuration,
  {
    clientId,
    clientSecret: secret,
    isPlain,
  }: Pick<ProviderSettings, 'clientId' | 'clientSecret'> & { isPlain: boolean },
): Configuration {
  const server = found.serverMetadata()
  const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const shown = ways.includes('client_secret_basic')
    ? client.ClientSecretBasic
    : client.ClientSecretPost
  const config = new client.Configuration(
    server,
    clientId,
    { [client.clockTolerance]: 60 },
    secret === null ? client.None() : shown(secret),
  )
  config.timeout = timeoutSeconds
  client.enableNonRepudiationChecks(config)
  if (isPlain) client.allowInsecureRequests(config)
  return config
}

/** Some tell groups only if one asks for them, and some refuse whoever asks for what they do not know. */
function scopeOf(config: Configuration): string {
  const hasGroups = config.serverMetadata().scopes_supported?.includes('groups') === true
  return hasGroups ? 'openid profile email groups' : 'openid profile email'
}

const awayMessage = 'The identity provider does not answer; try again later.'

/** The provider has answered, and what it says lets nobody in. All else is that it did not. */
const refusals =
  /^OAUTH_(AUTHORIZATION_RESPONSE_ERROR|RESPONSE_BODY_ERROR|INVALID_RESPONSE|JWT_\w+|KEY_SELECTION_FAILED)$/

function refusal(error: unknown, report: Report): AppError {
  if (!refusals.test(codeOf(error))) return outOfReach(awayMessage, error, report)
  const { error: told } = error as { error?: unknown }
  // As the provider itself says it, in a word of the protocol.
  const said = typeof told === 'string' && /^[a-z_]{1,50}$/.test(told) ? ` (${told})` : ''
  const message = `The identity provider did not let this person in${said}.`
  return Object.assign(new AppError('auth.login_refused', message), { cause: error })
}

async function seal(kept: Kept, key: Uint8Array): Promise<string> {
  const { EncryptJWT } = await import('jose')
  return new EncryptJWT({ ...kept })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${departureSeconds} s`)
    .encrypt(key)
}

async function unseal(sealed: string, key: Uint8Array): Promise<Kept | null> {
  const { jwtDecrypt } = await import('jose')
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['exp'],
    })
    // Only we can have made it.
    return payload as unknown as Kept
  } catch {
    return null
  }
}
