import { AppError } from '../../../errors.ts'
import type { Workspace } from '../../../ports/workspaces.ts'
import type { Drive, DriveRules, Drives } from './drive.ts'
import { openDrive } from './open-drive.ts'
import type { OpenDrive } from './open-drive.ts'

export interface DrivesParts {
  rules: DriveRules
  now: () => Date
  failed: (error: unknown) => void
}

/** The drives of all workspaces that are open, each opened when it is first asked for. */
export function openDrives({ rules, now, failed }: DrivesParts): Drives {
  const opened = new Map<Workspace, Promise<OpenDrive>>()
  let closed = false

  async function close(workspace: Workspace): Promise<void> {
    const drive = opened.get(workspace)
    opened.delete(workspace)
    await drive?.then(
      (open) => open.close(),
      () => {},
    )
  }

  return {
    of(workspace): Promise<Drive> {
      const known = opened.get(workspace)
      if (known) return known
      if (closed) throw new AppError('unavailable', 'The server is stopping.')
      const { database, storage } = workspace
      const opening = openDrive({ database, storage, rules, now, failed })
      opened.set(workspace, opening)
      // Whatever was in the way may be gone when somebody asks again.
      opening.catch(() => opened.delete(workspace))
      return opening
    },
    close,
    async closeAll() {
      closed = true
      await Promise.all([...opened.keys()].map(close))
    },
  }
}
