import { newMemo } from '../../memo.ts'
import type { Observe } from '../../observe/observation.ts'
import type { OpenVolume } from '../../ports/volume.ts'
import type { Workspace, Workspaces } from '../../ports/workspaces.ts'
import {
  closeWorkspace,
  eraseWorkspace,
  openWorkspaces,
  stopping,
  titlesOf,
} from '../sql/core/open-workspaces.ts'
import type { OpenRules } from '../sql/core/open-workspaces.ts'
import { openSqliteDatabase } from './database.ts'

/** What is closed would be gone. */
const neverClosed: OpenRules = { most: Infinity, idleMs: Infinity, graceMs: Infinity }

export function inMemory(openVolume: OpenVolume, observe: Observe): Workspaces {
  const opened = openWorkspaces(neverClosed)
  const aside = new Map<string, { workspace: Workspace; removedAt: Date }>()
  const names = new Set<string>()
  let closed = false
  const titleOf = async (name: string): Promise<string | null> =>
    (await opened.peek(name))?.database.read(({ title }) => title.get()) ?? null

  return {
    memo: newMemo(),
    hold: opened.hold,
    onClose: opened.onClose,
    onLeave: opened.onLeave,
    open: async (name) => opened.get(name) ?? null,
    async create(name, fill = async () => {}) {
      if (closed) throw stopping()
      if (names.has(name)) return null
      names.add(name)
      const database = openSqliteDatabase(':memory:', observe)
      try {
        const made = { name, database, volume: await openVolume({ name, home: null, database }) }
        await fill(made)
        return await opened.open(name, async () => made)
      } catch (error) {
        names.delete(name)
        throw error
      }
    },
    names: async () => opened.names().toSorted(),
    titles: () => titlesOf(opened.names(), titleOf),
    async remove(name, removedAt, last) {
      const workspace = await opened.get(name)
      // Another may have been quicker.
      if (!workspace || opened.isLeaving(name)) return false
      await opened.part(workspace, async () => {
        await last(workspace)
        aside.set(name, { workspace, removedAt })
      })
      return true
    },
    async removed() {
      const all = [...aside].map(async ([name, { workspace, removedAt }]) => {
        const title = await workspace.database.read((stores) => stores.title.get())
        return { name, title, removedAt }
      })
      return (await Promise.all(all)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
    async restore(name) {
      const found = aside.get(name)
      if (!found) return false
      aside.delete(name)
      await opened.open(name, async () => found.workspace)
      return true
    },
    async forget(name) {
      const found = aside.get(name)
      if (!found) return false
      aside.delete(name)
      await eraseWorkspace(found.workspace)
      names.delete(name)
      return true
    },
    async close() {
      if (closed) return
      closed = true
      await opened.closeAll()
      for (const { workspace } of aside.values()) await closeWorkspace(workspace)
    },
  }
}
