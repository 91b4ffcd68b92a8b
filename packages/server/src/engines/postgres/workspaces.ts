import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { newMemo } from '../../memo.ts'
import type { Observe } from '../../observe/observation.ts'
import type { OpenVolume } from '../../ports/volume.ts'
import type { Workspace, Workspaces } from '../../ports/workspaces.ts'
import { openWorkspaces } from '../sql/core/open-workspaces.ts'
import { openPostgresDatabase } from './database.ts'
import { newDraft, sweepDrafts, workspaceSchemas, workspaceTitles } from './drafts.ts'
import type { Postgres } from './postgres.ts'

type Fill = (made: Workspace) => Promise<void>

interface Options {
  /** Closed with the workspaces. */
  postgres: Postgres
  /** Where the workspaces have their folders; `null` where nothing is kept on this disk. */
  folder: string | null
  openVolume: OpenVolume
  observe: Observe
}

/** One schema for each workspace. Other servers may have the same database. */
export function openPostgresWorkspaces(options: Options): Workspaces {
  const { postgres, folder, openVolume, observe } = options
  const { connections } = postgres
  const opened = openWorkspaces()
  const underWay = new Map<string, Promise<Workspace | null>>()
  const swept = sweepDrafts(connections)
  // Whoever asks first hears of it.
  swept.catch(() => {})
  let closed = false

  function homeOf(name: string): string | null {
    return folder && join(folder, 'workspaces', name)
  }

  async function openAt(name: string, schema: string, home: string | null): Promise<Workspace> {
    const database = await openPostgresDatabase(postgres, schema, observe)
    try {
      return { name, database, volume: await openVolume({ name, home, database }) }
    } catch (error) {
      await database.close()
      throw error
    }
  }

  function opening(name: string): Promise<Workspace> {
    return opened.open(name, () => openAt(name, schemaOf(name), homeOf(name)))
  }

  async function names(): Promise<string[]> {
    if (closed) throw stopping()
    await swept
    const client = await connections.take()
    let state: 'sound' | 'broken' = 'broken'
    try {
      const schemas = await workspaceSchemas(client)
      state = 'sound'
      return schemas.map(nameOf).toSorted()
    } finally {
      connections.giveBack(client, state)
    }
  }

  async function titles(): Promise<Map<string, string>> {
    if (closed) throw stopping()
    const client = await connections.take()
    let state: 'sound' | 'broken' = 'broken'
    try {
      const found = await workspaceTitles(client)
      state = 'sound'
      return new Map(found.map(([schema, title]) => [nameOf(schema), title]))
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
    let isDone = false
    try {
      const made = await openAt(name, draft.schema, home)
      try {
        await fill(made)
      } finally {
        await closeOne(made)
      }
      isDone = true
    } finally {
      if (!isDone) {
        await draft.finish(null)
        if (home) rmSync(home, { recursive: true, force: true })
      }
    }
    moveHome(home, homeOf(name))
    return (await draft.finish(schemaOf(name))) ? opening(name) : null
  }

  return {
    memo: newMemo(),
    hold: opened.hold,
    onClose: opened.onClose,
    async open(name) {
      const found = opened.get(name)
      if (found) return found
      if (closed) throw stopping()
      return (await names()).includes(name) ? opening(name) : null
    },
    async create(name, fill = async () => {}) {
      if (closed) throw stopping()
      if (underWay.has(name)) return null
      const made = make(name, fill)
      underWay.set(name, made)
      return made.finally(() => underWay.delete(name))
    },
    names,
    titles,
    async close() {
      if (closed) return
      closed = true
      await Promise.allSettled(underWay.values())
      await opened.closeAll()
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

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}

async function closeOne({ database, volume }: Workspace): Promise<void> {
  await volume.close()
  await database.close()
}
