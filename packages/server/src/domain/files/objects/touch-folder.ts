import type { FileStore } from '../../../ports/file-index.ts'

/** A folder has changed when a name came into it or left it. */
export async function touchFolder(files: FileStore, id: number, now: Date): Promise<void> {
  const folder = await files.node(id)
  if (!folder || folder.modified >= now.getTime()) return
  await files.update(id, { ...folder, modified: now.getTime() })
}
