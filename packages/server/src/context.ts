import type { Asker } from './asker.ts'
import type { Author } from './author.ts'
import type { Budget } from './budget.ts'
import type { Arrivals } from './concurrency/arrivals.ts'
import type { KeptPlans, Settling } from './domain/gantt/kept-plans.ts'
import type { AccountsDatabase } from './ports/accounts.ts'
import type { Pictures, PreviewCache } from './ports/pictures.ts'
import type { BodyCache } from './ports/body-cache.ts'
import type { Drives, Workspace, Workspaces } from './ports/workspaces.ts'

export interface GanttRules {
  /** A task with more children than this is lazy: they are sent on demand. */
  lazyAbove: number
  /** Refuse a new link that makes tasks wait for each other. */
  refuseCycles: boolean
  /** How many tasks a plan may have. */
  maxTasks: number
}

export interface TableRules {
  /** How many tables a workspace may have. */
  maxTables: number
}

/** What a use-case may touch. */
export interface Context extends Author {
  workspace: Workspace
  workspaces: Workspaces
  /** `null`: there are none, and whoever comes may do everything. */
  accounts: AccountsDatabase | null
  newId: () => string
  /** `null`: the server itself. */
  asker: Asker | null
  budget: Budget
  bodies: BodyCache
  plans: KeptPlans
  drives: Drives
  /** Uploads that are on their way, by the folder they go to. */
  arrivals: Arrivals
  pictures: Pictures
  previews: PreviewCache
  ganttRules: GanttRules
  tableRules: TableRules
  /** Of what is part of a larger change, at the end of which the plan is put in order. */
  together?: { settling: Settling; settlePlan: () => Promise<void> }
}
