import { parseArgs } from 'node:util'
import { ConfigError, quote } from '../config/config-error.ts'
import { fromText, refuseUnknown } from '../config/options.ts'
import type { Given, Option, Options } from '../config/options.ts'

/** What may stand on a command line. */
export interface Syntax {
  usage: string
  /** In their order, by what stands for them in the usage; `[FOLDER]` may be left out. */
  arguments: Record<string, string>
  options: Options
}

/** Reads flags and arguments, which may be mixed; their values are not checked. Throws `ConfigError`. */
export function readArguments(syntax: Syntax, argv: string[]): Given[] {
  const { usage, options } = syntax
  const flags = Object.entries(options).map(([key, { flag }]) => [flag, key] as const)
  const keys = new Map<string, string>(flags)
  const expected = Object.entries(syntax.arguments)
  const given = new Map<string, Given>()
  // A list takes everything up to the next flag.
  let openList: [string, string] | null = null

  for (const token of tokensOf(options, argv)) {
    if (token.kind === 'option-terminator') {
      openList = null
    } else if (token.kind === 'positional') {
      const [key, name] = openList ?? expected.shift() ?? []
      if (!key || !name)
        throw new ConfigError(`unexpected argument ${quote(token.value)}; usage: ${usage}`)
      add(given, key, name.replace(/^\[(.+)\]$/, '$1'), options[key], token.value)
    } else {
      const as = argv[token.index]?.split('=')[0] ?? token.rawName
      const key = keys.get(as) ?? refuseUnknown(as, token.value, [...keys.keys(), '--help'])
      const option = options[key]!
      add(given, key, as, option, valueOf(option, token))
      openList = option.kind === 'list' ? [key, as] : null
    }
  }

  const required = Object.entries(options).filter(([, option]) => option.default === undefined)
  const [missing] = [
    ...expected.map(([, name]) => name).filter((name) => !name.startsWith('[')),
    ...required.filter(([key]) => !given.has(key)).map(([, { flag }]) => flag),
  ]
  if (missing) throw new ConfigError(`${missing} is missing; usage: ${usage}`)
  return [...given.values()]
}

function tokensOf(options: Options, argv: string[]) {
  const types = Object.values(options).map(({ flag, kind }) => {
    const type = kind === 'switch' ? ('boolean' as const) : ('string' as const)
    return [flag.slice(2), { type }]
  })
  // Not strict: the messages of Node do not say what is allowed.
  const config = { strict: false, allowPositionals: true, tokens: true } as const
  return parseArgs({ args: argv, options: Object.fromEntries(types), ...config }).tokens
}

function valueOf(
  { flag, kind, placeholder, allowed }: Option<unknown>,
  { value, inlineValue }: { value: string | undefined; inlineValue: boolean | undefined },
): string {
  if (kind === 'switch') return value ?? 'true'
  const isMissing = value === undefined || (!inlineValue && value.startsWith('--'))
  if (isMissing) throw new ConfigError(`${flag} has no value; ${placeholder} must be ${allowed}`)
  return value
}

function add(
  given: Map<string, Given>,
  key: string,
  as: string,
  option: Option<unknown> | undefined,
  text: string,
): void {
  const value = fromText(option?.kind ?? 'text', text)
  const before = given.get(key)
  if (!before) {
    given.set(key, { key, as, value })
  } else if (Array.isArray(before.value) && Array.isArray(value)) {
    before.value = [...before.value, ...value]
  } else {
    throw new ConfigError(
      `${before.as} ${quote(before.value)} and ${as} ${quote(value)} set the same thing; only one of them is allowed`,
    )
  }
}
