import { AppError } from '../../errors.ts'
import type { Database } from '../../ports/database.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { Intent } from '../../ports/file-index.ts'
import { childrenOf } from '../../domain/files/read-index.ts'
import type { Disk } from './disk.ts'
import { undoSteps } from './carry-out.ts'

/**
 * Mends what a crash has left, before anybody is served: intents that were not completed are taken
 * back, and whatever is hidden, and not kept, belongs to nobody any more. What cannot be mended stays written down.
 */
export async function recover(disk: Disk, failed: (error: unknown) => void): Promise<void> {
  const { database } = disk
  if (!(await hasRoot(disk))) await forgetIndex(disk)
  await refuseObjects(database)
  await refuseOtherDisk(disk)

  for (const intent of await database.read(({ files }) => files.intents())) {
    await undoSteps(disk, intent).catch((error: unknown) => {
      disk.unfinished.push(intent)
      failed(error)
    })
  }
  const needed = await database.read(async ({ files, kept }) =>
    (await kept.names()).union(keysIn(await files.intents())),
  )
  for (const key of await hiddenKeys(disk)) if (!needed.has(key)) disk.discard(key)
}

/** Begins it anew. What is asked for is looked at again at once, the rest in the background. */
export async function forgetIndex({ database, storage, lock }: Disk): Promise<void> {
  await lock.exclusive(async () => {
    const hidden = new Set(await storage.hidden())
    await database.transact(({ files }) => files.clear(hidden))
  })
}

/** Everything was looked into: what was in a former index and was not found again takes along what was about it. */
export async function endFormer(disk: Disk): Promise<void> {
  const { database } = disk
  if (!(await database.read(({ files }) => files.hasFormer()))) return
  await database.transact(async ({ files, rules, comments, stars }) => {
    if (!(await files.endFormer())) return
    await comments.removeLost()
    await stars.removeLost()
    if (await rules.has('folder')) await rules.removeStale()
  })
  disk.tidyTrash()
}

async function hasRoot({ database }: Disk): Promise<boolean> {
  return (await database.read(({ files }) => files.node(driveRoot))) !== null
}

/**
 * Where several servers can have the database, each could come with a folder of its own, and to each
 * of them the files of the others would look deleted.
 */
async function refuseOtherDisk({ database, id }: Disk): Promise<void> {
  if (database.presence === null || id === null) return
  const home = await database.transact(async ({ files }) => {
    const known = await files.home()
    if (known === null) await files.setHome(id)
    return known ?? id
  })
  if (home === id) return
  throw new AppError(
    'unavailable',
    'The files of this workspace lie in another folder, and files in a folder have one server only; with --storage there can be several. If they have come to this folder, run triptych files rebuild.',
  )
}

/** To the disk all those files would look deleted. */
export async function refuseObjects(database: Database): Promise<void> {
  const [content] = await database.read(({ contents }) => contents.list(0, 1))
  if (!content) return
  throw new AppError('unavailable', 'The files of this workspace lie in a bucket, not in a folder.')
}

/** What could not be brought back yet must not be swept either. */
function keysIn(intents: readonly Intent[]): Set<string> {
  const spots = intents.flatMap(({ steps }) => steps.flatMap(({ from, to }) => [from, to]))
  const hidden = spots.filter(({ area }) => area === 'hidden')
  const aside = intents.flatMap(({ steps }) => steps.flatMap(({ over }) => over?.key ?? []))
  return new Set([...hidden.map(({ path }) => path[0] ?? ''), ...aside])
}

/** On disk and in the index: after a crash the two need not be the same. */
async function hiddenKeys({ database, storage }: Disk): Promise<Set<string>> {
  const keys = new Set(await storage.hidden())
  for await (const page of childrenOf(database, hiddenRoot)) {
    for (const { name } of page) keys.add(name)
  }
  return keys
}
