import assert from 'node:assert/strict'
import type { FileReference } from '@triptych/contract/files'
import type { DriveProcess } from './drive-process.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Somebody who sends each request under a key, and again until it is answered. */
export interface RepeatingClient {
  /** What was answered. */
  done: Done[]
  /** How many requests were sent and not answered. */
  cuts(): number
  /** Goes on until the server is gone. */
  work(server: DriveProcess): Promise<void>
  /** Sends what was under way until it is answered. */
  finish(server: DriveProcess): Promise<void>
}

export interface Done {
  /** What the answer says was made: where it is, and its name. */
  made: string[]
  isReplay: boolean
}

interface Plan {
  path: string
  /** A new one each time: a form cannot be sent twice. */
  body: () => string | FormData
  madeBy: (answer: unknown) => string[]
}

interface Keyed extends Plan {
  key: string
}

export function repeatingClient(name: string, random: SeededRandom): RepeatingClient {
  const done: Done[] = []
  let requests = 0
  let cuts = 0
  let underWay: Keyed | null = null

  function next(): Keyed {
    const label = `${name}-${++requests}`
    return { ...random.pick(plans)(label), key: `key-${label}` }
  }

  /** `null` when there was no answer. */
  async function send(server: DriveProcess, { path, body, key }: Keyed): Promise<Response | null> {
    // Some lines break while the server goes on.
    const isBroken = random.between(1, 5) === 1
    const signal = AbortSignal.timeout(isBroken ? random.between(1, 25) : 30_000)
    const headers = { 'idempotency-key': key }
    try {
      const sent = { method: 'POST', headers, body: body(), signal }
      const response = await fetch(new URL(path, server.url), sent)
      return new Response(await response.text(), response)
    } catch {
      cuts++
      return null
    }
  }

  async function once(server: DriveProcess): Promise<void> {
    underWay ??= next()
    const { path, madeBy } = underWay
    const response = await send(server, underWay)
    if (!response) return
    const text = await response.text()
    assert.equal(response.status, 200, `${path}: ${text}`)
    const isReplay = response.headers.has('idempotency-replayed')
    done.push({ made: madeBy(JSON.parse(text)), isReplay })
    underWay = null
  }

  return {
    done,
    cuts: () => cuts,
    async work(server) {
      while (!server.isGone()) await once(server)
    },
    async finish(server) {
      while (underWay) await once(server)
    },
  }
}

interface Made {
  id: number
}

const plans: ((label: string) => Plan)[] = [
  (label) => ({
    path: 'films',
    body: () => JSON.stringify({ name: label }),
    madeBy: (row) => [`films/${(row as Made).id} ${label}`],
  }),
  (label) => ({
    path: 'tasks',
    body: () => JSON.stringify({ text: label }),
    madeBy: (task) => [`tasks/${(task as Made).id} ${label}`],
  }),
  (label) => ({
    path: 'batch?atomic=true',
    body: () =>
      JSON.stringify([
        { url: 'films', method: 'POST', data: { name: label } },
        { url: 'tasks', method: 'POST', data: { text: label } },
      ]),
    madeBy: (answers) => {
      const [row, task] = answers as Made[]
      return [`films/${row!.id} ${label}`, `tasks/${task!.id} ${label}`]
    },
  }),
  (label) => ({
    path: 'files/%2F',
    body: () => JSON.stringify({ name: label, type: 'folder' }),
    madeBy: (answer) => madeAt(answer, label),
  }),
  (label) => ({
    path: 'upload?id=%2F',
    body() {
      const form = new FormData()
      form.set('file', new Blob([label.repeat(1000)]), `${label}.txt`)
      return form
    },
    madeBy: (answer) => madeAt(answer, `${label}.txt`),
  }),
]

/** It has the name that was asked for, as nobody else has. */
function madeAt(answer: unknown, name: string): string[] {
  const { result } = answer as { result: FileReference }
  assert.deepEqual(result, { id: `/${name}`, name })
  return [`/${name} ${name}`]
}
