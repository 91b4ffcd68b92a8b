import type { Workspaces } from '../ports/workspaces.ts'
import { keepFor, keptFor } from './claim.ts'
import type { Claim } from './claim.ts'

/**
 * A workspace that is made carries the claim of its request in its own database, from its first
 * moment on: so the same request, when it comes again, takes it for its own.
 */
export function claimingWorkspaces(workspaces: Workspaces, claim: Claim): Workspaces {
  return {
    ...workspaces,
    async create(name, fill) {
      const made = await workspaces.create(name, async (workspace) => {
        await workspace.database.transact((stores) => keepFor(stores, claim, null))
        await fill?.(workspace)
      })
      if (made) return made
      const there = await workspaces.open(name)
      const isOurs = await there?.database.read((stores) => keptFor(stores, claim))
      return isOurs ? there : null
    },
  }
}
