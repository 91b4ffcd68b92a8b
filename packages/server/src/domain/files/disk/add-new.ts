import type { ErrorCode } from '@triptych/contract/errors'
import type { Author } from '../../author.ts'
import { AppError } from '../../../errors.ts'
import type { Place } from '../../../ports/storage.ts'
import type { Wanted } from '../drive/drive.ts'
import { namesLike } from '../drive/free-name.ts'
import { refuseOthers } from '../drive/refusals.ts'
import { addEntry } from './add-entry.ts'
import { addOnce } from './add-once.ts'
import type { Disk } from './disk.ts'
import { findNode } from './look-into.ts'

/** Gives a hidden thing its place, or ends it. */
export async function addHidden(
  author: Author,
  disk: Disk,
  wanted: Wanted,
  key: string,
): Promise<Place> {
  try {
    if (author.keepAnswer) return await addOnce(author, disk, wanted, key)
    return await addEntry(author, disk, wishOf(wanted), (spot) =>
      disk.storage.move({ area: 'hidden', place: [key] }, spot),
    )
  } catch (error) {
    disk.discard(key)
    throw error
  }
}

export async function addFolder(author: Author, disk: Disk, wanted: Wanted): Promise<Place> {
  if (!author.keepAnswer) {
    return addEntry(author, disk, wishOf(wanted), (spot) => disk.storage.makeFolder(spot))
  }
  const key = disk.newKey()
  await disk.storage.makeFolder({ area: 'hidden', place: [key] })
  return addHidden(author, disk, wanted, key)
}

function wishOf({ folder, name }: Wanted): Parameters<typeof addEntry>[2] {
  return { folder, names: namesLike(name) }
}

/** How often somebody else may be quicker before we give up. */
const mostAttempts = 20

/** Of many who need the same folder one makes it, and the others wait until it is there. */
export async function ensureFolder(author: Author, disk: Disk, place: Place): Promise<void> {
  const wish = { folder: place.slice(0, -1), names: place.slice(-1) }
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const found = await findNode(disk, place).catch(unless('files.not_found'))
    if (found) return refuseOthers(found)
    const made = await addEntry(author, disk, wish, (spot) => disk.storage.makeFolder(spot)).catch(
      unless('files.name_taken'),
    )
    if (made) return
    // When everybody who is adding something now is done, the index has it.
    await disk.lock.alone(async () => {})
  }
  throw new AppError('unavailable', 'The folder keeps changing; try again.')
}

function unless(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof AppError && error.code === code) return null
    throw error
  }
}
