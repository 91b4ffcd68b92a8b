import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ConfigError, quote } from './config-error.ts'
import { readEnvironment } from './environment.ts'
import { refuseUnknown, valuesOf } from './options.ts'
import { settings, settingsBy } from './settings.ts'
import { isLoopback } from './values.ts'
import { refuseHalfWaysIn } from './ways-in.ts'
import type { LogLevel } from '../observe/observation.ts'
import type { Environment } from './environment.ts'
import type { Given } from './options.ts'
import type { AuthMode, Dotfiles, Values } from './settings.ts'
import type { WaysInValues } from './ways-in.ts'

export interface Config extends WaysInValues {
  port: number
  host: string
  auth: AuthMode
  /** Where people find the page, for links; `null`: where it listens. */
  url: string | null
  /** Absolute, as is `files`; or `:memory:`, which keeps nothing on disk. */
  data: string
  /** The address of a PostgreSQL database; `null`: SQLite in the data folder. */
  database: string | null
  /** The most connections to it. */
  connections: number
  /** The most readers of `/events`. */
  eventReaders: number
  /** `null`: inside the data folder. */
  files: string | null
  /** The address of a bucket; `null`: the files lie in a folder. */
  storage: string | null
  /** `null`: hidden in a folder of somebody's own, shown in ours. */
  dotfiles: Dotfiles | null
  portableNames: boolean
  /** For how many days deleted files can come back. */
  trashDays: number
  /** A task with more children than this is lazy. */
  lazyAbove: number
  allowCycles: boolean
  /** The address of batches, without a slash. */
  batchPath: string
  /** What all addresses begin with: empty, or `/prefix` without a slash at its end. */
  base: string
  cors: string[]
  empty: boolean
  /** Nothing is shown at `/`. */
  noPage: boolean
  logLevel: LogLevel
  /** Seconds between the signal to stop and the end of accepting. */
  drain: number
  maxWorkspaces: number
  maxTables: number
  maxTasks: number
  planMemory: number
  /** The most bytes of files in a workspace; `null`: no limit. */
  quota: number | null
  /** How much is kept of each log; 0: all of it. */
  historyDays: number
  historySize: number
  /** How many former states of a file are kept, for how many days, and how many bytes of all files; `null`: any. */
  versions: number
  versionsDays: number
  versionsSize: number | null
  /** Requests a minute of each client; `null`: as many as are usual. */
  rateReads: number | null
  rateWrites: number | null
  /** How many files one client may upload at once. */
  clientUploads: number
  limits: Limits
}

export interface Limits {
  /** Bytes of a JSON body. */
  body: number
  /** Levels of nesting in a JSON body. */
  depth: number
  /** Entries on one page of `/changes`. */
  changes: number
  /** Bytes of an uploaded file. */
  upload: number
  /** Items of a batch. */
  batch: number
}

export interface Sources {
  /** What a command line says of settings. */
  flags: Given[]
  env: Environment
  cwd: string
}

const defaultFile = 'triptych.config.json'

/** Flags win over variables, variables over the config file. Throws `ConfigError`. */
export function loadConfig({ flags, env, cwd }: Sources): Config {
  const written = [...readEnvironment(env), ...flags]
  // Before the file is looked for, the path to it must be known to be one.
  valuesOf(settings, written)
  const file = readConfigFile(
    written.findLast(({ key }) => key === 'config'),
    cwd,
  )
  return shape(valuesOf(settings, [...file, ...written]), cwd)
}

/** What a program says of its own accord: any of the settings, and any of the limits. */
export type ConfigOptions = Partial<Omit<Config, 'limits'>> & { limits?: Partial<Limits> }

/** The same checks for a program that starts the server itself. Throws `ConfigError`. */
export function shapeConfig(options: ConfigOptions): Config {
  const { limits = {}, ...rest } = options
  const written = [
    ...Object.entries(rest),
    ...Object.entries(limits).map(([name, value]) => [`limits.${name}`, value] as const),
  ]
  const known = settingsBy('option')
  const given = written
    .filter(([, value]) => value !== undefined)
    .map(([as, value]): Given => ({
      key: known.get(as) ?? refuseUnknown(as, value, known.keys()),
      as,
      value,
    }))

  return shape(valuesOf(settings, given), process.cwd())
}

/** Reads the file that `chosen` names, or else the default one, which may be missing. */
function readConfigFile(chosen: Given | undefined, cwd: string): Given[] {
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
    return { key: known.get(name) ?? refuseUnknown(name, value, known.keys(), as), as, value }
  })
}

function shape(values: Values, cwd: string): Config {
  const { config: _, bodyLimit: body, depthLimit: depth, changesLimit: changes, ...more } = values
  const { uploadLimit: upload, batchLimit: batch, ...rest } = more
  const { storage, database, dotfiles } = rest
  const data = values.data === ':memory:' ? values.data : resolve(cwd, values.data)
  const files = values.files === null ? null : resolve(cwd, values.files)
  if (files !== null && (isWithin(data, files) || isWithin(files, data))) {
    throw new ConfigError(
      `files ${quote(values.files)} and the data folder lie in each other: whoever deletes files could delete the databases`,
    )
  }
  if (rest.auth === 'none' && !isLoopback(rest.host)) {
    throw new ConfigError(
      `host ${quote(rest.host)} lets everybody in who can reach it: add --auth accounts, or listen on 127.0.0.1`,
    )
  }
  if (storage !== null && files !== null) {
    throw new ConfigError('files lie in a folder or in a bucket: give files or storage, not both')
  }
  if (storage !== null && dotfiles !== null) {
    throw new ConfigError('dotfiles is for files in a folder: a bucket has none but our own')
  }
  if (database !== null && data === ':memory:' && storage === null && files === null) {
    throw new ConfigError(
      'a database that stays needs files that stay: give data, files or storage a place',
    )
  }
  if (storage !== null && database === null && data === ':memory:') {
    throw new ConfigError(
      'storage needs a database that stays: nobody would know the files of one in memory again',
    )
  }
  refuseHalfWaysIn(values)
  const [tlsCert, tlsKey] = [values.tlsCert, values.tlsKey].map((path) =>
    path === null ? null : resolve(cwd, path),
  ) as [string | null, string | null]
  return { ...rest, data, files, tlsCert, tlsKey, limits: { body, depth, changes, upload, batch } }
}

/** Also by links, as far as the folders are there already. */
function isWithin(inner: string, outer: string): boolean {
  const path = relative(real(outer), real(inner))
  const isOutside = path.split(sep)[0] === '..' || isAbsolute(path)
  return inner !== ':memory:' && outer !== ':memory:' && !isOutside
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path === dirname(path) ? path : join(real(dirname(path)), basename(path))
  }
}
