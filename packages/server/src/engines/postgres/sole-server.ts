import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { AppError } from '../../errors.ts'
import { inOurWords } from './in-our-words.ts'

/** A server that was just stopped or killed may still seem to be there. */
const patienceMs = 10_000
const againMs = 500

export interface SoleServer {
  /** Resolves when this server has the database to itself; fails when another one has. */
  granted: Promise<void>
  release(): Promise<void>
}

/**
 * For a server whose files lie in a folder: another one on the same database would have another
 * folder, and to each of them the files of the other would look deleted. The lock is held by a
 * connection of its own, and is free as soon as that is gone.
 */
export function soleServer(url: string, failed: (error: unknown) => void): SoleServer {
  let client: Client | null = null
  let isReleased = false

  async function isGranted(): Promise<boolean> {
    const next = new Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'triptych alone',
    })
    next.on('error', () => {})
    try {
      await next.connect()
      const { rows } = await next.query<[boolean]>({
        text: `select pg_catalog.pg_try_advisory_lock(
                 pg_catalog.hashtext('triptych'), pg_catalog.hashtext('files in a folder'))`,
        rowMode: 'array',
      })
      if (rows[0]?.[0] !== true || isReleased) {
        await next.end()
        return false
      }
      client = next
      next.on('end', () => void hold().catch(failed))
      return true
    } catch (error) {
      await next.end().catch(() => {})
      throw inOurWords(error)
    }
  }

  async function hold(): Promise<void> {
    client = null
    const until = performance.now() + patienceMs
    let failure: unknown = null
    while (!isReleased) {
      const granted = await isGranted().catch((error: unknown) => {
        failure = error
        return false
      })
      if (granted) return
      if (performance.now() > until) throw failure ?? taken()
      await pause(againMs)
    }
  }

  const granted = hold()
  // Whoever opens a workspace hears of it.
  granted.catch(() => {})
  return {
    granted,
    async release() {
      isReleased = true
      await granted.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}

function taken(): AppError {
  return new AppError(
    'unavailable',
    'Another server has this database, and files in a folder have only one server; with --storage there can be several.',
  )
}
