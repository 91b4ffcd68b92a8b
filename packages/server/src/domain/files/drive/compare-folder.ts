import { AppError } from '../../../errors.ts'
import { driveRoot } from '../../../ports/file-index.ts'
import type { FileNode } from '../../../ports/file-index.ts'
import type { NamedEntry, Outside, Place, Spot } from '../../../ports/storage.ts'
import { differencesAmong, differencesIn, isNothing } from './differences.ts'
import type { Drive } from './drive.ts'
import { putDown } from './put-down.ts'

/** How often a folder is listed before the doors are closed for it: others may be at work in it. */
const openAttempts = 2

type Listing = Awaited<ReturnType<Outside['list']>>

/**
 * Compares a folder with what the index knows of it, and puts down what others have done to it.
 * The folders that have come into it are looked at later.
 */
export async function compareFolder(drive: Drive, id: number): Promise<void> {
  const { outside } = drive.storage
  if (!outside) return
  for (let attempt = 1; ; attempt++) {
    const early = attempt <= openAttempts ? await listing(drive, outside, id) : null
    const isDone = await drive.lock.alone(async () => {
      const folder = await drive.database.read(({ files }) => files.node(id))
      const place = await placeNow(drive, id)
      if (!folder || !place) return true
      const spot: Spot = { area: 'drive', place }
      // What was listed with the doors open counts if nothing has happened since.
      const holds = early !== null && early.stamp === (await outside.stamp(spot))
      if (!holds && attempt <= openAttempts) return false
      const { stamp, entries } = holds ? early : await outside.list(spot)
      await putDown(drive, folder, place, await differencesIn(drive.database, id, entries))
      await drive.database.transact(({ files }) => files.setStamp(id, stamp))
      drive.stamps.set(id, stamp)
      return true
    })
    if (isDone) return
  }
}

/**
 * Looks at every entry of a folder, not only at whether names came or went: a file that was written
 * in its place leaves no mark on its folder.
 */
export async function checkFolder(drive: Drive, id: number): Promise<void> {
  const { outside } = drive.storage
  const now = outside && (await listing(drive, outside, id))
  const folder = await drive.database.read(({ files }) => files.node(id))
  if (!now || !folder) return
  const found = await differencesIn(drive.database, id, now.entries)
  if (!isNothing(found) || now.stamp !== drive.stamps.of(folder)) await compareFolder(drive, id)
}

/**
 * Compares only these names. Whether they are all that has changed nobody knows, so the folder's stamp
 * stays what it was.
 */
export async function compareNames(
  drive: Drive,
  id: number,
  names: ReadonlySet<string>,
): Promise<void> {
  await drive.lock.alone(async () => {
    const folder = await drive.database.read(({ files }) => files.node(id))
    const place = await placeNow(drive, id)
    if (!folder || !place) return
    const entries = await entriesAt(drive, place, names)
    await putDown(drive, folder, place, await differencesAmong(drive.database, id, entries))
  })
}

/**
 * A folder cannot be looked into. Somebody may be moving it just now, and then it is there again when
 * they are done; else the folder above tells, or the one above that.
 */
export async function noticeGone(drive: Drive, folder: FileNode): Promise<void> {
  try {
    await compareFolder(drive, folder.parent)
  } catch (error) {
    if (!(error instanceof AppError) || folder.parent === driveRoot) throw error
    const parent = await drive.database.read(({ files }) => files.node(folder.parent))
    if (parent) await noticeGone(drive, parent)
  }
}

/** Whether any of these names is not what the index says. */
export async function differs(
  drive: Drive,
  { id, place }: { id: number; place: Place },
  names: ReadonlySet<string>,
): Promise<boolean> {
  const entries = await entriesAt(drive, place, names)
  return !isNothing(await differencesAmong(drive.database, id, entries))
}

async function entriesAt(
  drive: Drive,
  place: Place,
  names: ReadonlySet<string>,
): Promise<Map<string, NamedEntry | null>> {
  const entries = new Map<string, NamedEntry | null>()
  for (const name of names) {
    const entry = await statOrNull(drive, [...place, name])
    entries.set(name, entry && { ...entry, name })
  }
  return entries
}

/** Names that cannot be ours (our own folder, names left out by a rule) are nothing to us. */
async function statOrNull(drive: Drive, place: Place): ReturnType<Drive['storage']['stat']> {
  try {
    return await drive.storage.stat({ area: 'drive', place })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function placeNow(drive: Drive, id: number): Promise<Place | null> {
  return drive.database.read(({ files }) => files.placeOf(id))
}

async function listing(drive: Drive, outside: Outside, id: number): Promise<Listing | null> {
  const place = await placeNow(drive, id)
  return place && outside.list({ area: 'drive', place })
}
