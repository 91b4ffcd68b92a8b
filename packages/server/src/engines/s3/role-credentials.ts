import { AppError } from '../../errors.ts'
import { readFile } from 'node:fs/promises'
import type { Credentials } from './credentials.ts'

type Variables = Record<string, string | undefined>

const timeoutMs = 2000
const attempts = 3

/**
 * Of a task or a pod:
 * https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html
 */
export async function containerCredentials(variables: Variables): Promise<Credentials | null> {
  const relative = variables['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI']
  const full = variables['AWS_CONTAINER_CREDENTIALS_FULL_URI']
  if (!relative && !full) return null
  const url = new URL(relative ? `http://169.254.170.2${relative}` : (full ?? ''))
  if (!relative && !isTrusted(url)) {
    throw new AppError(
      'unavailable',
      'AWS_CONTAINER_CREDENTIALS_FULL_URI leads to a host that secrets are not asked of.',
    )
  }
  const tokenFile = variables['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE']
  const token = tokenFile
    ? (await readFile(tokenFile, 'utf8')).trim()
    : variables['AWS_CONTAINER_AUTHORIZATION_TOKEN']
  return credentialsIn(await fetched(url, { headers: token ? { authorization: token } : {} }))
}

/**
 * Of a machine, by the second version of its metadata service:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-metadata-v2-how-it-works.html
 */
export async function instanceCredentials(variables: Variables): Promise<Credentials | null> {
  if (variables['AWS_EC2_METADATA_DISABLED'] === 'true') return null
  const base = variables['AWS_EC2_METADATA_SERVICE_ENDPOINT'] || 'http://169.254.169.254'
  const token = await fetched(new URL('/latest/api/token', base), {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '300' },
  }).catch(() => null)
  // Not such a machine.
  if (token === null) return null
  const headers = { 'x-aws-ec2-metadata-token': token }
  const roles = new URL('/latest/meta-data/iam/security-credentials/', base)
  const role = (await fetched(roles, { headers })).split('\n')[0]?.trim() ?? ''
  return credentialsIn(await fetched(new URL(encodeURIComponent(role), roles), { headers }))
}

/** Over a bare connection only from this machine, or from where containers have their keys from. */
function isTrusted({ protocol, hostname }: URL): boolean {
  const near = ['localhost', '[::1]', '169.254.170.2', '169.254.170.23', '[fd00:ec2::23]']
  return protocol === 'https:' || near.includes(hostname) || /^127\.[\d.]+$/.test(hostname)
}

async function fetched(url: URL, options: RequestInit): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(url, { ...options, signal, redirect: 'error' })
      const text = await answer.text()
      if (answer.ok) return text
      throw new AppError(
        'unavailable',
        `The service of the role's credentials answered ${answer.status}.`,
      )
    } catch (error) {
      if (attempt < attempts) continue
      if (error instanceof AppError) throw error
      throw new AppError('unavailable', "The service of the role's credentials does not answer.")
    }
  }
}

function credentialsIn(text: string): Credentials {
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = parsed(text)
  if (!AccessKeyId || !SecretAccessKey)
    throw new AppError('unavailable', 'The answer holds no credentials of a role.')
  const expires = Date.parse(Expiration ?? '')
  return {
    accessKey: AccessKeyId,
    secretKey: SecretAccessKey,
    sessionToken: Token,
    ...(Number.isFinite(expires) && { expires }),
  }
}

function parsed(text: string): Record<string, string | undefined> {
  try {
    return JSON.parse(text) as Record<string, string | undefined>
  } catch {
    // Its words would hold the secret.
    throw new AppError('unavailable', 'The answer with the credentials of a role is no JSON.')
  }
}
