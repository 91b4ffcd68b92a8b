import process from 'node:process'
import type { AudioFacts, Recording } from '../../codecs/media/audio.ts'
import type { Answer, Job } from './job.ts'
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
  if (box) say({ thumbnail: await makeThumbnail(bytes, box).catch(() => null) })
  else say({ facts: await describePicture(bytes).catch(() => null) })
}

/** Most processes look at pictures only, and the parsers of recordings are many. */
async function describeAudio(recording: Recording): Promise<AudioFacts> {
  const { readAudio } = await import('../../codecs/media/audio.ts')
  return readAudio(recording)
}

function say(answer: Answer): void {
  process.send?.(answer)
}
