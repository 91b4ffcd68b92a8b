import { parseArgs } from 'node:util'
import { ConfigError, quote } from './config-error.ts'
import { fromText, refuseUnknown, settingsBy } from './given.ts'
import { settingKeys, settings } from './settings.ts'
import type { Given } from './given.ts'
import type { SettingKey } from './settings.ts'

/** Flags in any order, and at most one FOLDER. */
export function readFlags(argv: string[]): Given[] {
  const known = settingsBy('flag')
  const given = new Map<SettingKey, Given>()
  // A list flag takes everything up to the next flag.
  let openList: SettingKey | null = null

  for (const token of tokensOf(argv)) {
    if (token.kind === 'option-terminator') {
      openList = null
      continue
    }
    if (token.kind === 'positional') {
      add(given, openList ?? 'files', openList ? settings[openList].flag : 'FOLDER', token.value)
      continue
    }

    const as = argv[token.index]?.split('=')[0] ?? token.rawName
    const key = known.get(as)
    if (!key) refuseUnknown(as, token.value, known)
    add(given, key, as, valueOf(key, as, token))
    openList = settings[key].kind === 'list' ? key : null
  }
  return [...given.values()]
}

function tokensOf(argv: string[]) {
  const options = Object.fromEntries(
    settingKeys.map((key) => {
      const { flag, kind } = settings[key]
      return [flag.slice(2), { type: kind === 'switch' ? 'boolean' : 'string' } as const]
    }),
  )
  // Not strict: the messages of Node do not say what is allowed.
  const { tokens } = parseArgs({
    args: argv,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  return tokens
}

function valueOf(
  key: SettingKey,
  as: string,
  { value, inlineValue }: { value: string | undefined; inlineValue: boolean | undefined },
): string {
  const { kind, placeholder, allowed } = settings[key]
  if (kind === 'switch') return value ?? 'true'
  const isMissing = value === undefined || (!inlineValue && value.startsWith('--'))
  if (isMissing) throw new ConfigError(`${as} has no value; ${placeholder} must be ${allowed}`)
  return value
}

function add(given: Map<SettingKey, Given>, key: SettingKey, as: string, text: string): void {
  const value = fromText(settings[key].kind, text)
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
