import { homedir } from 'node:os'
import { ConfigError, quote } from './config-error.ts'
import { fromText, refuseUnknown } from './options.ts'
import { settings, settingsBy } from './settings.ts'
import type { Given } from './options.ts'

export type Environment = Record<string, string | undefined>

/** All variables that begin with `TRIPTYCH_` are ours, so that a misspelt one is noticed. */
export function readEnvironment(env: Environment): Given[] {
  const known = settingsBy('variable')

  return Object.entries(env).flatMap(([name, text]) => {
    if (!name.startsWith('TRIPTYCH_') || text === undefined || name === pathsVariable) return []
    const key = known.get(name) ?? refuseUnknown(name, text, known.keys())
    return [{ key, as: name, value: fromText(settings[key].kind, text) }]
  })
}

/** What the process was told for other programs too: where credentials for a bucket are looked for. */
export function processEnvironment(): { variables: Environment; home: string } {
  return { variables: process.env, home: homedir() }
}

const pathsVariable = 'TRIPTYCH_PATHS'

/**
 * How the folder of the files is held open, for whoever wants to see on Linux what other systems have. No setting: what the
 * system has is right for everybody else.
 */
export function chosenPaths(env: Environment = process.env): 'descriptors' | 'portable' | null {
  const text = env[pathsVariable] ?? ''
  if (text === '') return null
  if (text === 'descriptors' || text === 'portable') return text
  throw new ConfigError(`${pathsVariable} is ${quote(text)}, but must be descriptors or portable`)
}
