import type { AccountsDatabase } from '../../ports/accounts.ts'
import type { Drives, Workspaces } from '../../ports/workspaces.ts'
import { forgetDeleted, keptUntil } from './delete-workspace.ts'

export interface DeletedSweeper {
  /** Happens by itself every hour. */
  sweep(): Promise<void>
  /** Ends after the one that is being taken away. */
  close(): Promise<void>
}

const everyMs = 60 * 60 * 1000

interface Parts {
  workspaces: Workspaces
  drives: Pick<Drives, 'trashDays'>
  accounts: AccountsDatabase | null
  now: () => Date
  failed: (error: unknown) => void
}

/** Deleted workspaces go for good when their time is over. Two servers who do the same do no harm. */
export function openDeletedSweeper(parts: Parts): DeletedSweeper {
  const { workspaces, drives, now, failed } = parts
  let isClosed = false
  let sweeping: Promise<void> | null = null

  async function sweep(): Promise<void> {
    for (const one of await workspaces.removed()) {
      if (isClosed) return
      if (keptUntil(one, drives.trashDays) > now()) continue
      await forgetDeleted(parts, one.name).catch(failed)
    }
  }

  const timer = setInterval(() => {
    sweeping ??= sweep()
      .catch(failed)
      .finally(() => (sweeping = null))
  }, everyMs).unref()

  return {
    sweep,
    async close() {
      isClosed = true
      clearInterval(timer)
      await sweeping
    },
  }
}
