import { readFileSync, readdirSync } from 'node:fs'

export interface Migration {
  /** `010-drive.sql`: the same number and name in every engine. */
  name: string
  text: string
}

/** The first line of a migration that an engine has only for its number. */
const idle = '-- Nothing to do here.'

/**
 * The migrations of an engine in their order. The version of a database is how many of them it has
 * seen; idle ones do not count, so that databases kept their versions when numbers were made alike.
 */
export function migrationsIn(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
    .filter(({ text }) => !text.startsWith(idle))
}
