import { isIP, isIPv4, isIPv6 } from 'node:net'
import { z } from 'zod'

/** The values a setting can have. What each allows is said to people in the settings table. */

export function wholeNumber(least: number, most: number): z.ZodType<number> {
  return z.int().min(least).max(most)
}

export const Text: z.ZodType<string> = z.string()

export function oneOf<const Name extends string>(names: readonly Name[]): z.ZodType<Name> {
  return z.enum(names)
}

export const Path: z.ZodType<string> = z
  .string()
  .min(1)
  .refine((path) => !path.includes('\0'))

export const S3Url: z.ZodType<string> = address(/^s3:\/\//)
export const PostgresUrl: z.ZodType<string> = address(/^postgres(ql)?:\/\//)
export const HttpUrl: z.ZodType<string> = address(/^https?:\/\//)

/** A name or an address, without a port. */
export const Host: z.ZodType<string> = z
  .string()
  .refine((host) => isIP(host) !== 0 || /^(?=.{1,253}$)[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host))
  // Such as 127.1: a system may take it for an address, another one than it looks like.
  .refine((host) => isIP(host) !== 0 || !/^[\d.]+$/.test(host))

/** Answers it without a slash at its end. */
export const PageUrl: z.ZodType<string> = textAs((text) => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password
  return isPlain ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : null
})

/** Whoever could answer in the place of such an address could be anybody here. */
export const SafeUrl: z.ZodType<string> = z.string().refine((text) => {
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null
  if (url === null) return false
  const { protocol, hostname, username, password, hash } = url
  const isPlain = username === '' && password === '' && hash === ''
  const isHere = isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))
  return isPlain && (protocol === 'https:' || isHere)
})

/** Options of other programs, which stand behind `?` there, are not known here. */
export const SmtpUrl: z.ZodType<string> = z.string().refine((text) => {
  const url = /^smtps?:\/\//.test(text) ? URL.parse(text) : null
  if (url === null || url.hostname === '') return false
  return /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
})

/** An address, or a name and the address in angle brackets. */
export const MailFrom: z.ZodType<string> = z.string().refine((text) => {
  const [, address = text] = /^[^<>"\r\n]+<([^<>]+)>$/.exec(text) ?? []
  return z.email().max(254).safeParse(address).success
})

/** An address, or one with how many of its bits count. */
export const Network: z.ZodType<string> = z.string().refine((text) => {
  const [address = '', bits = '0', ...more] = text.split('/')
  const most = isIPv4(address) ? 32 : 128
  const isAddress = isIPv4(address) || (isIPv6(address) && !address.includes('%'))
  return isAddress && /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0
})

export const HeaderName: z.ZodType<string> = z.string().regex(/^[!#$%&'*+.^_`|~\w-]{1,100}$/)

/** Answers the prefix without a slash at its end, so that `/` and nothing are the same. */
export const BasePath: z.ZodType<string> = z
  .string()
  .regex(/^(\/|$)/)
  .transform((path) => path.replaceAll(/\/+/g, '/').replace(/\/$/, ''))
  .refine((path) => /^(\/[\w.~-]+)*$/.test(path) && !/\/\.{1,2}(\/|$)/.test(path))

/** Text that `read` makes something of; it answers `null` where it cannot. */
export function textAs<T>(read: (text: string) => T | null): z.ZodType<T> {
  return z.string().transform((text, context) => {
    const value = read(text)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message: 'cannot be read' })
    return z.NEVER
  })
}

/** Answers the origin as browsers send it: in lower case, without the port that the scheme implies. */
export const Origin: z.ZodType<string> = textAs((text) => {
  if (text === '*') return text
  const isOrigin = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@,*\\]+$/i.test(text) && URL.canParse(text)
  if (!isOrigin) return null
  const { origin } = new URL(text)
  // URL gives no origin to the schemes it does not know, such as those of apps.
  return origin === 'null' ? text.toLowerCase() : origin
})

function address(scheme: RegExp): z.ZodType<string> {
  return z.string().refine((text) => scheme.test(text) && URL.canParse(text))
}

/** Whether only this machine can reach what listens on `host`. */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith('127.')
  return host === '::1' || host === 'localhost'
}
