import process from 'node:process'
import type { AudioFacts, Recording } from '../../codecs/media/audio.ts'
import type { Box } from '../../ports/pictures.ts'
import type { Answer, Job } from './job.ts'
import { isPdf, pictureFormat } from './job.ts'
import { describePicture, drawPicture, limitDecoders, makeThumbnail } from './read-picture.ts'

// A process of its own: a decoder that crashes or never ends takes nothing else with it.
limitDecoders()

// An exit in good order would wait for the decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (job) => void work(job as Job))
say({ ready: true })

async function work(job: Job): Promise<void> {
  if ('recording' in job)
    return say({ audio: await describeAudio(job.recording).catch(() => null) })
  if ('drawing' in job) return say({ drawn: await drawPicture(job).catch(() => null) })
  const { bytes, box } = job
  if (box && isPdf(bytes) && !pictureFormat(bytes)) return drawPdf(bytes, box)
  if (box) say({ thumbnail: await makeThumbnail(bytes, box).catch(() => null) })
  else say({ facts: await describePicture(bytes).catch(() => null) })
}

/** What draws PDF takes a moment to load, and most processes never see one. */
async function drawPdf(bytes: Uint8Array, box: Box): Promise<void> {
  const { drawFirstPage } = await import('./read-pdf.ts')
  const thumbnail = await drawFirstPage(bytes, box).catch(() => null)
  // A document that was given up leaves up to half a GiB behind: it goes with the process.
  process.send?.({ thumbnail }, () => thumbnail ?? process.exit())
}

/** Most processes look at pictures only, and the parsers of recordings are many. */
async function describeAudio(recording: Recording): Promise<AudioFacts> {
  const { readAudio } = await import('../../codecs/media/audio.ts')
  return readAudio(recording)
}

function say(answer: Answer): void {
  process.send?.(answer)
}
