import type { Entry, Role } from '@triptych/contract/accounts'
import { createContext, useContext } from 'react'

/** What whoever sees the page may do in its workspace. What they may not is not offered. */
export interface Rights {
  /** Change files, the plan and tables. */
  change: boolean
  /** Comment on them. */
  comment: boolean
  /** Say who else may do what in this workspace. */
  manage: boolean
  /** How much may be kept in it, and what is left of the shares of others. */
  limit: boolean
  /** All accounts and workspaces. */
  administer: boolean
  /** Have something for themselves: they are known by an account. */
  own: boolean
}

/** Where nobody is asked who they are, there is nobody to manage. */
const open: Rights = {
  change: true,
  comment: true,
  manage: false,
  limit: true,
  administer: true,
  own: false,
}

/** `null`: the workspace is none of theirs. */
export function rightsOf({ accounts, you }: Entry, workspace: string): Rights | null {
  if (!accounts) return open
  if (!you) return null
  const role = you.isOwner ? 'owner' : roleIn(you.places, workspace)
  if (!role) return null
  const isOwner = role === 'owner'
  return {
    change: isOwner || role === 'editor',
    comment: role !== 'reader',
    manage: isOwner,
    limit: isOwner,
    administer: you.isOwner,
    own: true,
  }
}

function roleIn(places: readonly { workspace: string; role: Role }[], name: string): Role | null {
  return places.find(({ workspace }) => workspace === name)?.role ?? null
}

export const RightsContext = createContext<Rights>(open)

export function useRights(): Rights {
  return useContext(RightsContext)
}
