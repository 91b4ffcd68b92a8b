import { AppError } from '../../errors.ts'
import type { CredentialProvider, Credentials } from '../../ports/credentials.ts'
import {
  isRoleOfVariables,
  profileCredentials,
  regionOf,
  variableCredentials,
} from './profile-credentials.ts'
import type { Environment } from './profile-credentials.ts'
import {
  assumeRoleWithWebIdentity,
  containerCredentials,
  instanceCredentials,
  unavailable,
} from './role-credentials.ts'

/** Credentials that are good now. */
export interface CredentialSource {
  get(): Promise<Credentials>
  /** They were refused: the next time they are looked for anew. */
  forget(): void
}

/** New ones are fetched so long before the old ones end; the old ones are still good meanwhile. */
const marginMs = 5 * 60_000
/** After an attempt that brought none which last longer, the ones there are are used for so long. */
const pauseMs = 10_000

export function credentialSource(provider: CredentialProvider): CredentialSource {
  let current: Credentials | null = null
  let pausedUntil = 0
  let renewing: Promise<Credentials> | null = null

  async function renewed(): Promise<Credentials> {
    try {
      current = await askedOf(provider)
      return current
    } catch (error) {
      if (!current || msLeft(current) <= 0) throw error
      return current
    } finally {
      pausedUntil = Date.now() + pauseMs
      renewing = null
    }
  }

  return {
    async get() {
      if (current && (msLeft(current) > marginMs || isPaused(current))) return current
      renewing ??= renewed()
      return renewing
    },
    forget() {
      current = null
    },
  }

  function isPaused(credentials: Credentials): boolean {
    return Date.now() < pausedUntil && msLeft(credentials) > 0
  }
}

function msLeft({ expiration }: Credentials): number {
  return (expiration?.getTime() ?? Infinity) - Date.now()
}

/** It may be a function of somebody else's, which answers and throws what it likes. */
async function askedOf(provider: CredentialProvider): Promise<Credentials> {
  try {
    const found: Partial<Credentials> | undefined = await provider()
    if (found?.accessKeyId && found.secretAccessKey) return found as Credentials
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unavailable('The credentials for the bucket cannot be had.', error)
  }
  throw unavailable('The credentials for the bucket have no accessKeyId or no secretAccessKey.')
}

/** In the order in which Amazon's own programs look. */
export async function findCredentials(environment: Environment): Promise<Credentials> {
  const { variables } = environment
  const keys = isRoleOfVariables(environment) ? null : variableCredentials(variables)
  const found =
    keys ??
    (await webIdentityCredentials(environment)) ??
    (await profileCredentials(environment)) ??
    (await containerCredentials(variables)) ??
    (await instanceCredentials(variables))
  if (found) return found
  throw unavailable(
    'There are no credentials for the bucket: neither in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, ' +
      'nor by AWS_WEB_IDENTITY_TOKEN_FILE, nor in a profile of ~/.aws/config or ~/.aws/credentials, ' +
      'nor from a role of the container or the machine.',
  )
}

/** Of a pod whose service account stands for a role. */
async function webIdentityCredentials(environment: Environment): Promise<Credentials | null> {
  const { variables } = environment
  const { AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: arn } = variables
  if (!tokenFile) return null
  if (!arn) {
    throw unavailable(
      'AWS_WEB_IDENTITY_TOKEN_FILE is set, but AWS_ROLE_ARN is not: it says for which role the token is.',
    )
  }
  const role = { arn, sessionName: variables['AWS_ROLE_SESSION_NAME'], of: 'AWS_ROLE_ARN' }
  const token = { file: tokenFile, of: 'AWS_WEB_IDENTITY_TOKEN_FILE' }
  return assumeRoleWithWebIdentity({ variables, region: regionOf(environment) }, role, token)
}
