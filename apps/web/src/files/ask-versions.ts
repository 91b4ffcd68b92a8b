import { history, sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { FileVersion } from '@triptych/contract/versions'

export type { FileVersion }

/** What a file holds now. */
export interface FileNow {
  size: number
  /** When these bytes were changed last. */
  date: string
  /** Who put them there, where that is known. */
  actor?: string
  actorId?: string | null
}

export interface VersionsOfFile {
  now: FileNow | null
  /** The last first. */
  former: FileVersion[]
}

export async function listVersions(server: Server, id: string): Promise<VersionsOfFile> {
  const [now, former] = await Promise.all([
    fileNow(server, id),
    server.send({ method: 'GET', path: `versions?id=${encodeURIComponent(id)}` }),
  ])
  return { now, former: former as FileVersion[] }
}

/** Answers what it can be taken back by. */
export async function restoreVersion(server: Server, version: string): Promise<string> {
  const path = `versions/${encodeURIComponent(version)}/restore`
  return (await sendWrite(server, { method: 'POST', path })).write
}

export async function deleteVersion(server: Server, version: string): Promise<void> {
  await server.send({ method: 'DELETE', path: `versions/${encodeURIComponent(version)}` })
}

export function versionAddress(server: Server, version: string): string {
  return server.link(`versions/${encodeURIComponent(version)}?download`)
}

/** As the log tells it, which may go back less far than the file. */
async function fileNow(server: Server, id: string): Promise<FileNow | null> {
  const { steps } = await history(server, { of: `files${id}`, area: 'files', limit: 100 })
  for (const { entries, actor, actorId } of steps) {
    const put = entries.findLast(({ operation }) =>
      ['file-added', 'file-updated'].includes(operation),
    )
    const { size, date } = (put?.after ?? {}) as { size?: number; date?: string }
    if (size !== undefined && date !== undefined) return { size, date, actor, actorId }
  }
  return null
}
