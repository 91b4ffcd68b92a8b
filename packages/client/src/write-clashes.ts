import { nameOf, parentOf } from './file-entries.ts'
import { isClash, settleClashes } from './name-clashes.ts'
import type { Asking, Coming } from './name-clashes.ts'
import type { Answer, Instead } from './outbox.ts'
import type { Request } from './server.ts'

/** Something the person did, which the widget shows already. Paths change when folders above them do. */
export interface Write {
  action: string
  /** What is changed, or the folder that is added to. */
  ids: string[]
  target: string | null
  /** What the widget thinks the results are called. */
  guesses: string[]
  /** What they are to be called, where that is another name. */
  name?: string
  /** Of those that come to a place where their names may be taken: whether they are files. */
  areFiles?: boolean[]
  /** What the server is to do there; it gives another name unless it is told. */
  conflict?: string
  request: (write: Write) => Request
}

interface Listener {
  /** A part of it is done; what is answered at the end is the last one. */
  onPart: (part: Write, answer: Answer) => void
  /** What the widget shows of it is not so any more. */
  onDoubt: () => void
}

/** What becomes of a write that was refused as names are taken: what the person says. */
export function writeClashes(write: Write, asking: Asking, { onPart, onDoubt }: Listener) {
  let isGivenUp = false
  // To put a copy beside what it is a copy of is to want both.
  write.conflict = comingsOf(write).every(({ conflict }) => conflict) ? 'number' : 'fail'

  const settle: Instead = async (error, send) => {
    const comings = comingsOf(write)
    if (comings.length === 1) comings[0]!.isRefused = true
    let sent = comings.map(() => '').join()
    for (let refusal: unknown = error; ;) {
      if (!isClash(refusal)) throw refusal
      const parts = (await settleClashes(comings, asking)) ? partsOf(write, comings) : []
      const last = parts.pop()
      const wanted = comings.map(({ conflict }) => conflict).join()
      isGivenUp = !last
      if (!last || wanted === sent) throw refusal
      sent = wanted
      onDoubt()
      try {
        for (const part of parts) onPart(part, await send(part.request(part)))
        const answer = await send(last.request(last))
        Object.assign(write, last)
        return answer
      } catch (again) {
        refusal = again
      }
    }
  }

  return { settle, isGivenUp: () => isGivenUp }
}

function comingsOf({ ids, target, name, areFiles = [] }: Write): Coming[] {
  return ids.map((id, index) => ({
    folder: target ?? parentOf(id),
    name: name ?? nameOf(id),
    isFile: areFiles[index] ?? false,
    from: id,
    ...(target === parentOf(id) && { conflict: 'number' }),
  }))
}

/**
 * The server takes one word for all that is sent at once, and what is sent at once is one step. So what is free goes
 * along with the others.
 */
function partsOf(write: Write, comings: readonly Coming[]): Write[] {
  const wanted = [...comings.entries()].filter(([, { conflict }]) => conflict !== 'skip')
  const replaced = wanted.filter(([, { conflict }]) => conflict === 'replace')
  const rest = wanted.filter(([, { conflict }]) => conflict !== 'replace')
  const isMixed = replaced.length > 0 && rest.some(([, { conflict }]) => conflict)
  return (isMixed ? [replaced, rest] : [wanted])
    .filter((group) => group.length > 0)
    .map((group) => ({
      ...write,
      ids: group.map(([index]) => write.ids[index]!),
      guesses: group.map(([index]) => write.guesses[index]!),
      conflict: group.find(([, { conflict }]) => conflict)?.[1].conflict ?? 'fail',
    }))
}
