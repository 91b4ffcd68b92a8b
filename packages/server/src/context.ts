import type { NewChange } from '@triptych/contract/changes'
import type { Principal } from './auth/principal.ts'
import type { Drives } from './domain/files/drive/drive.ts'
import type { PreviewCache } from './ports/preview-cache.ts'
import type { Pictures } from './ports/pictures.ts'
import type { BodyCache } from './ports/body-cache.ts'
import type { Stores } from './ports/database.ts'
import type { Workspace, Workspaces } from './ports/workspaces.ts'

export interface PlanRules {
  /** A task with more children than this is lazy: they are sent on demand. */
  lazyAbove: number
  /** Refuse a new link that makes tasks wait for each other. */
  refuseCycles: boolean
}

/** What a use-case may touch. */
export interface Context {
  workspace: Workspace
  workspaces: Workspaces
  principal: Principal
  /** What the client calls itself, so that it can tell its own changes from others'. */
  origin: string | null
  now: () => Date
  newId: () => string
  bodies: BodyCache
  drives: Drives
  pictures: Pictures
  previews: PreviewCache
  planRules: PlanRules
  /**
   * Of a request that may come again, and must then do nothing: told of each change it makes, in the
   * transaction of that change.
   */
  keepAnswer?: (stores: Stores, change: NewChange) => Promise<void>
}
