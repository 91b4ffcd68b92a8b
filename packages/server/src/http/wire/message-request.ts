import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import type { PlainHeaders, PlainRequest } from '../../auth/plain-request.ts'

interface Message extends PlainRequest {
  method: string
  incoming: IncomingMessage
  outgoing: ServerResponse
  host: string
  leaving: AbortSignal | null
}

/** On the prototype, as few are asked for them: accessors of each request's own would cost it more than all it says. */
const madeWhenAsked: Pick<Message, 'url' | 'signal' | 'body'> & ThisType<Message> = {
  get url() {
    const { url = '/', socket } = this.incoming
    if (!url.startsWith('/')) return new URL(url).href
    const scheme = (socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http'
    return new URL(`${scheme}://${this.host}${url}`).href
  },
  get signal() {
    this.leaving ??= untilGone(this.incoming, this.outgoing)
    return this.leaving
  },
  get body() {
    const { method, incoming } = this
    if (method === 'GET' || method === 'HEAD') return null
    return Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>
  },
}

/** The web has no requests with these, and nobody here answers one. */
const forbidden = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** `null` where a request has no address, or is none of the web's. */
export type ReadMessage = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => PlainRequest | null

/**
 * Takes requests over a socket of ours as they come. `called` is the host of the server where a request does not say
 * it.
 */
export function messageReader(called: string): ReadMessage {
  /** Clients come with one name again and again. */
  let lastHost = ''

  return (incoming, outgoing) => {
    const host = incoming.headers.host || called
    const { method = 'GET', url = '' } = incoming
    if (forbidden.has(method) || !isAddress(url)) return null
    if (host !== lastHost && !isHost(host)) return null
    lastHost = host
    const message = Object.create(madeWhenAsked) as Message
    message.method = method
    message.headers = headersOf(incoming)
    message.incoming = incoming
    message.outgoing = outgoing
    message.host = host
    message.leaving = null
    return message
  }
}

/** Node has joined what was sent more than once, as the web does. */
function headersOf({ headers }: IncomingMessage): PlainHeaders {
  const get = (name: string): string | null => {
    const value: unknown = headers[name.toLowerCase()]
    if (typeof value === 'string') return value
    return Array.isArray(value) ? value.join(', ') : null
  }
  return { get, has: (name) => get(name) !== null }
}

function isAddress(url: string): boolean {
  // Between slashes a browser would take it for one of them.
  if (url.includes('\\') && url.split('?', 1)[0]!.includes('\\')) return false
  if (url.startsWith('/')) return true
  const whole = /^https?:\/\//.test(url) ? URL.parse(url) : null
  return whole !== null && whole.username === '' && whole.password === ''
}

function isHost(host: string): boolean {
  const url = URL.parse(`http://${host}`)
  const name = host.replace(/:\d+$/, '').toLowerCase()
  // What a browser would write in another way is no host of a browser, but for `127.1`.
  return url !== null && (url.hostname === name || /^[a-z0-9._-]+$/.test(name))
}

/** Aborted when the client goes before it has all of its answer. */
function untilGone(incoming: IncomingMessage, outgoing: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  function look(): void {
    if (incoming.errored || !outgoing.writableFinished) leaving.abort()
  }
  if (outgoing.closed) look()
  else outgoing.once('close', look)
  return leaving.signal
}
