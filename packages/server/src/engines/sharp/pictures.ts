import { availableParallelism } from 'node:os'
import type { Box, Pictures, PictureSource } from '../../ports/pictures.ts'
import type { Job } from './job.ts'
import { pictureFormat } from './job.ts'
import { workerPool } from './worker-pool.ts'

export interface SharpOptions {
  /** How many pictures are worked on at once; half the cores when not said. */
  maxWorkers?: number
  maxWaiting?: number
  /** In milliseconds, for one picture. */
  maxTime?: number
  /** In milliseconds, after which a process without work is ended. */
  idleTime?: number
  /** Of a picture; a larger one is not looked at. */
  maxBytes?: number
}

/** Decodes pictures in processes of their own, which start when there is work and end when not. */
export function openSharpPictures(options: SharpOptions = {}): Pictures {
  const { maxBytes = 64 * 1024 * 1024 } = options
  const pool = workerPool({
    maxWorkers: options.maxWorkers ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    maxWaiting: options.maxWaiting ?? 100,
    maxTime: options.maxTime ?? 5000,
    idleTime: options.idleTime ?? 30_000,
  })

  async function prepare(picture: PictureSource, box: Box | null): Promise<Job | null> {
    const bytes = typeof picture === 'function' ? await picture() : picture
    if (bytes.length > maxBytes || !pictureFormat(bytes)) return null
    return { bytes, box }
  }

  return {
    async thumbnail(picture, box, signal) {
      const answer = await pool.run(() => prepare(picture, box), signal)
      return answer && 'thumbnail' in answer ? answer.thumbnail : null
    },
    async describe(picture, signal) {
      const answer = await pool.run(() => prepare(picture, null), signal)
      return answer && 'facts' in answer ? answer.facts : null
    },
    close: () => pool.close(),
  }
}
