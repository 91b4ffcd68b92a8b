import { accessSync, constants, existsSync, globSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from './config/config.ts'
import { processEnvironment } from './config/environment.ts'
import { workspaceSchemas } from './engines/postgres/drafts.ts'
import { openPostgres } from './engines/postgres/postgres.ts'
import { parseS3Address } from './engines/s3/address.ts'
import { credentialSource, findCredentials } from './engines/s3/credential-source.ts'
import { openS3 } from './engines/s3/object-store.ts'
import { regionOf } from './engines/s3/profile-credentials.ts'
import { lockFolder } from './engines/sqlite/folder-lock.ts'
import { schemaVersion } from './engines/sqlite/schema-version.ts'

/** `wrong`: the server would not start, or not work. */
export interface Finding {
  level: 'fine' | 'warning' | 'wrong'
  what: string
  /** What to do about it. */
  advice?: string
}

/** Looks at what a server with these settings would open, and changes nothing. */
export async function inspectData(config: Config): Promise<Finding[]> {
  return [
    ...(config.data === ':memory:' ? [inMemory] : inspectFolder(config)),
    ...(config.database === null ? [] : [await inspectPostgres(config.database)]),
    ...(config.storage === null ? [] : [await inspectBucket(config.storage)]),
    ...(config.files === null ? [] : [inspectFiles(config.files)]),
  ]
}

const inMemory: Finding = {
  level: 'warning',
  what: 'All data is in memory, and gone when the server stops.',
  advice: 'Give --data a folder.',
}

const [gibi, mebi] = [2 ** 30, 2 ** 20]

function inspectFolder({ data, database }: Config): Finding[] {
  const place = existingAbove(data)
  const findings = [inspectRights(data, place), inspectSpace(place)]
  if (place !== data) return findings
  if (database !== null) return findings
  const isRunning = isLocked(data)
  if (isRunning) findings.push({ level: 'fine', what: `A server is using the data in ${data}.` })
  return [...findings, ...globSync('workspaces/*/triptych.sqlite', { cwd: data }).map(inspectFile)]

  function inspectFile(file: string): Finding {
    const name = file.split(/[\\/]/)[1] ?? ''
    const path = join(data, file)
    try {
      if (statSync(path).size === 0) throw new Error('the file is empty')
      return aboutVersion(name, schemaVersion(path))
    } catch (error) {
      const what = `The database of the workspace ${name} cannot be read: ${messageOf(error)}.`
      return { level: 'wrong', what, advice: `Bring it back from a backup; it is ${path}.` }
    }
  }
}

/** What a folder that is not there yet will be made in. */
function existingAbove(folder: string): string {
  const above = dirname(folder)
  return existsSync(folder) || above === folder ? folder : existingAbove(above)
}

function inspectRights(data: string, place: string): Finding {
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK)
    if (!statSync(place).isDirectory()) throw new Error('it is no folder')
  } catch (error) {
    const what = `${place} cannot be written to: ${messageOf(error)}.`
    return {
      level: 'wrong',
      what,
      advice: 'Give this user the right to, or --data another folder.',
    }
  }
  const isNew = place !== data
  const what = isNew
    ? `The data folder ${data} is not there yet, and can be made.`
    : `The data folder is ${data}.`
  return { level: 'fine', what }
}

function inspectSpace(place: string): Finding {
  const { bavail, bsize } = statfsSync(place)
  const free = bavail * bsize
  const amount = free < gibi ? `${Math.floor(free / mebi)} MiB` : `${Math.floor(free / gibi)} GiB`
  const what = `${amount} are free on its disk.`
  if (free > gibi) return { level: 'fine', what }
  const level = free < 100 * mebi ? 'wrong' : 'warning'
  return { level, what, advice: 'Make room there, or give --data a folder on another disk.' }
}

function isLocked(data: string): boolean {
  if (!existsSync(join(data, 'lock'))) return false
  try {
    lockFolder(data)()
    return false
  } catch {
    return true
  }
}

function aboutVersion(name: string, { version, known }: ReturnType<typeof schemaVersion>): Finding {
  if (version > known) {
    const what = `The workspace ${name} was written by a newer Triptych (schema ${version}, this one knows ${known}).`
    return { level: 'wrong', what, advice: 'Start that version.' }
  }
  const state =
    version === known ? 'is up to date' : `will be brought from schema ${version} to ${known}`
  return { level: 'fine', what: `The database of the workspace ${name} ${state}.` }
}

async function inspectPostgres(url: string): Promise<Finding> {
  const postgres = openPostgres(url, { connections: 1 })
  try {
    const client = await postgres.connections.take()
    const { rows } = await client.query<[string, boolean]>({
      text: `select current_setting('server_version'),
                    pg_catalog.has_database_privilege(current_database(), 'create')`,
      rowMode: 'array',
    })
    const count = (await workspaceSchemas(client)).length
    postgres.connections.giveBack(client, 'sound')
    const [version = '', mayCreate = false] = rows[0] ?? []
    const what = `PostgreSQL ${version} answers; it has ${count} workspaces.`
    if (mayCreate) return { level: 'fine', what }
    const advice = 'grant create on database … to this user, else no workspace can be made.'
    return { level: 'wrong', what: `${what} The user may not create schemas there.`, advice }
  } catch (error) {
    const advice = 'See whether the database runs, and whether --database names it rightly.'
    return { level: 'wrong', what: `PostgreSQL: ${messageOf(error)}`, advice }
  } finally {
    await postgres.close()
  }
}

async function inspectBucket(url: string): Promise<Finding> {
  const told = processEnvironment()
  try {
    const credentials = credentialSource(() => findCredentials(told))
    const stores = openS3(parseS3Address(url, regionOf(told)), credentials, { retryForMs: 3000 })
    try {
      await stores.check()
    } finally {
      await stores.close()
    }
    return { level: 'fine', what: 'The bucket answers, and can be written to.' }
  } catch (error) {
    const advice =
      'See whether the store runs, whether --storage names the bucket rightly, and the credentials.'
    return { level: 'wrong', what: `S3: ${messageOf(error)}`, advice }
  }
}

function inspectFiles(files: string): Finding {
  if (existsSync(files)) return { level: 'fine', what: `The files of main are those in ${files}.` }
  const what = `There is no folder ${files} for the file manager.`
  return { level: 'wrong', what, advice: 'Make it, or give --files another.' }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
