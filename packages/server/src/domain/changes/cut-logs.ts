import type { Workspaces } from '../../ports/workspaces.ts'
import { cutLog } from './cut-log.ts'
import type { Retention } from './cut-log.ts'

export interface LogCutter {
  /** Happens by itself every hour. */
  cutAll(): Promise<void>
  /** Ends after the entries that are being taken away. */
  close(): Promise<void>
}

const everyMs = 60 * 60 * 1000

interface Parts {
  workspaces: Workspaces
  retention: Retention
  now: () => Date
  failed: (error: unknown) => void
}

/** Keeps the logs of all workspaces as short as they are to be. Two servers who do the same do no harm. */
export function openLogCutter({ workspaces, retention, now, failed }: Parts): LogCutter {
  let isClosed = false
  let cutting: Promise<void> | null = null

  async function cutAll(): Promise<void> {
    for (const name of await workspaces.names()) {
      if (isClosed) return
      const workspace = await workspaces.open(name)
      if (!workspace) continue
      const release = workspaces.hold(workspace)
      try {
        await cutLog(workspace.database, retention, now(), () => !isClosed)
      } finally {
        release()
      }
    }
  }

  const isWanted = retention.days > 0 || retention.bytes > 0
  const timer = isWanted ? setInterval(begin, everyMs).unref() : null

  function begin(): void {
    cutting ??= cutAll()
      .catch(failed)
      .finally(() => (cutting = null))
  }

  return {
    cutAll,
    async close() {
      isClosed = true
      if (timer) clearInterval(timer)
      await cutting
    },
  }
}
