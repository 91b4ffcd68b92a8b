import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { ConfigError, quote } from './config-error.ts'
import { refuseUnknown, settingsBy } from './given.ts'
import type { Given } from './given.ts'

export const defaultFile = 'triptych.config.json'

/** Reads the file that `chosen` names, or else the default one, which may be missing. */
export function readConfigFile(chosen: Given | undefined, cwd: string): Given[] {
  // `chosen` was checked as a path already.
  const path = resolve(cwd, chosen ? String(chosen.value) : defaultFile)
  const as = chosen ? `${chosen.as} ${quote(chosen.value)}` : defaultFile

  const text = readText(path, as, chosen === undefined)
  return text === null ? [] : entriesOf(parse(text, as), basename(path))
}

function readText(path: string, as: string, mayBeMissing: boolean): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (mayBeMissing && code === 'ENOENT') return null
    throw new ConfigError(`${as} cannot be read (${code}); it must be a JSON file`, {
      cause: error,
    })
  }
}

function parse(text: string, as: string): object {
  try {
    const content: unknown = JSON.parse(text)
    if (content !== null && typeof content === 'object' && !Array.isArray(content)) return content
  } catch (error) {
    throw new ConfigError(`${as} is not valid JSON: ${(error as SyntaxError).message}`, {
      cause: error,
    })
  }
  throw new ConfigError(`${as} holds ${quote(JSON.parse(text))}, but must hold one JSON object`)
}

function entriesOf(content: object, file: string): Given[] {
  const known = settingsBy('fileKey')

  return Object.entries(content).map(([name, value]) => {
    const as = `${name} in ${file}`
    return { key: known.get(name) ?? refuseUnknown(as, value, known), as, value }
  })
}
