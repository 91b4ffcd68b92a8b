import { AppError } from '../../errors.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Credentials } from './credentials.ts'
import { containerCredentials, instanceCredentials } from './role-credentials.ts'
import { profileOf } from './credentials-file.ts'

/** Credentials that are good now. */
export interface CredentialSource {
  get(): Promise<Credentials>
  /** They were refused: the next time they are looked for anew. */
  forget(): void
}

/** Where to look for them: the variables of the process, and the home folder of its user. */
export interface Surroundings {
  variables: Record<string, string | undefined>
  home: string
}

/** New ones are fetched so long before the old ones end; the old ones are still good meanwhile. */
const marginMs = 5 * 60_000
/** After a failed attempt to renew them, the old ones are used for at least so long. */
const pauseMs = 10_000

export function credentialSource(surroundings: Surroundings): CredentialSource {
  let current: Credentials | null = null
  let pausedUntil = 0
  let renewing: Promise<Credentials> | null = null

  async function renewed(): Promise<Credentials> {
    try {
      current = await findCredentials(surroundings)
      return current
    } catch (error) {
      if (!current || msLeft(current) <= 0) throw error
      pausedUntil = Date.now() + pauseMs
      return current
    } finally {
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

function msLeft({ expires = Infinity }: Credentials): number {
  return expires - Date.now()
}

/** In the order in which Amazon's own programs look. */
async function findCredentials({ variables, home }: Surroundings): Promise<Credentials> {
  const found =
    fromVariables(variables) ??
    (await fromFile(variables, home)) ??
    (await containerCredentials(variables)) ??
    (await instanceCredentials(variables))
  if (found) return found
  throw new AppError(
    'unavailable',
    'There are no credentials for the bucket: neither in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, ' +
      'nor in the credentials file of the profile, nor from a role of the container or the machine.',
  )
}

function fromVariables(variables: Surroundings['variables']): Credentials | null {
  const accessKey = variables['AWS_ACCESS_KEY_ID']
  const secretKey = variables['AWS_SECRET_ACCESS_KEY']
  if (!accessKey || !secretKey) return null
  return { accessKey, secretKey, sessionToken: variables['AWS_SESSION_TOKEN'] }
}

async function fromFile(
  variables: Surroundings['variables'],
  home: string,
): Promise<Credentials | null> {
  const file = variables['AWS_SHARED_CREDENTIALS_FILE'] || join(home, '.aws', 'credentials')
  const profile = variables['AWS_PROFILE'] || 'default'
  const text = await readFile(file, 'utf8').catch(() => null)
  const found = text === null ? null : profileOf(text, profile)
  if (!found && variables['AWS_PROFILE']) {
    throw new AppError(
      'unavailable',
      `The credentials file has no keys for the profile "${profile}".`,
    )
  }
  return found
}
