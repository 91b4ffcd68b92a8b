import { fstatSync, lstatSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { type EntryStat, entryStat } from './entry-stat.ts'
import { batchSize, readNames } from './read-names.ts'
import type { Segment } from './segment.ts'
import { pathIn } from './walk.ts'

export interface ListedEntry extends EntryStat {
  /** Bytes where the name on disk is not UTF-8. */
  name: Segment
}

export interface FolderListing {
  /** Taken before the first name is read, so that a change made meanwhile shows as a newer one. */
  mtimeNs: bigint
  entries: ListedEntry[]
}

export async function listFolder(folder: number): Promise<FolderListing> {
  const { mtimeNs } = fstatSync(folder, { bigint: true })
  const entries: ListedEntry[] = []
  let sinceTurn = 0
  for (const name of await readNames(folder)) {
    const stats = lstatSync(pathIn(folder, name), { throwIfNoEntry: false })
    if (stats) entries.push({ name, ...entryStat(stats) })
    sinceTurn += 1
    if (sinceTurn % batchSize === 0) await setImmediate()
  }
  return { mtimeNs, entries }
}
