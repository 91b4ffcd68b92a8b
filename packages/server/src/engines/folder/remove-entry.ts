import { chmod, rmdir, unlink } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import { lookAt, pathIn } from './folder.ts'
import type { Folder } from './folder.ts'
import { readNames } from './list-folder.ts'
import { errorCode } from './map-errors.ts'
import type { Segment } from './segment.ts'

// How often something may change under our hands before we give up.
const attempts = 8
const atOnce = 32

/** Removes a file, a link itself, or a folder with all it holds. Unlinks first: no look, no race. */
export async function removeEntry(parent: Folder, name: Segment): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await removeOnce(parent, name)
    } catch (error) {
      if (!hasChanged(error)) throw error
      // Of a kind that the level above does not try again, or the tries would multiply.
      if (attempt === attempts) throw new AppError('files.name_taken', 'It keeps changing.')
    }
  }
}

async function removeOnce(parent: Folder, name: Segment): Promise<void> {
  const isFolder = await unlink(pathIn(parent, name)).then(
    () => false,
    (error: unknown) => {
      if (isOfFolder(error, parent, name)) return true
      throw error
    },
  )
  if (!isFolder) return

  const folder = parent.open([name])
  try {
    await emptyFolder(folder).catch(async (error: unknown) => {
      if (errorCode(error) !== 'EACCES') throw error
      // Nobody is going to see it any more: where it is ours, we may open it.
      await chmod(folder.path(), 0o700)
      await emptyFolder(folder)
    })
  } finally {
    folder.close()
  }
  await rmdir(pathIn(parent, name))
}

/** Only Linux has a word of its own for it: elsewhere it is as if we were not allowed to. */
function isOfFolder(error: unknown, parent: Folder, name: Segment): boolean {
  const code = errorCode(error)
  return code === 'EISDIR' || (code === 'EPERM' && lookAt(pathIn(parent, name))?.kind === 'folder')
}

/** Files side by side, folders one by one: so a descriptor is held for each level only. */
async function emptyFolder(folder: Folder): Promise<void> {
  const names = await readNames(folder)
  for (let at = 0; at < names.length; at += atOnce) {
    const results = await Promise.allSettled(
      names.slice(at, at + atOnce).map((name) => unlink(pathIn(folder, name))),
    )
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled' || errorCode(result.reason) === 'ENOENT') continue
      const name = names[at + index] ?? ''
      if (!isOfFolder(result.reason, folder, name)) throw result.reason
      await removeInside(folder, name)
    }
  }
}

async function removeInside(folder: Folder, name: Segment): Promise<void> {
  try {
    await removeEntry(folder, name)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

function hasChanged(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'files.link'
  return ['ENOTEMPTY', 'ENOTDIR', 'EEXIST'].includes(errorCode(error))
}
