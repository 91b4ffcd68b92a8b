import { setImmediate } from 'node:timers/promises'
import type { ErrorCode } from '@triptych/contract/errors'
import type { Author } from '../../author.ts'
import { fileChange } from '../../domain/files/file-change.ts'
import { freeNames, isTaken } from '../../domain/files/free-name.ts'
import { clashesIn } from '../../domain/files/name-clash.ts'
import type { Outcome } from '../../domain/files/name-clash.ts'
import {
  quotaFull,
  refuseOverQuota,
  roomIn,
  tightestQuota,
  withinQuotas,
} from '../../domain/files/quota.ts'
import { bytesReplaced, replaceBytes } from '../../domain/files/replace-file.ts'
import { boundIn, folderToFill } from '../../domain/files/entries-to-change.ts'
import { refuseOthers } from '../../domain/files/read-index.ts'
import { recordChange } from '../../domain/record-change.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores, Stores } from '../../ports/database.ts'
import type { Wanted } from '../../ports/drive.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Quota } from '../../ports/quotas.ts'
import type { Claimed } from '../../ports/safe-folder.ts'
import type { Path, Spot } from '../../ports/storage.ts'
import { carryOut } from './carry-out.ts'
import type { Done, MoveStep } from './carry-out.ts'
import { dirty } from './disk.ts'
import type { Disk } from './disk.ts'
import { asDiskDiffers, findNode, knownFolder, revalidating, settleFolder } from './look-into.ts'

/** Gives a hidden thing its place, or ends it. */
export async function addHidden(
  author: Author,
  disk: Disk,
  wanted: Wanted,
  key: string,
): Promise<Path> {
  try {
    if (author.recordAnswer || isDecidedAlone(wanted)) {
      await refuseLarge(disk, wanted, key)
      return await addOnce(author, disk, wanted, key)
    }
    return await addEntry(author, disk, { ...wishOf(wanted), key }, (spot) =>
      disk.storage.move({ area: 'hidden', path: [key] }, spot),
    )
  } catch (error) {
    disk.discard(key)
    throw error
  }
}

/** Whether the name is taken, and by what. */
function isDecidedAlone({ conflict = 'rename' }: Wanted): boolean {
  return conflict !== 'rename'
}

async function refuseLarge(disk: Disk, wanted: Wanted, key: string): Promise<void> {
  const { folder, name, conflict } = wanted
  const found = await disk.database.read(async (stores) => {
    const target = await stores.files.find(folder)
    const quota = target && (await tightestQuota(stores, disk.rules, target.id))
    return quota && { quota, leaving: await bytesReplaced(stores.files, target.id, name, conflict) }
  })
  if (found) await refuseBeyond(disk, key, found.quota, found.leaving)
}

/** Before it is seen anywhere: what is taken back has left its mark on the folder. */
async function refuseBeyond(disk: Disk, key: string, quota: Quota, leaving = 0): Promise<void> {
  const entry = await disk.storage.stat({ area: 'hidden', path: [key] })
  if (entry?.kind !== 'file' || entry.size <= roomIn(quota) + leaving) return
  throw await disk.database.read(({ files }) => quotaFull(files, quota))
}

export async function addFolder(author: Author, disk: Disk, wanted: Wanted): Promise<Path> {
  if (!author.recordAnswer && !isDecidedAlone(wanted)) {
    return addEntry(author, disk, wishOf(wanted), (spot) => disk.storage.makeFolder(spot))
  }
  const key = disk.newKey()
  await disk.storage.makeFolder({ area: 'hidden', path: [key] })
  return addHidden(author, disk, wanted, key)
}

function wishOf({ folder, name }: Wanted): Wish {
  return { folder, names: (taken) => freeNames(name, taken) }
}

/** How often somebody else may be quicker before we give up. */
const mostAttempts = 20

/** Of many who need the same folder one makes it, and the others wait until it is there. */
export async function ensureFolder(author: Author, disk: Disk, path: Path): Promise<void> {
  const wish: Wish = {
    folder: path.slice(0, -1),
    async *names(taken) {
      const name = path.at(-1) ?? ''
      if (!(await taken(name))) yield name
    },
  }
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const found = await findNode(disk, path).catch(unless('files.not_found'))
    if (found) return refuseOthers(found)
    const made = await addEntry(author, disk, wish, (spot) => disk.storage.makeFolder(spot)).catch(
      unless('files.name_taken'),
    )
    if (made) return
    // When everybody who is adding something now is done, the index has it.
    await disk.lock.exclusive(async () => {})
  }
  throw new AppError('unavailable', 'The folder keeps changing; try again.')
}

function unless(...codes: readonly ErrorCode[]): (error: unknown) => null {
  return (error) => {
    if (error instanceof AppError && codes.includes(error.code)) return null
    throw error
  }
}

/**
 * Gives a hidden thing its place, for a request that may come again, or one that says what happens where its name is taken.
 * After a crash `addEntry` leaves it on the disk without the log knowing whose it is, and whoever asks again gets it twice;
 * here it is taken back.
 */
function addOnce(author: Author, disk: Disk, wanted: Wanted, key: string): Promise<Path> {
  const { folder: at, name: wished, conflict } = wanted
  return revalidating(disk, [at], async () => {
    await knownFolder(disk, at)
    return disk.lock.exclusive(async () => {
      const from: Spot = { area: 'hidden', path: [key] }
      const kind = (await disk.storage.stat(from))?.kind ?? 'file'
      const { target, outcome } = await disk.database.read(async (stores) => {
        const bound = boundIn(disk.database, author)
        const folder = await folderToFill(bound, stores, at)
        const settle = await clashesIn(bound, stores, folder.id, conflict)
        return { target: folder, outcome: await settle({ name: wished, kind }) }
      })
      const path = [...at, outcome.name]
      if (outcome.does === 'stay') {
        disk.discard(key)
        return path
      }
      const over = outcome.does === 'replace' ? disk.newKey() : undefined
      const step: MoveStep = { from, to: { area: 'drive', path }, source: null, target, over }
      const id = await carryOut(disk, [step], (stores, [done]) =>
        withinQuotas(stores, disk.rules, [target.id], () =>
          settleOnce(author, disk, stores, { path, target, outcome, done: done!, over }),
        ),
      ).catch((error: unknown) => {
        throw asDiskDiffers(error)
      })
      if (over !== undefined) disk.discard(over)
      if (id !== null) disk.explore(id)
      return path
    })
  })
}

interface DoneOnce {
  path: Path
  target: FileNode
  outcome: Outcome
  done: Done
  over: string | undefined
}

/** Answers the id of a new folder. */
async function settleOnce(
  author: Author,
  disk: Disk,
  stores: Stores,
  { path, target, outcome, done, over }: DoneOnce,
): Promise<number | null> {
  const { entry, former } = done
  await settleFolder(disk, stores.files, target.id, done.target)
  if (outcome.does === 'replace' && former && over !== undefined) {
    const replacement = { path, node: outcome.node, entry, former, key: over }
    await replaceBytes(author, stores, disk.rules.versions, replacement)
    return null
  }
  const made = await stores.files.insert(target.id, { ...entry, name: outcome.name })
  await recordChange(author, stores, fileChange('file-added', made, null, { path, entry }))
  return entry.kind === 'folder' ? made : null
}

interface Wish {
  folder: Path
  /** Of the hidden thing that is to go there, if it is there already. */
  key?: string
  /** The names to try, one after the other: those of which the index does not say that they are taken. */
  names: (isTaken: (name: string) => Promise<boolean>) => AsyncGenerator<string, void>
}

/**
 * Adds something to a folder, under the first of the names that is free. `claim` puts it there and
 * is what decides: whoever gets the name has it, and the others try the next one.
 */
async function addEntry(
  author: Author,
  disk: Disk,
  wish: Wish,
  claim: (spot: Spot) => Promise<Claimed>,
): Promise<Path> {
  const { folder: at, key } = wish

  async function add(isLookedAt: boolean): Promise<Path> {
    const { folder, quota, first, isAsWished } = await disk.database.read(async (stores) => {
      const found = await folderToFill(boundIn(disk.database, author), stores, at)
      return {
        folder: found,
        quota: key === undefined ? null : await tightestQuota(stores, disk.rules, found.id),
        ...(await firstName(stores, found, wish)),
      }
    })
    const isKnown = folder.fingerprint !== null && isAsWished
    if (!isLookedAt && !isKnown) throw nameTaken()
    if (key !== undefined && quota) await refuseBeyond(disk, key, quota)
    const { path, claimed } = await claimName(disk, folder, wish, first, claim)
    try {
      await disk.storage.sync([{ area: 'drive', path: at }])
      await settle(author, disk, folder.id, path, claimed)
    } catch (error) {
      await takeBack(disk, folder.id, path, claimed)
      throw error
    }
    return path
  }

  // Mostly the index is right. Where it is not, or the name is taken by it, the disk is looked at first.
  const added = await disk.lock.shared(() => add(false)).catch(unless(...doubtful))
  if (added) return added
  await knownFolder(disk, at)
  return disk.lock.shared(() => add(true))
}

const doubtful = [
  'files.not_found',
  'files.not_a_folder',
  'files.link',
  'files.name_taken',
] as const

function nameTaken(): AppError {
  return new AppError('files.name_taken', 'There is something of this name already.')
}

/** What is free by the index, and whether that is the first name that is wished for. */
async function firstName(
  stores: ReadStores,
  folder: FileNode,
  { names }: Wish,
): Promise<{ first: string | void; isAsWished: boolean }> {
  let isAsWished = true
  const isKnown = async (name: string): Promise<boolean> => {
    const isThere = await isTaken(stores.files, folder.id, name)
    if (isThere) isAsWished = false
    return isThere
  }
  return { first: (await names(isKnown).next()).value, isAsWished }
}

/** Where even this fails, the folder is in doubt, and the next look at it finds what is there. */
async function takeBack(disk: Disk, folder: number, path: Path, { entry }: Claimed): Promise<void> {
  const { storage } = disk
  disk.fingerprints.set(folder, dirty)
  try {
    // Somebody may have put something into a new folder already: then it stays.
    if (entry.kind === 'folder') return await storage.removeLeftover(path)
    const now = await storage.stat({ area: 'drive', path })
    if (now?.inode !== entry.inode) return
    const key = disk.newKey()
    await storage.move({ area: 'drive', path }, { area: 'hidden', path: [key] })
    disk.discard(key)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** `first` is the first of the names, if there is any. */
async function claimName(
  disk: Disk,
  folder: FileNode,
  { folder: at, names }: Wish,
  first: string | void,
  claim: (spot: Spot) => Promise<Claimed>,
): Promise<{ path: Path; claimed: Claimed }> {
  const isKnown = (name: string): Promise<boolean> =>
    disk.database.read(({ files }) => isTaken(files, folder.id, name))
  const others = names(isKnown)
  for (let guess = first; guess !== undefined; guess = (await others.next()).value) {
    const path = [...at, guess]
    try {
      const claimed = await claim({ area: 'drive', path })
      disk.fingerprints.follow(folder, claimed.target)
      disk.expect(folder.id, guess)
      return { path, claimed }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'files.name_taken') throw error
      // Somebody else was quicker. There may be many of us, and none of us ever waits.
      await setImmediate()
    }
  }
  throw nameTaken()
}

async function settle(
  author: Author,
  disk: Disk,
  folder: number,
  path: Path,
  { entry, target }: Claimed,
): Promise<void> {
  const name = path.at(-1) ?? ''
  const id = await disk.database.transact(async (stores) => {
    const { files } = stores
    // A first look at the folder may have found it already.
    const found = await files.child(folder, name)
    if (found) await files.update(found.id, entry)
    const made = found?.id ?? (await files.insert(folder, { ...entry, name }))
    await refuseOverQuota(stores, disk.rules, folder, entry)
    await settleFolder(disk, files, folder, target)
    await recordChange(author, stores, fileChange('file-added', made, null, { path, entry }))
    return made
  })
  if (entry.kind === 'folder') disk.explore(id)
}
