import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Credentials } from '../../ports/credentials.ts'
import { amzDate, authorization, sha256 } from './signature.ts'
import { textOf } from './xml.ts'

export type Variables = Record<string, string | undefined>

/** How to reach the service that gives credentials for roles. */
export interface Sts {
  variables: Variables
  region: string | undefined
}

export interface Role {
  arn: string
  sessionName: string | undefined
  externalId?: string | undefined
  durationSeconds?: string | undefined
  /** Who asks for it, for messages: a variable or a profile. Its own name is not for everybody. */
  of: string
}

const attempts = 3
/** Metadata are near. */
const timeoutMs = { metadata: 2000, sts: 10_000 }

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
    throw unavailable(
      'AWS_CONTAINER_CREDENTIALS_FULL_URI leads to a host that secrets are not asked of.',
    )
  }
  const tokenFile = variables['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE']
  const token = tokenFile
    ? await tokenIn(tokenFile, 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE')
    : variables['AWS_CONTAINER_AUTHORIZATION_TOKEN']
  const text = await metadata(url, { headers: token ? { authorization: token } : {} })
  return credentialsInJson(text, 'The answer with the credentials of a role')
}

/**
 * Of a machine, by the second version of its metadata service:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-metadata-v2-how-it-works.html
 */
export async function instanceCredentials(variables: Variables): Promise<Credentials | null> {
  if (variables['AWS_EC2_METADATA_DISABLED'] === 'true') return null
  const base = variables['AWS_EC2_METADATA_SERVICE_ENDPOINT'] || 'http://169.254.169.254'
  const token = await metadata(new URL('/latest/api/token', base), {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '300' },
  }).catch(() => null)
  // Not such a machine.
  if (token === null) return null
  const headers = { 'x-aws-ec2-metadata-token': token }
  const roles = new URL('/latest/meta-data/iam/security-credentials/', base)
  const role = (await metadata(roles, { headers })).split('\n')[0]?.trim() ?? ''
  const text = await metadata(new URL(encodeURIComponent(role), roles), { headers })
  return credentialsInJson(text, 'The answer with the credentials of a role')
}

/** Over a bare connection only from this machine, or from where containers have their keys from. */
function isTrusted({ protocol, hostname }: URL): boolean {
  const near = ['localhost', '[::1]', '169.254.170.2', '169.254.170.23', '[fd00:ec2::23]']
  return protocol === 'https:' || near.includes(hostname) || /^127\.[\d.]+$/.test(hostname)
}

/** Signed with the keys of the one who takes the role: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
export async function assumeRole(sts: Sts, role: Role, keys: Credentials): Promise<Credentials> {
  const url = stsAddress(sts)
  const body = formOf('AssumeRole', role, { ExternalId: role.externalId })
  const headers: Record<string, string> = {
    ...formHeaders,
    'x-amz-date': amzDate(new Date()),
    ...(keys.sessionToken && { 'x-amz-security-token': keys.sessionToken }),
  }
  const signed = authorization(
    {
      method: 'POST',
      path: url.pathname,
      query: {},
      headers: { ...headers, host: url.host },
      bodyHash: sha256(body),
    },
    keys,
    { region: regionOr(sts.region), service: 'sts' },
  )
  return askSts(url, role, body, { ...headers, authorization: signed })
}

/**
 * The token is itself the proof, so nothing is signed. Others renew it in its file:
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html
 */
export async function assumeRoleWithWebIdentity(
  sts: Sts,
  role: Role,
  token: { file: string; of: string },
): Promise<Credentials> {
  const more = { WebIdentityToken: await tokenIn(token.file, token.of) }
  const body = formOf('AssumeRoleWithWebIdentity', role, more)
  return askSts(stsAddress(sts), role, body, formHeaders)
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/** The one of the region, unless a variable names another. */
export function stsAddress({ variables, region }: Sts): URL {
  const name = ['AWS_ENDPOINT_URL_STS', 'AWS_ENDPOINT_URL'].find((one) => variables[one])
  const domain = region?.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const text = name ? variables[name] : `https://sts.${regionOr(region)}.${domain}/`
  const url = URL.parse(text ?? '')
  if (!url) throw unavailable(`${name} is no address.`)
  return url
}

function regionOr(region: string | undefined): string {
  return region || 'us-east-1'
}

function formOf(action: string, role: Role, more: Record<string, string | undefined>): string {
  const fields = {
    Action: action,
    Version: '2011-06-15',
    RoleArn: role.arn,
    RoleSessionName: role.sessionName || 'triptych',
    DurationSeconds: role.durationSeconds,
    ...more,
  }
  const given = Object.entries(fields).filter((pair): pair is [string, string] => !!pair[1])
  return new URLSearchParams(given).toString()
}

async function askSts(
  url: URL,
  role: Role,
  body: string,
  headers: Record<string, string>,
): Promise<Credentials> {
  const service = 'The service of roles (STS)'
  const options = { method: 'POST', headers, body }
  const { status, text } = await answerOf(url, options, timeoutMs.sts, service)
  if (status === 200) return credentialsInXml(text)
  const code = textOf(text, 'Code') ?? status
  // Its words name accounts and roles: they are for the log.
  throw unavailable(
    `The role of ${role.of} could not be assumed: STS answered ${code}.`,
    textOf(text, 'Message'),
  )
}

function credentialsInXml(text: string): Credentials {
  const accessKeyId = textOf(text, 'AccessKeyId')
  const secretAccessKey = textOf(text, 'SecretAccessKey')
  if (!accessKeyId || !secretAccessKey) throw unavailable('The answer of STS holds no credentials.')
  const sessionToken = textOf(text, 'SessionToken') ?? undefined
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken,
    expiration: timeIn(textOf(text, 'Expiration')),
  }
}

/** As metadata services and programs write them. */
export function credentialsInJson(text: string, what: string): Credentials {
  const { AccessKeyId, SecretAccessKey, Token, SessionToken, Expiration } = parsed(text, what)
  if (!AccessKeyId || !SecretAccessKey) {
    throw unavailable(`${what} has no AccessKeyId or no SecretAccessKey.`)
  }
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: Token ?? SessionToken,
    expiration: timeIn(Expiration),
  }
}

function parsed(text: string, what: string): Record<string, string | undefined> {
  try {
    return JSON.parse(text) as Record<string, string | undefined>
  } catch {
    // Its words would hold the secret.
    throw unavailable(`${what} is no JSON.`)
  }
}

function timeIn(text: string | null | undefined): Date | undefined {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? undefined : time
}

async function tokenIn(file: string, of: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unavailable(`The file of ${of} cannot be read (${error.code}).`, error.message)
  })
  if (text.trim() === '') throw unavailable(`The file of ${of} is empty.`)
  return text.trim()
}

async function metadata(url: URL, options: RequestInit): Promise<string> {
  const service = "The service of the role's credentials"
  const { status, text } = await answerOf(url, options, timeoutMs.metadata, service)
  if (status === 200) return text
  throw unavailable(`${service} answered ${status}.`)
}

/** Asks again after failures that may pass. */
async function answerOf(
  url: URL,
  options: RequestInit,
  timeout: number,
  service: string,
): Promise<{ status: number; text: string }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const signal = AbortSignal.timeout(timeout)
      const answer = await fetch(url, { ...options, signal, redirect: 'error' })
      const [status, text] = [answer.status, await answer.text()]
      const mayPass = status >= 500 || status === 429 || text.includes('IDPCommunicationError')
      if (!mayPass || attempt === attempts) return { status, text }
    } catch {
      if (attempt === attempts) throw unavailable(`${service} does not answer.`)
    }
    await sleep(100 * attempt)
  }
}

/** The cause is for logs: others see the message alone. */
export function unavailable(message: string, cause?: unknown): AppError {
  const error = new AppError('unavailable', message)
  if (cause) error.cause = cause
  return error
}
