import { randomUUID } from 'node:crypto'
import { standFor } from '../fixtures/disk-tree.ts'
import { persist, tryOnce } from '../fixtures/retrying-client.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

/** What was asked of a group of servers, by the origins of the requests. */
export interface Asked {
  /** Answered: in the log exactly once. */
  done: Set<string>
  /** Never answered, and not asked again: in the log once, or not at all. */
  unknown: Set<string>
  /** By their paths, what stands for the bytes of files that were uploaded. */
  files: Map<string, string>
  /** How many were answered only after they had been sent again. */
  repeated: number
}

interface Plan {
  path: string
  body: () => string | FormData
  /** Takes note of what was made. */
  made?: (answer: unknown) => void
}

/** Longer than one part of an upload. */
const largeBytes = 9_000_000
export const tableOfNotes = {
  name: 'notes',
  columns: [{ name: 'text', type: 'text' }],
}

/**
 * Adds rows and tasks, or large files, until it is over; some under a key, and then until it is
 * answered.
 */
export async function addWithoutEnd(
  url: string,
  { name, isLarge }: { name: string; isLarge: boolean },
  random: SeededRandom,
  isOver: () => boolean,
): Promise<Asked> {
  const asked: Asked = { done: new Set(), unknown: new Set(), files: new Map(), repeated: 0 }

  const plans: ((text: string) => Plan)[] = [
    (text) => ({ path: 'notes', body: () => JSON.stringify({ text }) }),
    (text) => ({ path: 'tasks', body: () => JSON.stringify({ text, parent: 0 }) }),
  ]
  const large = (text: string): Plan => {
    const bytes = Buffer.alloc(largeBytes, `${text} ${random.next()}`)
    return {
      path: 'upload?id=/large',
      body() {
        const form = new FormData()
        form.set('file', new Blob([bytes]), `${text}.bin`)
        return form
      },
      made: () => asked.files.set(`/large/${text}.bin`, standFor(bytes)),
    }
  }

  async function send(origin: string, { path, body, made }: Plan): Promise<void> {
    const at = new URL(path, url)
    const isKeyed = random.next() < 0.5
    const key = isKeyed ? { 'idempotency-key': randomUUID() } : {}
    const attempt = () => ({
      method: 'POST',
      headers: { 'x-origin': origin, ...key },
      body: body(),
    })
    const answer = isKeyed ? await persist(at, attempt) : await tryOnce(at, attempt)
    if (!answer) {
      asked.unknown.add(origin)
      return
    }
    const text = answer.bytes.toString()
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text}`)
    if (answer.losses > 0) asked.repeated++
    asked.done.add(origin)
    made?.(JSON.parse(text))
  }

  for (let n = 0; !isOver(); n++) {
    const text = `${name}.${n}`
    await send(text, isLarge ? large(text) : random.pick(plans)(text))
  }
  return asked
}
