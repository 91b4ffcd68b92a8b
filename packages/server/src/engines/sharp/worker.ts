import process from 'node:process'
import type { Answer, Job } from './job.ts'
import { describePicture, limitDecoders, makeThumbnail } from './read-picture.ts'

// A process of its own: a decoder that crashes or never ends takes nothing else with it.
limitDecoders()

// An exit in good order would wait for the decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (job) => void work(job as Job))
say({ ready: true })

async function work({ bytes, box }: Job): Promise<void> {
  if (box) say({ thumbnail: await makeThumbnail(bytes, box).catch(() => null) })
  else say({ facts: await describePicture(bytes).catch(() => null) })
}

function say(answer: Answer): void {
  process.send?.(answer)
}
