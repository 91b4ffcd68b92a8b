import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { importAsItIs } from '../bin/import-as-it-is.js'
import { tooOld } from '../bin/node-version.js'
import type * as Main from './main.ts'
import type { Triptych, TriptychHooks, TriptychOptions } from './main.ts'

export type { Triptych, TriptychOptions } from './main.ts'
export type { Authenticate, KnownPerson } from './auth/application.ts'
export type { Config } from './config/config.ts'
export type { CredentialProvider, Credentials } from './ports/credentials.ts'

/** Opens the data and wires everything together. `data: ':memory:'` keeps nothing on disk. */
export async function createTriptych(
  options?: TriptychOptions,
  hooks?: TriptychHooks,
): Promise<Triptych> {
  const refusal = tooOld()
  if (refusal) throw new Error(refusal)
  const main = (await importAsItIs(placeOfMain())) as typeof Main
  return main.createTriptych(options, hooks)
}

/**
 * The server has files of its own beside it (the page, migrations, programs of other threads), which a bundler does
 * not take along. So it is imported only now, from where it was installed, even when these lines are in a bundle.
 */
function placeOfMain(): string {
  const here = fileURLToPath(import.meta.url)
  const beside = join(dirname(here), `main${extname(here)}`)
  if (existsSync(beside)) return pathToFileURL(beside).href
  // An app that was moved has it in a folder above its own code, wherever it is started from.
  const places = [here, join(process.cwd(), 'package.json')]
  const found = places.flatMap((place) => findMain(place) ?? [])
  if (!found[0]) throw new Error(`triptych-server is not installed above ${places.join(' or ')}.`)
  return pathToFileURL(found[0]).href
}

function findMain(from: string): string | null {
  try {
    return createRequire(from).resolve('triptych-server/main')
  } catch {
    return null
  }
}
