import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { Database, ReadStores } from '../../ports/database.ts'
import type { DirectDrive } from '../../ports/drive.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { DirectUploads, StoredObject } from '../../ports/object-store.ts'
import { draftsBefore, folderEntry } from './objects.ts'
import type { Objects } from './objects.ts'

/** Bytes that no entry has are swept after a day: those that waited so long must not get a place. */
export const latestMs = 12 * 60 * 60 * 1000

/** So many of one person may wait for their bytes: what is begun takes room in the bucket until it is over, or swept. */
export const mostBegun = 100

/** What is given up is swept up with all else that got no name; here is kept only that it was begun, as a draft. */
export function directDrive(
  { database, received, now }: Pick<Objects, 'database' | 'received' | 'now'>,
  store: DirectUploads,
): DirectDrive {
  return {
    isPossible: () => store.isPossible(),
    async begin(by, announced) {
      const at = now().getTime()
      const place = await takePlace(database, by, at)
      try {
        const begun = await store.begin({ ...announced, key: randomUUID() }, latestMs / 1000)
        const { object, uploadId, parts } = begun
        return { upload: { object, uploadId, at, place }, parts }
      } catch (error) {
        await leavePlace(database, place, at)
        throw error
      }
    },
    async complete({ object, uploadId, at, place }) {
      if (now().getTime() - at >= latestMs) throw isOver('The upload took too long.')
      await store.complete(object, uploadId)
      await leavePlace(database, place, at)
      const key = randomUUID()
      received.set(key, { object, at, isDirect: true })
      return key
    },
    async abandon({ object, uploadId, at, place }) {
      await store.abandon(object.key, uploadId)
      await leavePlace(database, place, at)
    },
  }
}

/** In the index, where it is counted for all servers, and cleared up with other drafts that nobody goes on with. */
function takePlace(database: Database, by: string, at: number): Promise<string> {
  const mark = createHash('sha256').update(by).digest('hex').slice(0, 16)
  const place = `${draftsBefore(at)}-direct-${mark}-${randomUUID()}`
  return database.transact(async (stores) => {
    // What took as long cannot be completed any more.
    const begun = await draftsSince(stores, at - latestMs + 1)
    const own = begun.filter((name) => name.includes(`-direct-${mark}-`))
    if (own.length >= mostBegun) throw tooManyBegun()
    await stores.files.insert(hiddenRoot, { ...folderEntry(new Date(at)), name: place })
    return place
  })
}

async function leavePlace(
  database: Database,
  place: string | undefined,
  at: number,
): Promise<void> {
  if (place === undefined) return
  await database.transact(async ({ files }) => {
    const draft = await files.child(hiddenRoot, place)
    if (draft) await files.remove(draft.id, 1, at)
  })
}

const pageDrafts = 200

async function draftsSince({ files }: ReadStores, time: number): Promise<string[]> {
  const names: string[] = []
  let after = draftsBefore(time)
  for (;;) {
    const page = await files.children(hiddenRoot, after, pageDrafts)
    const drafts = page.map(({ name }) => name).filter((name) => name.startsWith('draft-'))
    names.push(...drafts)
    if (drafts.length < pageDrafts) return names
    after = drafts.at(-1) ?? after
  }
}

/** Of several who complete the same upload one gives it a name. */
export async function refuseNamed(
  { contents }: Pick<ReadStores, 'contents'>,
  { key }: StoredObject,
): Promise<void> {
  const named = await contents.known([key])
  if (named.size > 0) throw isOver('The upload is over.')
}

function isOver(message: string): AppError {
  return new AppError('files.upload_not_found', message)
}

function tooManyBegun(): AppError {
  const message = `You have begun ${mostBegun} uploads that are not over: complete some or give them up, or send the file as a form.`
  return new AppError('files.too_many_uploads', message, { limit: mostBegun })
}
