import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

/**
 * The way between a page and the server. The provider sends with the global `fetch`; a page has an
 * address of its own, by which its requests are known, so that they can be recorded and held up.
 */

export interface Sent {
  method: string
  /** Behind the base, without a slash. */
  path: string
  body: unknown
  status: number
  answer: unknown
}

export interface Wire {
  /** What the provider is told. */
  url: string
  /** In the order in which they were sent. */
  sent: Sent[]
  /** How many requests are not answered yet. */
  underWay(): number
}

export interface Delays {
  random: SeededRandom
  /** Milliseconds at most, on the way to the server and again on the way back. */
  most: number
}

const wires = new Map<string, (path: string, init: RequestInit) => Promise<Response>>()
const realFetch = globalThis.fetch
let pages = 0

globalThis.fetch = (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const wire = wires.get(url.hostname)
  return wire ? wire(`${url.pathname}${url.search}`, init) : realFetch(input, init)
}

/** A wire to a server; with delays, requests overtake each other, and so do their answers. */
export function openWire(server: string, delays: Delays | null = null): Wire {
  const host = `page-${++pages}.test`
  const sent: Sent[] = []
  let underWay = 0
  const wait = (): Promise<unknown> =>
    delays ? pause(delays.random.next() * delays.most) : Promise.resolve()

  wires.set(host, async (path, init) => {
    const one: Sent = {
      method: init.method ?? 'GET',
      path: path.slice(1),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      status: 0,
      answer: null,
    }
    sent.push(one)
    underWay++
    try {
      await wait()
      const response = await realFetch(server + path, init)
      const text = await response.text()
      await wait()
      one.status = response.status
      one.answer = JSON.parse(text)
      return new Response(text, { status: response.status })
    } finally {
      underWay--
    }
  })
  return { url: `http://${host}`, sent, underWay: () => underWay }
}
