import { statSync } from 'node:fs'
import { AppError } from '../../errors.ts'
import type { Observe } from '../../observe/observation.ts'

export interface StorageWatch {
  /** Throws where the file is gone, or was found damaged. */
  refuseLost(): void
  /** Passes on what becomes of it. */
  watch<T>(work: Promise<T>): Promise<T>
  /** What went wrong, passed on; what is found damaged stays so until the next start. */
  noted(error: unknown): unknown
}

/** Keeps us from acknowledging what nobody will find again: the file may be gone, or damaged. */
export function watchStorage(path: string, observe: Observe): StorageWatch {
  const opened = path === ':memory:' ? null : statSync(path)
  let isToldGone = false
  let damage: unknown = null

  function isGone(): boolean {
    if (opened === null) return false
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.ino !== opened.ino || found.dev !== opened.dev
  }

  function told(error: unknown): unknown {
    observe({ kind: 'failure', requestId: null, where: path, error })
    return error
  }

  function noted(error: unknown): unknown {
    const isDamaged = error instanceof AppError && error.code === 'storage_lost'
    if (isDamaged && !isGone()) damage ??= told(error)
    return error
  }

  return {
    refuseLost() {
      if (damage) throw damage
      if (!isGone()) return
      const error = new AppError('storage_lost', 'The file of the database is gone or another one.')
      if (!isToldGone) told(error)
      isToldGone = true
      throw error
    },
    noted,
    async watch(work) {
      try {
        return await work
      } catch (error) {
        throw noted(error)
      }
    },
  }
}
