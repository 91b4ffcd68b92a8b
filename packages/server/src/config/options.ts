import { z } from 'zod'
import { ConfigError, quote, suggest } from './config-error.ts'

/** Something that can be told to a command by a flag. */
export interface Option<T> {
  flag: `--${string}`
  /** How the text of a flag or a variable is read. */
  kind: 'text' | 'number' | 'switch' | 'list'
  /** Stands for the value in the help; a switch has none. */
  placeholder: string | null
  schema: z.ZodType<T>
  /** Says what the schema allows, after "must be". */
  allowed: string
  /** Without one, the flag has to be given. */
  default?: T
  /** Then it is never written anywhere, not even where it is wrong. */
  isSecret?: true
  help: string
}

export type Options = Record<string, Option<unknown>>
export type ValuesOf<Some extends Options> = {
  [Key in keyof Some]: Some[Key] extends Option<infer T> ? T : never
}

/** A value that somebody wrote, not checked yet. */
export interface Given {
  /** That of an option. */
  key: string
  /** As it was written: `--port`, `TRIPTYCH_PORT`, `port in triptych.config.json`. */
  as: string
  value: unknown
}

type Flag = Option<unknown>['flag']

/** Off, unless its flag is given. */
export function toggle(flag: Flag, help: string): Option<boolean> {
  const row = { placeholder: null, schema: z.boolean(), allowed: 'true or false', default: false }
  return { ...row, flag, kind: 'switch', help }
}

export function text<T>(
  flag: Flag,
  placeholder: string,
  row: Pick<Option<T>, 'schema' | 'allowed' | 'default' | 'help'>,
): Option<T> {
  return { ...row, flag, placeholder, kind: 'text' }
}

/** As the help and the reference call it. */
export function flagName({ flag, placeholder }: Option<unknown>): string {
  return placeholder === null ? flag : `${flag} ${placeholder}`
}

/** As it would be written; empty where there is none. */
export function defaultOf({ default: value }: Option<unknown>): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function refuseUnknown(
  name: string,
  value: unknown,
  known: Iterable<string>,
  as = name,
): never {
  const isSecret = /secr|passw|token/i.test(name)
  const written = value === undefined || isSecret ? '' : ` (value ${quote(value)})`
  throw new ConfigError(`${as}${written} is unknown; ${suggest(name, known)}`)
}

/** Reads a flag's or a variable's text; what cannot be read stays text, for the check to refuse. */
export function fromText(kind: Option<unknown>['kind'], text: string): unknown {
  if (kind === 'number') return /^\d+$/.test(text) ? Number(text) : text
  if (kind === 'switch') return text === 'true' || (text === 'false' ? false : text)
  if (kind === 'list') return text === '' ? [] : text.split(',').map((item) => item.trim())
  return text
}

/** Checks everything that was given; of two values for one key the later one holds. */
export function valuesOf<Some extends Options>(options: Some, given: Given[]): ValuesOf<Some> {
  const checked = given.map((one) => [one.key, check(options[one.key], one)])
  const defaults = Object.entries(options).map(([key, option]) => [key, option.default])
  // Each value has passed the schema of its own key.
  return Object.fromEntries([...defaults, ...checked]) as ValuesOf<Some>
}

/** Arguments are no options, and take any text. */
function check(option: Option<unknown> | undefined, { as, value }: Given): unknown {
  if (!option) return value
  const result = option.schema.safeParse(value)
  if (result.success) return result.data
  if (option.isSecret) throw new ConfigError(`${as} must be ${option.allowed}`)
  const wrong = culprit(value, result.error.issues[0]?.path ?? [])
  throw new ConfigError(`${as} is ${quote(wrong)}, but must be ${option.allowed}`)
}

/** In a list, the item that is wrong. */
function culprit(value: unknown, path: PropertyKey[]): unknown {
  const [index] = path
  return Array.isArray(value) && typeof index === 'number' ? value[index] : value
}
