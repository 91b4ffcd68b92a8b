import { ConfigError, quote } from './config-error.ts'
import { settingKeys, settings } from './settings.ts'
import type { Setting, SettingKey, Values } from './settings.ts'

/** A value that somebody wrote for a setting, not checked yet. */
export interface Given {
  key: SettingKey
  /** The key as it was written: `--port`, `TRIPTYCH_PORT`, `port in triptych.config.json`. */
  as: string
  value: unknown
}

/** The settings under one kind of name, to look up what somebody wrote. */
export function settingsBy(
  name: 'flag' | 'variable' | 'fileKey' | 'option',
): Map<string, SettingKey> {
  const found = settingKeys.map((key) => [settings[key][name], key] as const)
  return new Map(found.filter((pair): pair is [string, SettingKey] => pair[0] !== null))
}

export function refuseUnknown(as: string, value: unknown, known: Map<string, SettingKey>): never {
  const written = value === undefined ? '' : ` (value ${quote(value)})`
  throw new ConfigError(
    `${as}${written} is not a setting; allowed are ${[...known.keys()].join(', ')}`,
  )
}

/** Reads a flag's or a variable's text; what cannot be read stays text, for the check to refuse. */
export function fromText(kind: Setting<unknown>['kind'], text: string): unknown {
  if (kind === 'number') return /^\d+$/.test(text) ? Number(text) : text
  if (kind === 'switch') return text === 'true' || (text === 'false' ? false : text)
  if (kind === 'list') return text === '' ? [] : text.split(',').map((item) => item.trim())
  return text
}

/** Checks everything that was given; of two values for one key the later one holds. */
export function valuesOf(given: Given[]): Values {
  const checked = given.map((one) => [one.key, check(one)])
  const defaults = settingKeys.map((key) => [key, settings[key].default])
  // Each value has passed the schema of its own key.
  return Object.fromEntries([...defaults, ...checked]) as Values
}

function check({ key, as, value }: Given): unknown {
  const { schema, allowed } = settings[key]
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ConfigError(
    `${as} is ${quote(culprit(value, result.error.issues[0]?.path ?? []))}, but must be ${allowed}`,
  )
}

/** In a list, the item that is wrong. */
function culprit(value: unknown, path: PropertyKey[]): unknown {
  const [index] = path
  return Array.isArray(value) && typeof index === 'number' ? value[index] : value
}
