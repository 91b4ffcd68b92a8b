import { history, sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { HistoryStep } from '@triptych/contract/history'
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

export interface VersionedFile {
  /** Its path. */
  id: string
  name: string
  /** As the list shows it. */
  now: FileNow
}

export function versioned({ id, name, size = 0, date = new Date() }: Listed): VersionedFile {
  return { id, name, now: { size, date: date.toISOString() } }
}

type Listed = Pick<VersionedFile, 'id' | 'name'> & { size?: number; date?: Date }

export interface VersionsOfFile {
  now: FileNow | null
  /** The last first. */
  former: FileVersion[]
}

export async function listVersions(server: Server, id: string): Promise<VersionsOfFile> {
  const [now, former] = await Promise.all([fileNow(server, id), formerVersions(server, id)])
  return { now, former }
}

export async function formerVersions(server: Server, id: string): Promise<FileVersion[]> {
  const path = `versions?id=${encodeURIComponent(id)}`
  return (await server.send({ method: 'GET', path })) as FileVersion[]
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
  for (const step of steps) {
    const { actor, actorId } = step
    const put = putIn(step)
    const { size, date } = (put?.after ?? {}) as { size?: number; date?: string }
    if (size !== undefined && date !== undefined) return { size, date, actor, actorId }
  }
  return null
}

/** What gave a file the bytes that it had then, if this did. */
export function putIn({ entries }: HistoryStep): HistoryStep['entries'][number] | undefined {
  return entries.findLast(({ operation }) => ['file-added', 'file-updated'].includes(operation))
}
