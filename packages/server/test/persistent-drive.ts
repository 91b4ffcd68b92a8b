import { randomUUID } from 'node:crypto'
import type { FileEntry } from '@triptych/contract/files'
import { referenceIn } from './drive-process.ts'
import type { DriveAnswer } from './drive-process.ts'
import type { SharedDrive } from './chaos-client.ts'
import { wholeLog } from './group-checks.ts'
import { persist, persistJson } from './persistent-client.ts'
import type { Attempt } from './persistent-client.ts'

/** A drive whose servers come and go: every request is sent until it is answered, and done once. */
export interface PersistentDrive extends SharedDrive {
  /** How many requests got no answer at first. */
  losses(): number
}

interface Transfer {
  operation: 'move' | 'copy'
  ids: string[]
  target: string
}

export function persistentDrive(url: string): PersistentDrive {
  let losses = 0

  async function ask(path: string, attempt: Attempt): Promise<DriveAnswer> {
    const answer = await persist(new URL(path, url), attempt)
    losses += answer.losses
    return { status: answer.status, json: JSON.parse(answer.bytes.toString()) as unknown }
  }

  function askWithKey(
    method: string,
    path: string,
    body: () => string | FormData,
    origin: string = randomUUID(),
  ): Promise<DriveAnswer> {
    const headers = { 'idempotency-key': randomUUID(), 'x-origin': origin }
    return ask(path, () => ({ method, headers, body: body() }))
  }

  /** A server that dies between doing it and keeping the answer leaves it to the log to tell. */
  async function transfer({ operation, ids, target }: Transfer): Promise<DriveAnswer> {
    const origin = randomUUID()
    const body = JSON.stringify({ operation, ids, target })
    const answer = await askWithKey('PUT', 'files', () => body, origin)
    const { code } = answer.json as { code?: string }
    if (code !== 'idempotency.answer_lost') return answer
    const made = (await wholeLog(url)).filter((change) => change.origin === origin)
    const idAt = (id: string, index: number): string =>
      (operation === 'copy' ? made[index] : made.find(({ before }) => before?.['id'] === id))
        ?.entity ?? id
    return { status: 200, json: { result: ids.map((id, index) => ({ id: idAt(id, index) })) } }
  }

  /**
   * A deletion takes no key: if it was sent again, it could end what somebody else has put there
   * meanwhile. So all get names that nobody else has, before they go.
   */
  async function remove(ids: readonly string[]): Promise<DriveAnswer> {
    const own: string[] = []
    for (const id of ids) {
      const body = JSON.stringify({ operation: 'rename', name: `going-${randomUUID()}` })
      const renamed = await askWithKey('PUT', `files/${encodeURIComponent(id)}`, () => body)
      if (renamed.status === 404) continue
      if (renamed.status !== 200) return renamed
      own.push(referenceIn(renamed).id)
    }
    if (own.length === 0) return { status: 200, json: {} }
    return ask('files', () => ({ method: 'DELETE', body: JSON.stringify({ ids: own }) }))
  }

  return {
    losses: () => losses,
    send(method, path, body) {
      if (method === 'DELETE') return remove((body as Pick<Transfer, 'ids'>).ids)
      if (path === 'files') return transfer(body as Transfer)
      return askWithKey(method, path, () => JSON.stringify(body))
    },
    upload: (folder, name, bytes) =>
      askWithKey('POST', `upload?id=${encodeURIComponent(folder)}`, () => {
        const form = new FormData()
        form.set('name', name)
        form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), 'file')
        return form
      }),
    list: (folder) => persistJson<FileEntry[]>(new URL(`files/${encodeURIComponent(folder)}`, url)),
    async read(path) {
      const { status, bytes } = await persist(new URL(`direct?id=${encodeURIComponent(path)}`, url))
      return { status, text: bytes.toString() }
    },
  }
}
