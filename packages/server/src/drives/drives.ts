import { AppError } from '../errors.ts'
import type { Workspace } from '../ports/workspaces.ts'
import { openDiskDrive } from './disk/open-disk-drive.ts'
import { openObjectDrive } from './objects/open-object-drive.ts'
import type { Drive, DriveParts, Drives, OpenDrive } from '../ports/drive.ts'

/** The drives of all workspaces that are open, each opened when it is first asked for. */
export function openDrives(parts: Omit<DriveParts, 'database'>): Drives {
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
      const opening =
        storage.kind === 'disk'
          ? openDiskDrive({ ...parts, database, storage })
          : openObjectDrive({ ...parts, database, objects: storage })
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
