import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PoolClient } from 'pg'
import { newMemo } from '../../memo.ts'
import type { Observe } from '../../observe/observation.ts'
import type { OpenVolume } from '../../ports/volume.ts'
import type { Workspace, Workspaces } from '../../ports/workspaces.ts'
import {
  closeWorkspace,
  eraseWorkspace,
  openWorkspaces,
  stopping,
} from '../sql/core/open-workspaces.ts'
import { openPostgresDatabase } from './database.ts'
import { newDraft, sweepDrafts, workspaceSchemas, workspaceTitles } from './drafts.ts'
import type { Postgres } from './postgres.ts'
import { dropSchema, putAside, putBack, removedSchemas } from './removed-schemas.ts'
import type { RemovedSchema } from './removed-schemas.ts'

/** On which servers tell each other that a workspace was removed: no schema has such a name. */
const removedChannel = 'workspaces/removed'

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

  function asideHome(schema: string): string | null {
    return folder && join(folder, 'removed', schema)
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

  async function asking<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (closed) throw stopping()
    const client = await connections.take()
    let state: 'sound' | 'broken' = 'broken'
    try {
      const answer = await work(client)
      state = 'sound'
      return answer
    } finally {
      connections.giveBack(client, state)
    }
  }

  async function names(): Promise<string[]> {
    if (closed) throw stopping()
    await swept
    const all = (await asking(workspaceSchemas)).map(nameOf)
    return all.filter((name) => !opened.isLeaving(name)).toSorted()
  }

  async function titles(): Promise<Map<string, string>> {
    const found = await asking(workspaceTitles)
    return new Map(found.map(([schema, title]) => [nameOf(schema), title]))
  }

  async function removedOf(name: string): Promise<RemovedSchema | null> {
    const all = await asking(removedSchemas)
    return all.find((one) => one.name === name) ?? null
  }

  /** What another server has removed is closed here, too. */
  async function partFromGone(): Promise<void> {
    const open = opened.names()
    if (closed || open.length === 0) return
    const there = await asking(workspaceSchemas)
    for (const name of open.filter((one) => !there.includes(schemaOf(one)))) {
      const workspace = await opened.peek(name)
      if (workspace && !opened.isLeaving(name)) {
        await opened.part(workspace, () => closeWorkspace(workspace))
      }
    }
  }

  let parting: Promise<void> = Promise.resolve()
  const deaf = postgres.notifications.on(removedChannel, () => {
    parting = parting.then(partFromGone).catch(() => {})
  })

  /** It is made under names that no workspace can have, and gets its own when it is complete. */
  async function make(name: string, fill: Fill): Promise<Workspace | null> {
    const isTaken = (await names()).includes(name) || (await removedOf(name)) !== null
    if (isTaken || opened.isLeaving(name)) return null
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
        await closeWorkspace(made)
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
    onLeave: opened.onLeave,
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
    async remove(name, removedAt, last) {
      const workspace = (await names()).includes(name) ? await opening(name) : null
      // Another may have been quicker.
      if (!workspace || opened.isLeaving(name)) return false
      let aside: string | null = null
      await opened.part(workspace, async () => {
        const title = await workspace.database.read((stores) => stores.title.get())
        await last(workspace)
        await closeWorkspace(workspace)
        aside = await asking((client) =>
          putAside(client, schemaOf(name), { name, title, removedAt }),
        )
        // Where we end before this, it stays, and is found there when the schema comes back.
        if (aside !== null) moveHome(homeOf(name), asideHome(aside))
      })
      postgres.notifications.tell(removedChannel)
      return aside !== null
    },
    async removed() {
      const all = await asking(removedSchemas)
      return all
        .map(({ name, title, removedAt }) => ({ name, title, removedAt }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
    async restore(name) {
      const found = await removedOf(name)
      if (!found) return false
      moveHome(asideHome(found.schema), homeOf(name))
      return asking((client) => putBack(client, found.schema, schemaOf(name)))
    },
    async forget(name) {
      const found = await removedOf(name)
      if (!found) return false
      const home = asideHome(found.schema)
      await eraseWorkspace(await openAt(name, found.schema, home))
      await asking((client) => dropSchema(client, found.schema))
      if (home) rmSync(home, { recursive: true, force: true })
      return true
    },
    async close() {
      if (closed) return
      closed = true
      deaf()
      await parting
      await Promise.allSettled(underWay.values())
      await opened.closeAll()
      await postgres.close()
    },
  }
}

/** A folder that stands there belongs to no workspace here; it may be somebody's all the same. */
function moveHome(from: string | null, to: string | null): void {
  if (!from || !to || !existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true })
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
