import { mkdirSync } from 'node:fs'
import type { NamedEntry, Storage } from '../../ports/storage.ts'
import { FolderError } from './folder-error.ts'
import { openedFile } from './opened-file.ts'
import { countedOperations } from './operations.ts'
import { receiveFile } from './receive-file.ts'
import { asRefusal } from './refusal.ts'
import { openSafeFolder, type SafeFolder } from './safe-folder.ts'
import type { Segments } from './segment.ts'
import { hiddenFolder, isKey, ownFolder, type Spots, spotsOf } from './spots.ts'

export interface FolderOptions {
  /** Whether names that begin with a dot can be seen and used. */
  showHidden: boolean
}

/** A drive that is a folder of this machine, with people's files at their own paths. */
export async function openFolderStorage(root: string, options: FolderOptions): Promise<Storage> {
  mkdirSync(root, { recursive: true })
  const folder = openSafeFolder(root)
  try {
    await makeOwnFolders(folder)
    // Where case makes no difference there may be more spellings than can be told by looking.
    const folds = folder.isSame([ownFolder.toUpperCase()], [ownFolder])
    const spots = spotsOf(
      options.showHidden,
      (top) => top === ownFolder || (folds && folder.isSame([top], [ownFolder])),
    )
    return storageOf(folder, spots)
  } catch (error) {
    folder.close()
    throw asRefusal(error)
  }
}

function storageOf(folder: SafeFolder, spots: Spots): Storage {
  const { run, end } = countedOperations(asRefusal)
  const hidden = (key: string) => spots.coming({ area: 'hidden', place: [key] })

  return {
    kind: 'disk',
    id: null,
    receive: (key, bytes) => run(() => receiveFile(folder, hidden(key), bytes)),
    copy: (from, key) =>
      run(() => folder.copy(spots.existing({ area: 'drive', place: from }), hidden(key))),
    makeFolder: (spot) => run(() => folder.makeFolder(spots.coming(spot))),
    move: (from, to) => run(() => folder.move(spots.existing(from), spots.coming(to, from))),
    sync: (folders) =>
      run(async () => {
        const places = new Map(folders.map((spot) => [JSON.stringify(spot), spots.existing(spot)]))
        await Promise.all(Array.from(places.values(), (place) => folder.syncFolder(place)))
      }),
    stat: (spot) => run(() => ifThere(async () => folder.stat(spots.existing(spot)))),
    open: (place, area = 'drive') =>
      run(async () => openedFile(await folder.openFile(spots.existing({ area, place })))),
    setModified: (spot, modified) => run(() => folder.setModified(spots.existing(spot), modified)),

    hidden: () => run(async () => (await folder.names(hiddenFolder)).filter(isKey)),
    removeHidden: (key) =>
      run(async () => {
        const place = hidden(key)
        await ifThere(() => folder.remove(place))
      }),
    removeLeftover: (place) =>
      run(() => folder.removeLeftover(spots.existing({ area: 'drive', place }))),

    space: () => run(() => folder.space()),
    outside: {
      stamp: (spot) => run(() => folder.stamp(spots.existing(spot))),
      list: (spot) =>
        run(async () => {
          const { stamp, entries } = await folder.list(spots.existing(spot))
          const shown: NamedEntry[] = []
          for (const entry of entries) {
            const name = spots.shown(spot, entry.name)
            if (name !== null) shown.push({ ...entry, name })
          }
          return { stamp, entries: shown }
        }),
      watch: (spot, changed) => run(() => folder.watch(spots.existing(spot), changed)),
    },
    async close() {
      await end()
      folder.close()
    },
  }
}

async function makeOwnFolders(folder: SafeFolder): Promise<void> {
  const places: Segments[] = [[ownFolder], hiddenFolder]
  for (const place of places) {
    await folder.makeFolder(place).catch((error: unknown) => {
      if (!(error instanceof FolderError && error.kind === 'taken')) throw error
    })
  }
  for (const place of [[], [ownFolder], hiddenFolder]) await folder.syncFolder(place)
}

const absences = ['missing', 'not-a-folder', 'link']

async function ifThere<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof FolderError && absences.includes(error.kind)) return null
    throw error
  }
}
