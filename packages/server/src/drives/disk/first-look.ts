import type { NamedEntry, Spot, Fingerprint } from '../../ports/storage.ts'
import type { Disk } from './disk.ts'

const batchSize = 500

/**
 * Puts down what is in a folder that nobody has looked into yet. Others go on meanwhile, so nothing
 * is taken out, and what is there already stays; should the folder change, its fingerprint will tell.
 */
export async function firstLook(disk: Disk, folder: number, spot: Spot): Promise<void> {
  const { fingerprint, entries } = await disk.storage.list(spot)
  for (let at = 0; at === 0 || at < entries.length; at += batchSize) {
    const batch = entries.slice(at, at + batchSize)
    const isLast = at + batchSize >= entries.length
    await disk.lock.shared(() => addMissing(disk, folder, batch, at, isLast ? fingerprint : null))
  }
  disk.fingerprints.set(folder, fingerprint)
}

/** `before` is how many came before these; with the last of them the folder is known. */
async function addMissing(
  disk: Disk,
  id: number,
  entries: NamedEntry[],
  before: number,
  fingerprint: Fingerprint | null,
): Promise<void> {
  await disk.database.transact(async ({ files }) => {
    const folder = await files.node(id)
    // Somebody has removed it; there is nothing left to put anything into.
    if (!folder) return
    const isOursAlone = folder.count === before
    const missing = isOursAlone ? entries : []
    for (const entry of isOursAlone ? [] : entries) {
      if (!(await files.child(id, entry.name))) missing.push(entry)
    }
    if (missing.length > 0) await files.insertAll(id, missing)
    if (fingerprint !== null) await files.setFingerprint(id, fingerprint)
  })
}
