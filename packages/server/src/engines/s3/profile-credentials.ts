import { exec } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Credentials } from '../../ports/credentials.ts'
import {
  assumeRole,
  assumeRoleWithWebIdentity,
  containerCredentials,
  credentialsInJson,
  instanceCredentials,
  unavailable,
} from './role-credentials.ts'
import type { Role, Sts, Variables } from './role-credentials.ts'

/** Where to look for credentials: the variables of the process, and the home folder of its user. */
export interface Environment {
  variables: Variables
  home: string
}

/** What stands below one name in `~/.aws/config` and `~/.aws/credentials`, keys in small letters. */
type Profile = Map<string, string>

const programMs = 60_000

export function variableCredentials(variables: Variables): Credentials | null {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if (!accessKeyId && !secretAccessKey) return null
  if (!accessKeyId) throw unavailable('AWS_SECRET_ACCESS_KEY is set, but AWS_ACCESS_KEY_ID is not.')
  if (!secretAccessKey) {
    throw unavailable('AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not.')
  }
  return { accessKeyId, secretAccessKey, sessionToken: variables['AWS_SESSION_TOKEN'] }
}

/** Of the profile that AWS_PROFILE names, which then must have some, or of the one called `default`. */
export async function profileCredentials(environment: Environment): Promise<Credentials | null> {
  const { variables } = environment
  const profiles = readProfiles(environment)
  const name = chosenName(environment)
  const sts = { variables, region: regionOf(environment) }
  const found = profiles.has(name) ? await credentialsOf(name, profiles, sts, []) : null
  if (found || !variables['AWS_PROFILE']) return found
  throw unavailable(
    profiles.has(name)
      ? `The profile "${name}" has neither keys nor role_arn nor credential_process.`
      : `The profile "${name}" of AWS_PROFILE is neither in ~/.aws/config nor in ~/.aws/credentials.`,
  )
}

/** Of the variables, or of the profile. */
export function regionOf(environment: Environment): string | undefined {
  const { variables } = environment
  const told = variables['AWS_REGION'] || variables['AWS_DEFAULT_REGION']
  return told || chosenProfile(environment)?.get('region') || undefined
}

/** Whether AWS_PROFILE names a role which the keys in the variables are to be exchanged for. */
export function isRoleOfVariables(environment: Environment): boolean {
  if (!environment.variables['AWS_PROFILE']) return false
  return chosenProfile(environment)?.get('credential_source') === 'Environment'
}

function chosenProfile(environment: Environment): Profile | undefined {
  return readProfiles(environment).get(chosenName(environment))
}

function chosenName({ variables }: Environment): string {
  return variables['AWS_PROFILE'] || 'default'
}

/** What both files have is taken from the one for credentials. */
function readProfiles({ variables, home }: Environment): Map<string, Profile> {
  const profiles = new Map<string, Profile>()
  const config = variables['AWS_CONFIG_FILE'] || join(home, '.aws', 'config')
  const credentials = variables['AWS_SHARED_CREDENTIALS_FILE'] || join(home, '.aws', 'credentials')
  addProfiles(profiles, textIn(config), /^(?:profile\s+(["']?)(.+)\1|(default))$/)
  addProfiles(profiles, textIn(credentials), /^(["']?)(.+)\1$/)
  return profiles
}

/** Small, and read when credentials are looked for, which is seldom. Most machines have none. */
function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function addProfiles(profiles: Map<string, Profile>, text: string, header: RegExp): void {
  let profile: Profile | null = null
  let isNested = false
  for (const line of text.split(/\r?\n/)) {
    const [, section] = /^\s*\[\s*(.*?)\s*\]/.exec(line) ?? []
    if (section !== undefined) {
      const [, , name, main] = header.exec(section) ?? []
      profile = profileIn(profiles, name ?? main)
      continue
    }
    const [, indent, key = '', value = ''] = /^(\s*)([^\s#;=][^=]*?)\s*=\s*(.*)$/.exec(line) ?? []
    if (indent === undefined) continue
    // Below `s3 =` and its like stand settings of their own, set in.
    if (isNested && indent !== '') continue
    const bare = value.replace(/(^|\s)[#;].*$/, '').trim()
    isNested = bare === ''
    profile?.set(key.toLowerCase(), bare)
  }
}

function profileIn(profiles: Map<string, Profile>, name: string | undefined): Profile | null {
  if (name === undefined) return null
  const profile = profiles.get(name) ?? new Map<string, string>()
  profiles.set(name, profile)
  return profile
}

/** `users`: the profiles that it is the source of, one for the other. */
async function credentialsOf(
  name: string,
  profiles: Map<string, Profile>,
  sts: Sts,
  users: string[],
): Promise<Credentials | null> {
  const profile = profiles.get(name) ?? new Map<string, string>()
  const keys = keysIn(name, profile)
  // A profile that takes a role may have the keys for it itself.
  if (keys && users.length > 0) return keys
  if (users.includes(name)) throw unavailable(`The profile "${name}" is its own source_profile.`)
  if (profile.get('role_arn')) return roleCredentials(name, profiles, sts, users)
  if (keys) return keys
  const program = profile.get('credential_process')
  if (program) return programCredentials(name, program, sts.variables)
  if (['sso_session', 'sso_start_url', 'login_session'].some((key) => profile.get(key))) {
    throw unavailable(
      `The profile "${name}" needs a person who signs in with a browser (SSO). Give the server keys, a role of its machine, ` +
        `or a profile with credential_process = aws configure export-credentials --profile ${name} --format process`,
    )
  }
  return null
}

function keysIn(name: string, profile: Profile): Credentials | null {
  const accessKeyId = profile.get('aws_access_key_id')
  const secretAccessKey = profile.get('aws_secret_access_key')
  if (!accessKeyId && !secretAccessKey) return null
  if (!accessKeyId) throw unavailable(`The profile "${name}" has no aws_access_key_id.`)
  if (!secretAccessKey) throw unavailable(`The profile "${name}" has no aws_secret_access_key.`)
  return { accessKeyId, secretAccessKey, sessionToken: profile.get('aws_session_token') }
}

async function roleCredentials(
  name: string,
  profiles: Map<string, Profile>,
  sts: Sts,
  users: string[],
): Promise<Credentials> {
  const profile = profiles.get(name) ?? new Map<string, string>()
  const role: Role = {
    arn: profile.get('role_arn') ?? '',
    sessionName: profile.get('role_session_name'),
    externalId: profile.get('external_id'),
    durationSeconds: profile.get('duration_seconds'),
    of: `the profile "${name}"`,
  }
  if (profile.get('mfa_serial')) {
    throw unavailable(
      `The profile "${name}" asks for a code (mfa_serial), and nobody is there to type it.`,
    )
  }
  const [source, service] = [profile.get('source_profile'), profile.get('credential_source')]
  const tokenFile = profile.get('web_identity_token_file')
  if ([source, service, tokenFile].filter(Boolean).length !== 1) {
    throw unavailable(
      `The profile "${name}" has a role_arn, and needs one of source_profile, credential_source and web_identity_token_file beside it.`,
    )
  }
  if (tokenFile) {
    const token = { file: tokenFile, of: `web_identity_token_file in ${role.of}` }
    return assumeRoleWithWebIdentity(sts, role, token)
  }
  if (service) return assumeRole(sts, role, await serviceCredentials(name, service, sts.variables))
  const keys = source && (await credentialsOf(source, profiles, sts, [...users, name]))
  if (keys) return assumeRole(sts, role, keys)
  throw unavailable(`The profile "${source}", source_profile of "${name}", has no credentials.`)
}

async function serviceCredentials(
  name: string,
  service: string,
  variables: Variables,
): Promise<Credentials> {
  const services: Record<string, () => Promise<Credentials | null>> = {
    Environment: async () => variableCredentials(variables),
    Ec2InstanceMetadata: () => instanceCredentials(variables),
    EcsContainer: () => containerCredentials(variables),
  }
  const ask = services[service]
  if (!ask) {
    throw unavailable(
      `The credential_source of the profile "${name}" must be ${Object.keys(services).join(', ')}.`,
    )
  }
  const found = await ask()
  if (found) return found
  throw unavailable(`The profile "${name}" has credential_source = ${service}, which has none.`)
}

/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html */
async function programCredentials(
  name: string,
  command: string,
  variables: Variables,
): Promise<Credentials> {
  const what = `The credential_process of the profile "${name}"`
  const out = await new Promise<string>((resolve, reject) => {
    exec(
      command,
      { env: variables, timeout: programMs, windowsHide: true },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout)
        const how = error.killed ? 'took too long' : `failed with ${error.code}`
        return reject(unavailable(`${what} ${how}.`, stderr))
      },
    )
  })
  return credentialsInJson(out, `What ${what[0]?.toLowerCase()}${what.slice(1)} wrote`)
}
