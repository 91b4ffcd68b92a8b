import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import type { Option, ValuesOf } from './options.ts'
import { setting } from './setting.ts'
import type { Setting } from './setting.ts'
import { BasePath, HeaderName, MailFrom, Network, Path, SafeUrl, SmtpUrl } from './values.ts'

const Word = z.string().min(1).max(1000)

/** By which other ways people are known than by a name and a password, what proxies do, and TLS. */
export const waysInSettings = {
  trustProxy: setting<string[]>({
    flag: '--trust-proxy',
    variable: 'TRIPTYCH_TRUST_PROXY',
    fileKey: 'trustProxy',
    option: 'trustProxy',
    kind: 'list',
    placeholder: 'CIDR…',
    schema: z.array(Network),
    allowed: 'addresses such as 127.0.0.1 or networks such as 10.0.0.0/8',
    default: [],
    help: 'Where proxies ask from whose X-Forwarded-For and X-Forwarded-Proto are believed.',
  }),
  accel: optional('accel', 'accel', 'PREFIX', {
    schema: BasePath.refine((prefix) => prefix !== ''),
    allowed: 'a path that begins with / and has only letters, digits and . _ ~ - in it',
    help: 'Where a trusted proxy (nginx) has the disk, as a location that is its own: it sends the bytes of files itself.',
  }),
  authHeader: optional('authHeader', 'auth-header', 'NAME', {
    schema: HeaderName,
    allowed: 'the name of a header',
    help: 'The header in which a trusted proxy says who asks.',
  }),
  groupsHeader: optional('groupsHeader', 'groups-header', 'NAME', {
    schema: HeaderName,
    allowed: 'the name of a header',
    help: 'The header in which it says their groups, with commas between.',
  }),
  jwtIssuer: optional('jwtIssuer', 'jwt-issuer', 'URL', {
    schema: SafeUrl,
    allowed: 'an address that begins with https://, or with http:// on this machine',
    help: 'Let in who has a token (JWT) of this issuer, as its iss says it.',
  }),
  jwtAudience: optional('jwtAudience', 'jwt-audience', 'NAME', {
    schema: Word,
    allowed: 'a text',
    help: 'For whom such a token must be, as its aud says it.',
  }),
  jwtJwks: optional('jwtJwks', 'jwt-jwks', 'URL', {
    schema: SafeUrl,
    allowed: 'an address that begins with https://, or with http:// on this machine',
    help: 'Where the keys of the issuer are; without it, where its discovery document says.',
  }),
  oidcIssuer: optional('oidcIssuer', 'oidc-issuer', 'URL', {
    schema: SafeUrl,
    allowed: 'an address that begins with https://, or with http:// on this machine',
    help: 'The identity provider (OpenID Connect) with which people can log in.',
  }),
  oidcClientId: optional('oidcClientId', 'oidc-client-id', 'ID', {
    schema: Word,
    allowed: 'a text',
    help: 'What the server is called there.',
  }),
  oidcClientSecret: optional('oidcClientSecret', 'oidc-client-secret', 'SECRET', {
    isSecret: true,
    schema: Word,
    allowed: 'a text',
    help: 'Its secret there, better given as a variable: what runs can be seen by others, flags and all.',
  }),
  oidcName: setting({
    flag: '--oidc-name',
    variable: 'TRIPTYCH_OIDC_NAME',
    fileKey: 'oidcName',
    option: 'oidcName',
    kind: 'text',
    placeholder: 'NAME',
    schema: z.string().min(1).max(60),
    allowed: 'a text of up to 60 characters',
    default: 'single sign-on',
    help: 'What the button that leads there calls it.',
  }),
  oidcOwners: optional('oidcOwners', 'oidc-owners', 'GROUP', {
    schema: Word,
    allowed: 'the name of a group',
    help: 'Whoever is in this group there owns the server, and nobody else who comes from there.',
  }),
  groupsClaim: optional('groupsClaim', 'groups-claim', 'NAME', {
    schema: Word,
    allowed: 'the name of a claim, with dots where it lies in others',
    help: 'The claim with the groups of a person; without it groups, where a token has it.',
  }),
  smtp: optional('smtp', 'smtp', 'URL', {
    isSecret: true,
    schema: SmtpUrl,
    allowed: 'the address of a mail server, such as smtp://user:password@host:587',
    help: 'Send invitations and links for new passwords by this mail server; better given as a variable, as it has a password in it.',
  }),
  mailFrom: optional('mailFrom', 'mail-from', 'ADDRESS', {
    schema: MailFrom,
    allowed: 'a mail address, such as triptych@example.com or Triptych <triptych@example.com>',
    help: 'From whom such mail comes.',
  }),
  tlsCert: optional('tlsCert', 'tls-cert', 'FILE', {
    schema: Path,
    allowed: 'the path of a file',
    help: 'Speak https, with the certificates of this file (PEM); read anew when it changes.',
  }),
  tlsKey: optional('tlsKey', 'tls-key', 'FILE', {
    schema: Path,
    allowed: 'the path of a file',
    help: 'The key of the certificate (PEM).',
  }),
}

export type WaysInValues = ValuesOf<typeof waysInSettings>

/** Which settings mean nothing without which other. */
const needs: readonly (readonly [keyof WaysInValues, keyof WaysInValues])[] = [
  ['jwtIssuer', 'jwtAudience'],
  ['jwtAudience', 'jwtIssuer'],
  ['jwtJwks', 'jwtIssuer'],
  ['oidcIssuer', 'oidcClientId'],
  ['oidcClientId', 'oidcIssuer'],
  ['oidcClientSecret', 'oidcIssuer'],
  ['oidcOwners', 'oidcIssuer'],
  ['accel', 'trustProxy'],
  ['authHeader', 'trustProxy'],
  ['groupsHeader', 'authHeader'],
  ['smtp', 'mailFrom'],
  ['mailFrom', 'smtp'],
  ['tlsCert', 'tlsKey'],
  ['tlsKey', 'tlsCert'],
]

export function refuseHalfWaysIn(
  values: WaysInValues & { auth: string; url: string | null },
): void {
  const isGiven = (key: keyof WaysInValues) => (values[key]?.length ?? 0) > 0
  const half = needs.find(([one, other]) => isGiven(one) && !isGiven(other))
  if (half) throw new ConfigError(`${half[0]} means nothing without ${half[1]}: give both`)
  // A link begins with what somebody has set, and not with what a stranger calls the server.
  if (isGiven('smtp') && values.url === null) {
    throw new ConfigError('smtp means nothing without url: mail has links in it that begin with it')
  }
  const way = (['jwtIssuer', 'oidcIssuer', 'authHeader', 'smtp'] as const).find(isGiven)
  if (way && values.auth !== 'accounts') {
    throw new ConfigError(`${way} is for people who have accounts: set auth to accounts, too`)
  }
}

/** A text that may be missing. */
function optional(
  key: string,
  flag: string,
  placeholder: string,
  { schema, ...said }: Pick<Option<string>, 'schema' | 'allowed' | 'help' | 'isSecret'>,
): Setting<string | null> {
  return {
    ...said,
    flag: `--${flag}`,
    variable: `TRIPTYCH_${flag.toUpperCase().replaceAll('-', '_')}`,
    fileKey: key,
    option: key,
    kind: 'text',
    placeholder,
    schema: schema.nullable(),
    default: null,
  }
}
