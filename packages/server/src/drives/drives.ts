import { AppError } from '../errors.ts'
import type { Drive, DriveParts, OpenDrive } from '../ports/drive.ts'
import type { Drives, Workspace } from '../ports/workspaces.ts'

export function openDrives(parts: DriveParts): Drives {
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
    trashDays: parts.rules.trashDays,
    of(workspace): Promise<Drive> {
      const known = opened.get(workspace)
      if (known) return known
      if (closed) throw new AppError('unavailable', 'The server is stopping.')
      const opening = workspace.volume.open(parts)
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
