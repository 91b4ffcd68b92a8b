import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import type { Observe } from '../../observe/observation.ts'
import type { Storages, Workspace, Workspaces } from '../../ports/workspaces.ts'
import { openPostgresDatabase } from './database.ts'
import { newDraft, sweepDrafts, workspaceSchemas } from './drafts.ts'
import { openPostgres } from './postgres.ts'
import type { PostgresOptions } from './postgres.ts'

type Fill = (made: Workspace) => Promise<void>

interface Options extends PostgresOptions {
  url: string
  /** Where the workspaces have their folders; `null` where nothing is kept on this disk. */
  folder: string | null
  storages: Storages
  observe: Observe
}

/** One schema for each workspace. Other servers may have the same database. */
export function openPostgresWorkspaces(options: Options): Workspaces {
  const { url, folder, storages, observe } = options
  const postgres = openPostgres(url, options)
  const { connections } = postgres
  const opened = new Map<string, Promise<Workspace>>()
  const underWay = new Map<string, Promise<Workspace | null>>()
  let swept: Promise<void> | null = null
  let closed = false

  function sweep(): Promise<void> {
    return sweepDrafts(connections, (id) => storages.discard(id)).catch((error: unknown) =>
      observe({ kind: 'failure', requestId: null, where: 'workspaces', error }),
    )
  }

  function homeOf(name: string): string | null {
    return folder && join(folder, 'workspaces', name)
  }

  async function openAt(name: string, schema: string, home: string | null): Promise<Workspace> {
    const database = await openPostgresDatabase(postgres, schema, observe)
    try {
      return { name, database, storage: await storages.open({ name, home, database }) }
    } catch (error) {
      await database.close()
      throw error
    }
  }

  function opening(name: string): Promise<Workspace> {
    const workspace = openAt(name, schemaOf(name), homeOf(name))
    opened.set(name, workspace)
    workspace.catch(() => opened.delete(name))
    return workspace
  }

  async function names(): Promise<string[]> {
    const client = await connections.take()
    let state: 'sound' | 'broken' = 'broken'
    try {
      const schemas = await workspaceSchemas(client)
      state = 'sound'
      // Not before the database has answered once: whoever asks hears it if it does not.
      if (!closed) swept ??= sweep()
      return schemas.map(nameOf).toSorted()
    } finally {
      connections.giveBack(client, state)
    }
  }

  /** It is made under names that no workspace can have, and gets its own when it is complete. */
  async function make(name: string, fill: Fill): Promise<Workspace | null> {
    if ((await names()).includes(name)) return null
    const home = homeOf(`.${name}`)
    if (home) {
      rmSync(home, { recursive: true, force: true })
      mkdirSync(home, { recursive: true })
    }
    const draft = await newDraft(connections)
    let id: string | null = null
    try {
      const made = await openAt(name, draft.schema, home)
      id = made.database.id
      try {
        await fill(made)
      } finally {
        await closeOne(made)
      }
    } catch (error) {
      // A store that cannot be asked now is cleared up by whoever finds the draft.
      const isCleared = id === null || (await storages.discard(id).then(yes, no))
      await (isCleared ? draft.finish(null) : draft.abandon())
      if (home) rmSync(home, { recursive: true, force: true })
      throw error
    }
    moveHome(home, homeOf(name))
    if (await draft.finish(schemaOf(name))) return opening(name)
    await storages.discard(id)
    return null
  }

  return {
    async open(name) {
      const found = opened.get(name)
      if (found) return found
      if (closed) throw stopping()
      return (await names()).includes(name) ? (opened.get(name) ?? opening(name)) : null
    },
    async create(name, fill = async () => {}) {
      if (closed) throw stopping()
      if (opened.has(name) || underWay.has(name)) return null
      const made = make(name, fill)
      underWay.set(name, made)
      return made.finally(() => underWay.delete(name))
    },
    names,
    async close() {
      if (closed) return
      closed = true
      await Promise.allSettled([...underWay.values(), swept])
      for (const workspace of opened.values()) await workspace.then(closeOne, () => {})
      await postgres.close()
    },
  }
}

/** A folder that stands there belongs to no workspace here; it may be somebody's all the same. */
function moveHome(from: string | null, to: string | null): void {
  if (!from || !to) return
  if (existsSync(to)) renameSync(to, `${to}.before-${Date.now()}`)
  renameSync(from, to)
}

/** A schema has the name of its workspace, but for one name that every database has already. */
function schemaOf(name: string): string {
  return name === 'public' ? 'Public' : name
}

function nameOf(schema: string): string {
  return schema === 'Public' ? 'public' : schema
}

const yes = (): boolean => true
const no = (): boolean => false

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}

async function closeOne({ database, storage }: Workspace): Promise<void> {
  if (storage.kind === 'disk') await storage.close()
  await database.close()
}
