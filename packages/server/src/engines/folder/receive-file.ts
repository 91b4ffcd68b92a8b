import { fstatSync } from 'node:fs'
import type { Entry } from '../../ports/storage.ts'
import { entryOf } from './entry-of.ts'
import type { SafeFolder } from './safe-folder.ts'
import type { Segments } from './segment.ts'
import { writeAll } from './write-all.ts'

/** A new file with these bytes, on the disk for good; or nothing at all. */
export async function receiveFile(
  folder: SafeFolder,
  place: Segments,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Entry> {
  const file = await folder.createDraft(place)
  try {
    await writeAll(file, bytes)
    return entryOf(fstatSync(file.fd))
  } catch (error) {
    // What cannot be removed now is still hidden, and swept up later.
    await folder.remove(place).catch(() => {})
    throw error
  } finally {
    await file.close()
  }
}
