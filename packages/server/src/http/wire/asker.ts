import type { Asker } from '../../asker.ts'
import type { PlainRequest } from '../../auth/plain-request.ts'

interface Waiting extends Asker {
  request: PlainRequest
}

/** Made when somebody really waits: most lists are answered out of memory. */
const madeWhenAsked: Pick<Waiting, 'signal'> & ThisType<Waiting> = {
  get signal() {
    return this.request.signal
  },
}

/** `client`: where they ask from; `null` where no socket has it. */
export function askerOf(request: PlainRequest, client: string | null): Asker {
  const waiting = Object.create(madeWhenAsked) as Waiting
  waiting.client = client ?? 'embedded'
  waiting.request = request
  return waiting
}
