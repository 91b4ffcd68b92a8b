import { errorCodes } from '@triptych/contract/errors'
import type { MayStill } from '../../auth/may-still.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listFiles } from '../files/list-files.ts'
import type { FileList } from '../files/list-files.ts'
import { openFile } from '../files/open-file.ts'
import type { Opened } from '../files/open-file.ts'
import { idOf, pathOf } from '../files/path.ts'
import { uploadFile } from '../files/upload-file.ts'
import type { Upload } from '../files/upload-file.ts'
import { noShare } from './share.ts'
import { placeIn, refuseMoved, useShare } from './use-share.ts'
import type { Shown, UsedShare } from './use-share.ts'

/** What is in a folder of a share. */
export async function listShared(
  used: UsedShare,
  id: string,
  range: { start: number; end: number } | null,
): Promise<FileList> {
  const list = await asShared(id, () =>
    listFiles(used.context, {
      folder: placeIn(used, id),
      shownAt: id,
      range,
      isKnown: () => false,
    }),
  )
  await refuseMoved(used)
  return list
}

/**
 * A file of a share, or a folder as an archive. Each is a download, unless it is only looked at: as many as there may be are
 * given out, however many ask at once. Parts of something count where that is limited.
 */
export async function openShared(
  ctx: Context,
  shown: Shown,
  mayStill: MayStill,
  { id, isLook, isPart }: { id: string; isLook: boolean; isPart: boolean },
): Promise<{ used: UsedShare; opened: Opened }> {
  const used = await useShare(ctx, shown, mayStill)
  const opened = await asShared(id, () =>
    openFile(used.context, placeIn(used, id), idOf(used.path)),
  )
  try {
    await refuseMoved(used)
    const counts = !isLook && !(isPart && used.share.downloads === null)
    if (counts && !(await countDownload(used))) throw noShare()
  } catch (error) {
    await (opened.kind === 'file' ? opened.file.close() : opened.close())
    throw error
  }
  return { used, opened }
}

function countDownload({ context, share }: UsedShare): Promise<boolean> {
  return context.workspace.database.transact(({ shares }) => shares.countDownload(share.id))
}

/** Into the folder of a share, and under no other folder's name. */
export async function uploadShared(used: UsedShare): Promise<Upload> {
  const upload = await asShared('/', () => uploadFile(used.context, idOf(used.path)))
  return {
    expect: (bytes) => asShared('/', () => upload.expect(bytes)),
    receive: (bytes, release) => asShared('/', () => upload.receive(bytes, release)),
    async publish(key, relative) {
      try {
        // What folders are there already is not for whoever may only upload.
        if (relative.includes('/')) {
          throw new AppError('files.bad_name', 'A name has no slash in it.')
        }
        await refuseMoved(used)
      } catch (error) {
        upload.discard(key)
        throw error
      }
      return asShared('/', () => upload.publish(key, relative))
    },
    discard: upload.discard,
  }
}

/** Messages and details may tell of places that a stranger is not to know: the code is enough. */
async function asShared<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // What was shared itself is gone, though the index did not know it yet.
    if (error.code === 'files.not_found' && pathOf(id).length === 0) throw noShare()
    const { limit } = error.details
    throw new AppError(error.code, errorCodes[error.code], limit === undefined ? {} : { limit })
  }
}
