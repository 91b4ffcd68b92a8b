import { answerIn, isPassing, noAnswer, ServerError } from './server-error.ts'
import type { Server } from './server.ts'

/** What costs the server least to answer. */
export const probe = 'changes?limit=0'

export interface Sending {
  server: Server
  folder: string
  /** May have folders in front: `photos/2026/a.jpg`. */
  name: string
  file: Blob
  key: string
  conflict: string | undefined
  signal: AbortSignal
  onProgress: (loaded: number) => void
}

/** Sends a file once; rejects with a `ServerError`. */
export function sendUpload(sending: Sending): Promise<unknown> {
  return sending.server.afterLogin(() => sendOnce(sending), sending.signal)
}

async function sendOnce(sending: Sending): Promise<unknown> {
  const { server, folder, name, file, key, conflict } = sending
  const form = new FormData()
  form.append('name', name)
  form.append('file', file, name.slice(name.lastIndexOf('/') + 1))
  const query = `id=${encodeURIComponent(folder)}${conflict ? `&conflict=${conflict}` : ''}`
  const url = server.address(`upload?${query}`)
  // Without a mark: nothing is shown before it is there, so its change is news to us, too.
  const headers = {
    'x-origin': server.origin,
    ...(await server.headers()),
    'idempotency-key': key,
  }
  // Nobody hears of what was ended before.
  if (sending.signal.aborted) throw noAnswer(null)
  const { status, text } = await request('POST', url, form, headers, sending)
  return answerIn(text, status)
}

interface Answer {
  status: number
  text: string
}

type Watch = Pick<Sending, 'signal' | 'onProgress'>

/** Where it can be told how far it is, it is. */
export function request(
  method: 'POST' | 'PUT',
  url: string,
  body: FormData | Blob,
  headers: Record<string, string>,
  watch: Watch,
): Promise<Answer> {
  const by = 'XMLHttpRequest' in globalThis ? byRequest : byFetch
  return by(method, url, body, headers, watch)
}

/** `fetch` does not tell how far it is. */
function byRequest(
  method: string,
  url: string,
  body: FormData | Blob,
  headers: Record<string, string>,
  { signal, onProgress }: Watch,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest()
    const abort = () => sent.abort()
    sent.open(method, url)
    for (const [name, value] of Object.entries(headers)) sent.setRequestHeader(name, value)
    sent.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    sent.addEventListener('load', () => resolve({ status: sent.status, text: sent.responseText }))
    sent.addEventListener('error', () => reject(noAnswer(null)))
    sent.addEventListener('abort', () => reject(noAnswer(null)))
    sent.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    sent.send(body)
  })
}

async function byFetch(
  method: string,
  url: string,
  body: FormData | Blob,
  headers: Record<string, string>,
  { signal }: Watch,
): Promise<Answer> {
  try {
    const response = await fetch(url, { method, body, headers, signal })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw noAnswer(error)
  }
}

/** A file that was changed or removed after it was chosen fails like a lost connection does. */
export async function refuseUnreadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new ServerError(0, 'unreadable', 'The file cannot be read. It may have been changed.')
  }
}

export async function isReachable(server: Server): Promise<boolean> {
  try {
    await server.send({ method: 'GET', path: probe })
    return true
  } catch (error) {
    return !isPassing(error as ServerError)
  }
}
