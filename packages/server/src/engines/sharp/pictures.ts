import { availableParallelism } from 'node:os'
import type { FileInfo } from '@triptych/contract/files'
import type { ByteRange } from '../../codecs/media/audio.ts'
import type { Box, Pictures, PictureSource, RecordingSource } from '../../ports/pictures.ts'
import type { Job } from './job.ts'
import { isPdf, pictureFormat } from './job.ts'
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

/** Of a recording: its start, which is mostly all that is needed, and its end, where old tags lie. */
const headLength = 1024 * 1024
const tailLength = 64 * 1024
/** What is not there may be asked for: the tables of a long film take some MiB and lie anywhere. */
const maxQuestions = 4
const maxRead = 16 * 1024 * 1024

/** Decodes pictures in processes of their own, which start when there is work and end when not. */
export function openSharpPictures(options: SharpOptions = {}): Pictures {
  const { maxBytes = 64 * 1024 * 1024 } = options
  const pool = workerPool({
    maxWorkers: options.maxWorkers ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    maxWaiting: options.maxWaiting ?? 100,
    maxTime: options.maxTime ?? 5000,
    idleTime: options.idleTime ?? 30_000,
  })

  async function preparePicture(picture: PictureSource, box: Box | null): Promise<Job | null> {
    const bytes = typeof picture === 'function' ? await picture() : picture
    if (bytes.length > maxBytes) return null
    const isKnown = pictureFormat(bytes) !== null || (box !== null && isPdf(bytes))
    return isKnown ? { bytes, box } : null
  }

  return {
    async thumbnail(picture, box, signal) {
      const answer = await pool.run(() => preparePicture(picture, box), signal)
      return answer && 'thumbnail' in answer ? answer.thumbnail : null
    },
    async describe(picture, signal) {
      const answer = await pool.run(() => preparePicture(picture, null), signal)
      return answer && 'facts' in answer ? answer.facts : null
    },
    async describeRecording(source, signal) {
      const { size } = source
      const ranges = [{ start: 0, end: Math.min(size, headLength) }]
      if (size > headLength) ranges.push({ start: size - tailLength, end: size })
      let facts: FileInfo = {}
      for (let question = 0; question < maxQuestions; question++) {
        const answer = await pool.run(() => prepareRecording(source, ranges), signal)
        if (!answer || !('audio' in answer) || !answer.audio) break
        facts = answer.audio.facts
        const { missing } = answer.audio
        const ahead = headLength * 2 ** question
        if (!missing || missing.end - missing.start + ahead + lengthOf(ranges) > maxRead) break
        ranges.push({ start: missing.start, end: Math.min(size, missing.end + ahead) })
      }
      return facts
    },
    async draw(drawing, scale) {
      const answer = await pool.run(async () => ({ drawing, scale }))
      return answer && 'drawn' in answer ? answer.drawn : null
    },
    close: () => pool.close(),
  }
}

/** Reads anew what was read for the question before: those who wait should hold no bytes. */
async function prepareRecording(source: RecordingSource, ranges: ByteRange[]): Promise<Job> {
  const parts = []
  for (const { start, end } of ranges) parts.push({ start, bytes: await source.read(start, end) })
  return { recording: { size: source.size, parts } }
}

function lengthOf(ranges: ByteRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0)
}
