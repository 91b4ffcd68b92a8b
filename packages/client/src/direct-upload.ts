import type { BegunUpload, UploadWay } from '@triptych/contract/files'
import { pause } from './pause.ts'
import { isReachable, request } from './send-upload.ts'
import type { Sending } from './send-upload.ts'
import { noAnswer, ServerError } from './server-error.ts'
import type { Server } from './server.ts'

/** What is kept of an upload that goes to the bucket, from one attempt to the next. */
export interface Direct {
  begun?: (BegunUpload & { partBytes: number }) | undefined
  /** The parts that have come. */
  sent: Set<number>
}

/** Smaller ones are not worth the question; the server says so, too. */
const least = 16 * 1024 * 1024
const atOnce = 3
const attempts = 3
const pauseMs = 500

/** Whose bucket does not let this page in: then it is not tried with each file again. */
const closed = new WeakSet<Server>()

/** Sends a file to the bucket itself and answers as `sendUpload` does; `null`: it has to go through the server. */
export async function sendDirect(sending: Sending, direct: Direct): Promise<unknown> {
  const { server, file, signal, folder: id, name, conflict, key } = sending
  // Hashes are made on safe pages only.
  if (file.size < least || !globalThis.crypto?.subtle || closed.has(server)) return null
  try {
    direct.begun ??= await begin(sending)
    if (!direct.begun) return null
    if (!(await sendParts(sending, direct))) {
      if (direct.sent.size === 0) closed.add(server)
      giveUp(server, direct)
      return null
    }
    const body = { upload: direct.begun.upload, id, name, conflict }
    return await server.send({ method: 'PUT', path: 'direct', body }, { 'idempotency-key': key })
  } catch (error) {
    if (signal.aborted) giveUp(server, direct)
    const isOver =
      error instanceof ServerError &&
      ['files.upload_not_found', 'files.upload_incomplete'].includes(error.code)
    if (!isOver) throw error
    giveUp(server, direct)
    return null
  }
}

function giveUp(server: Server, direct: Direct): void {
  const { begun } = direct
  delete direct.begun
  direct.sent.clear()
  // What is not heard of again is cleared up later.
  if (begun) {
    const body = { upload: begun.upload }
    server.send({ method: 'DELETE', path: 'direct', body }).catch(() => {})
  }
}

async function begin(sending: Sending): Promise<Direct['begun']> {
  const { server, file, signal, folder: id, name, conflict } = sending
  const { size } = file
  try {
    const way = await server.send({ method: 'GET', path: `upload?size=${size}`, signal })
    const { partBytes } = way as UploadWay
    if (partBytes === null) return undefined
    const parts: string[] = []
    for (let at = 0; at < size; at += partBytes) {
      if (signal.aborted) throw noAnswer(null)
      parts.push(await hashOf(file.slice(at, at + partBytes)))
    }
    const body = { id, name, size, parts, conflict }
    const begun = await server.send({ method: 'POST', path: 'direct', body, signal })
    return { ...(begun as BegunUpload), partBytes }
  } catch (error) {
    if (error instanceof ServerError && throughServer.includes(error.code)) return undefined
    throw error
  }
}

/** Then the server takes the bytes itself. An older one knows nothing of direct uploads. */
const throughServer = [
  'files.no_direct_uploads',
  'files.too_many_uploads',
  'method_not_allowed',
  'not_found',
]

async function hashOf(part: Blob): Promise<string> {
  const bytes = await part.arrayBuffer().catch((error: unknown) => {
    throw noAnswer(error)
  })
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the bucket has all of them. Throws when the server is out of reach, too: then it goes on later. */
async function sendParts(
  { server, file, signal, onProgress }: Sending,
  { begun, sent }: Direct,
): Promise<boolean> {
  const { parts, partBytes } = begun!
  const partAt = (n: number) => file.slice(n * partBytes, (n + 1) * partBytes)
  const loaded = parts.map((_, n) => (sent.has(n) ? partAt(n).size : 0))
  const left = [...parts.keys()].filter((n) => !sent.has(n)).values()
  let isRefused = false

  async function sendSome(): Promise<void> {
    for (const n of left) {
      for (let failed = 0; !sent.has(n) && !isRefused && !signal.aborted;) {
        if (await sendPart(n)) sent.add(n)
        else if (++failed === attempts) isRefused = true
        else await pause(pauseMs)
      }
    }
  }

  async function sendPart(n: number): Promise<boolean> {
    const { url, headers } = parts[n]!
    const tell = (bytes: number) => {
      loaded[n] = bytes
      onProgress(loaded.reduce((sum, some) => sum + some, 0))
    }
    const { status } = await request('PUT', url, partAt(n), headers, {
      signal,
      onProgress: tell,
    }).catch(() => ({ status: 0 }))
    tell(status === 200 ? partAt(n).size : 0)
    return status === 200
  }

  await Promise.all(Array.from({ length: atOnce }, sendSome))
  if (signal.aborted || (isRefused && !(await isReachable(server)))) throw noAnswer(null)
  return !isRefused
}
