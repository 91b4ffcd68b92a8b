import type { Entry, Role } from '@triptych/contract/accounts'
import { createContext, useContext } from 'react'

/** What whoever sees the page may do in its workspace. What they may not is not offered. */
export interface Rights {
  /** Change files, the plan and tables. */
  change: boolean
  /** Say who else may do what in this workspace. */
  manage: boolean
  /** All accounts and workspaces. */
  administer: boolean
}

/** `null`: the workspace is none of theirs. */
export function rightsOf({ accounts, you }: Entry, workspace: string): Rights | null {
  if (!accounts) return { change: true, manage: false, administer: true }
  if (!you) return null
  const role = you.isOwner ? 'owner' : roleIn(you.places, workspace)
  if (!role) return null
  return { change: role !== 'reader', manage: role === 'owner', administer: you.isOwner }
}

function roleIn(places: readonly { workspace: string; role: Role }[], name: string): Role | null {
  return places.find(({ workspace }) => workspace === name)?.role ?? null
}

export const RightsContext = createContext<Rights>({
  change: true,
  manage: false,
  administer: true,
})

export function useRights(): Rights {
  return useContext(RightsContext)
}
