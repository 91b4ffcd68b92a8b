import { randomUUID } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { DirectDrive } from '../../ports/drive.ts'
import type { DirectUploads, StoredObject } from '../../ports/object-store.ts'
import type { Objects } from './objects.ts'

/** Bytes that no entry has are swept after a day: those that waited so long must not get a place. */
export const latestMs = 12 * 60 * 60 * 1000

/** Nothing of it is kept here: what is given up is swept up with all else that got no name. */
export function directDrive(
  { received, now }: Pick<Objects, 'received' | 'now'>,
  store: DirectUploads,
): DirectDrive {
  return {
    isPossible: () => store.isPossible(),
    async begin(announced) {
      const at = now().getTime()
      const begun = await store.begin({ ...announced, key: randomUUID() }, latestMs / 1000)
      const { object, uploadId, parts } = begun
      return { upload: { object, uploadId, at }, parts }
    },
    async complete({ object, uploadId, at }) {
      if (now().getTime() - at >= latestMs) throw isOver('The upload took too long.')
      await store.complete(object, uploadId)
      const key = randomUUID()
      received.set(key, { object, at, isDirect: true })
      return key
    },
    abandon: ({ object, uploadId }) => store.abandon(object.key, uploadId),
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
