import { opendirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Entry, Fingerprint } from '../../ports/storage.ts'
import { joined, lookAt } from './folder.ts'
import type { Folder } from './folder.ts'
import { decoded } from './segment.ts'
import type { Segment } from './segment.ts'

/** About a millisecond of synchronous calls, after which others may have their turn. */
const batchSize = 128

export interface ListedEntry extends Entry {
  /** Bytes where the name on disk is not UTF-8. */
  name: Segment
}

export interface FolderListing {
  /** Taken before the first name is read, so that a change made meanwhile shows as a newer one. */
  fingerprint: Fingerprint
  entries: ListedEntry[]
}

/** In the order of the disk. What vanishes meanwhile is left out. */
export async function listFolder(folder: Folder): Promise<FolderListing> {
  const fingerprint = await settledFingerprint(folder)
  const entries: ListedEntry[] = []
  let sinceTurn = 0
  const names = await readNames(folder)
  let path = folder.path()
  for (const name of names) {
    const entry = lookAt(joined(path, name))
    if (entry) entries.push({ name, ...entry })
    sinceTurn += 1
    if (sinceTurn % batchSize !== 0) continue
    await setImmediate()
    path = folder.path()
  }
  return { fingerprint, entries }
}

// Longer than a tick of the clock by which folders are stamped: of any Linux (CONFIG_HZ=100), and of Windows.
const tick = process.platform === 'linux' ? 12 : 20
/** Some disks (HFS+, FAT) only know seconds, or every other one: nobody waits for those. */
const coarseTick = 2100
const mostWaits = 5

/**
 * Two changes in one tick leave the same fingerprint, so one of this very moment would hide the next
 * change. Where it never comes to rest, the answer is a fingerprint that no folder has.
 */
async function settledFingerprint(folder: Folder): Promise<Fingerprint> {
  for (let waits = 0; waits < mostWaits; waits += 1) {
    const { mtimeNs, mtimeMs } = folder.stats()
    const age = Date.now() - Number(mtimeMs)
    const isCoarse = mtimeNs % 1_000_000_000n === 0n
    if (isCoarse && Math.abs(age) < coarseTick) return 'unsettled'
    if (Math.abs(age) > tick) return String(mtimeNs)
    await setTimeout(tick - age + 1)
  }
  return 'unsettled'
}

/** In the order of the disk. */
export async function readNames(folder: Folder): Promise<Segment[]> {
  const names = await readDecodedNames(folder)
  if (names) return names
  const bytes = await readdir(folder.path(), { encoding: 'buffer' })
  return bytes.map(decoded)
}

/** `null` at U+FFFD, which may stand for bytes that are no UTF-8: such a name would not be found. */
async function readDecodedNames(folder: Folder): Promise<string[] | null> {
  const names: string[] = []
  const open = opendirSync(folder.path(), { bufferSize: batchSize })
  try {
    for (let entry = open.readSync(); entry; entry = open.readSync()) {
      if (entry.name.includes('\uFFFD')) return null
      names.push(entry.name)
      if (names.length % batchSize === 0) await setImmediate()
    }
  } finally {
    open.closeSync()
  }
  return names
}
