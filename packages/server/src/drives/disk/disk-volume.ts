import { randomUUID } from 'node:crypto'
import { damaged } from '../../codecs/tar/tar-header.ts'
import { putKept } from '../../domain/archive/carry-kept.ts'
import { idOf } from '../../domain/files/path.ts'
import { subfoldersOf, wrongTotals } from '../../domain/files/read-index.ts'
import { AppError } from '../../errors.ts'
import type { DriveParts } from '../../ports/drive.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode, Totals } from '../../ports/file-index.ts'
import type { Path, Spot } from '../../ports/storage.ts'
import type { FilesRestore, RestoredEntry, Verified, Volume } from '../../ports/volume.ts'
import { differencesIn } from './differences.ts'
import { dirty } from './disk.ts'
import type { DiskPlace } from './disk.ts'
import { openDiskDrive } from './open-disk-drive.ts'
import { refuseObjects } from './recover.ts'

export function diskVolume(place: DiskPlace): Volume {
  return {
    open: (parts) => openDiskDrive(place, parts),
    verify: (progress) => verifyDisk(place, progress),
    rebuild: (parts, progress) => rebuildIndex(place, parts, progress),
    async takeOwnership() {
      throw new AppError(
        'bad_request',
        'its files lie in a folder, which no other database can have',
      )
    },
    restore: () => restoreOnto(place),
    // They lie in the folder of the workspace.
    erase: async () => {},
    close: () => place.storage.close(),
  }
}

async function verifyDisk(
  { database, storage }: DiskPlace,
  progress: (entries: number) => void,
): Promise<Verified> {
  const found: Verified = { entries: 0, problems: await wrongTotals(database) }
  const root = await database.read(({ files }) => files.node(driveRoot))
  if (!root) found.problems.push('/: not in the index')
  const waiting: { node: FileNode; path: Path }[] = root ? [{ node: root, path: [] }] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, path } = next
    const listed = await storage.list({ area: 'drive', path })
    const { added, removed, renamed, changed } = await differencesIn(
      database,
      node.id,
      listed.entries,
    )
    const tell = (name: string, what: string): void =>
      void found.problems.push(`${idOf([...path, name])}: ${what}`)
    for (const { name } of added) tell(name, 'not in the index')
    for (const { name } of removed) tell(name, 'not on disk')
    for (const one of renamed) tell(one.node.name, `called ${one.entry.name} on disk`)
    for (const one of changed) {
      const isSameFolder = one.node.kind === 'folder' && one.node.inode === one.entry.inode
      if (!isSameFolder) tell(one.node.name, 'changed on disk')
    }
    found.entries += listed.entries.length
    progress(found.entries)
    const gone = new Set(removed.map(({ id }) => id))
    for (const child of await subfoldersOf(database, node.id)) {
      if (!gone.has(child.id)) waiting.push({ node: child, path: [...path, child.name] })
    }
  }
  return found
}

const progressMs = 200

async function rebuildIndex(
  place: DiskPlace,
  parts: DriveParts,
  progress: (entries: number) => void,
): Promise<Totals> {
  const { database, id } = place
  const totals = async (): Promise<Totals> =>
    (await database.read(({ files }) => files.node(driveRoot)))?.totals ?? nothing

  await refuseObjects(database)
  const hidden = new Set(await place.storage.hidden())
  await database.transact(async ({ files }) => {
    await files.clear(hidden)
    // Whoever rebuilds says that the files are here now.
    if (id !== null) await files.setHome(id)
  })
  const disk = await openDiskDrive(place, parts)
  const asking = new Set<Promise<void>>()
  const timer = setInterval(() => {
    if (asking.size > 0) return
    const told = totals()
      .then(({ files, folders }) => progress(files + folders))
      // What is wrong with the database is told by the work itself.
      .catch(() => {})
      .finally(() => asking.delete(told))
    asking.add(told)
  }, progressMs)
  try {
    await disk.idle()
  } finally {
    clearInterval(timer)
    await disk.close()
    // Whoever is done may close the database.
    await Promise.all(asking)
  }
  return totals()
}

const nothing: Totals = { bytes: 0, files: 0, folders: 0 }

async function restoreOnto({ storage, database }: DiskPlace): Promise<FilesRestore> {
  const { entries } = await storage.list({ area: 'drive', path: [] })
  if (entries.length > 0) {
    throw new AppError('bad_request', 'The folder for the files is not empty.')
  }
  const made = { seen: { ...nothing }, kept: { ...nothing } }
  const dates: { spot: Spot; modified: number }[] = []
  const keys = new Map<number, string>()

  async function put(spot: Spot, { kind, modified, size, bytes }: RestoredEntry): Promise<void> {
    const sum = spot.area === 'drive' ? made.seen : made.kept
    if (kind === 'folder') {
      await storage.makeFolder(spot)
      dates.push({ spot, modified })
      sum.folders++
      return
    }
    const isTop = spot.area === 'hidden' && spot.path.length === 1
    const key = isTop ? (spot.path[0] ?? '') : randomUUID()
    await storage.receive(key, bytes)
    await storage.setModified({ area: 'hidden', path: [key] }, modified)
    if (!isTop) await storage.move({ area: 'hidden', path: [key] }, spot)
    sum.files++
    sum.bytes += size
  }

  return {
    add: (path, entry) => put({ area: 'drive', path }, entry),
    async keep(kept, path, entry) {
      const key = keys.get(kept.node) ?? randomUUID()
      keys.set(kept.node, key)
      const spot: Spot = { area: 'hidden', path: [key, ...path] }
      await put(spot, entry)
      const found = await storage.stat(spot)
      if (!found) throw damaged()
      await database.transact(async (stores) => {
        const id = await putKept(stores, kept, spot.path, found)
        // It is known what is in it.
        if (found.kind === 'folder') await stores.files.setFingerprint(id, dirty)
      })
    },
    async finish() {
      // What is put into a folder changes its date.
      for (const { spot, modified } of dates) {
        await storage.sync([spot])
        await storage.setModified(spot, modified)
      }
      await storage.sync([{ area: 'drive', path: [] }])
      return made
    },
    async undo() {
      const { entries: ours } = await storage.list({ area: 'drive', path: [] })
      for (const { name } of ours) {
        const key = randomUUID()
        const hidden = { area: 'hidden', path: [key] } as const
        await storage.move({ area: 'drive', path: [name] }, hidden)
        await storage.removeHidden(key)
      }
      for (const key of keys.values()) await storage.removeHidden(key)
    },
  }
}
