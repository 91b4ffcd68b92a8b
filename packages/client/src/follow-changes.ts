import type { Change } from '@triptych/contract/changes'
import type { People, PeopleChanged, Person as ToldPerson } from '@triptych/contract/people'
import { pause } from './pause.ts'
import { errorIn, noAnswer } from './server-error.ts'
import type { ServerError } from './server-error.ts'

export interface Person extends ToldPerson {
  /** Whether this is the page that is told. */
  isSelf: boolean
}

/** One of those for whom the stream stands. */
export interface Visitor {
  /** A secret of theirs, by which they are known when they come back. */
  key: string
  name?: string
  at?: string
}

export interface Follow {
  /** The address of the workspace: `http://localhost:3200` or `http://localhost:3200/w/team`. */
  url: string
  /** The last revision that is known; without it the stream begins now. */
  since?: number
  onChange: (change: Change) => void
  /** We may see more or less than before. */
  onReload?: () => void
  /** Told whenever the stream stands. */
  onOpen?: () => void
  /** Told when the connection is lost, before it is tried again. */
  onLost?: (error: ServerError) => void
  /** Told who is here, where `as` says who we are; `you` are our ids, in the order of `as`. */
  onPeople?: (people: readonly ToldPerson[], you: readonly string[]) => void
  /** Asked at each attempt: how the others see us. */
  as?: () => readonly Visitor[]
  headers?: () => Record<string, string> | Promise<Record<string, string>>
  signal: AbortSignal
  /** Ends a connection, to be made anew at once. */
  renew?: (renew: () => void) => void
}

/** For a server that has not said when to come back. */
const delayMs = 1000
/** The server sends something every 15 seconds: a connection that is silent for so long is dead. */
const silenceMs = 40_000

/** Follows the log of a workspace until `signal` ends it; goes on where it was after a lost connection. */
export async function followChanges(follow: Follow): Promise<void> {
  let last = follow.since
  while (!follow.signal.aborted) {
    let isRenewed = false
    /** How soon the server wants us back; `null` until it has said so. */
    let retryMs: number | null = null
    const attempt = new AbortController()
    follow.renew?.(() => {
      isRenewed = true
      attempt.abort()
    })
    let people = new Map<string, ToldPerson>()
    let you: readonly string[] = []
    try {
      for await (const { event, data } of messages(follow, last, attempt)) {
        // The server sends what the contract says; checking it again here would cost every page.
        if (event === 'retry') {
          retryMs = Number(data)
          continue
        }
        if (event === 'reload') {
          follow.onReload?.()
          continue
        }
        if (event === 'people') {
          const told = JSON.parse(data) as People
          people = new Map(told.people.map((person) => [person.id, person]))
          you = told.you ?? []
        }
        if (event === 'people-changed') {
          const { changed, left } = JSON.parse(data) as PeopleChanged
          for (const id of left) people.delete(id)
          for (const person of changed) people.set(person.id, person)
        }
        if (event !== 'message') {
          follow.onPeople?.([...people.values()].toSorted(bySince), you)
          continue
        }
        const change = JSON.parse(data) as Change
        last = change.revision
        follow.onChange(change)
      }
      // A server that stops says when to come back: until then nothing is lost.
      if (retryMs === null) throw noAnswer(new Error('The stream has ended.'))
    } catch (error) {
      if (follow.signal.aborted) return
      if (!isRenewed) follow.onLost?.(error as ServerError)
    }
    if (!isRenewed)
      await pause(retryMs ?? delayMs, AbortSignal.any([follow.signal, attempt.signal]))
  }
}

interface Message {
  event: string
  data: string
}

async function* messages(
  follow: Follow,
  since: number | undefined,
  attempt: AbortController,
): AsyncIterable<Message> {
  const visitors = follow.as?.() ?? []
  const query = new URLSearchParams(
    visitors.flatMap(({ key, name = '', at = '' }) => [
      ['visitor', key],
      ['name', name],
      ['at', at],
    ]),
  ).toString()
  const address = `${follow.url.replace(/\/+$/, '')}/events${query && `?${query}`}`
  let silence = setTimeout(() => attempt.abort(), silenceMs)
  try {
    const signal = AbortSignal.any([follow.signal, attempt.signal])
    const headers = {
      ...(await follow.headers?.()),
      ...(since !== undefined && { 'last-event-id': String(since) }),
    }
    const response = await fetch(address, { headers, signal })
    if (!response.ok || !response.body) {
      const seconds = Number(response.headers.get('retry-after'))
      if (seconds > 0) yield { event: 'retry', data: String(seconds * 1000) }
      throw errorIn(await response.json().catch(() => null), response.status)
    }
    follow.onOpen?.()
    let text = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value: piece, done } = await reader.read()
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(() => attempt.abort(), silenceMs)
      const blocks = (text + piece).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        // Nothing else ends a line: there are other ends of lines in what people write.
        const lines = block.split('\n').map((line) => line.split(/: (.*)/s))
        const fields = Object.fromEntries(lines) as Record<string, string>
        const { retry, event = 'message', data } = fields
        if (retry) yield { event: 'retry', data: retry }
        if (data) yield { event, data }
      }
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'ServerError' ? error : noAnswer(error)
  } finally {
    clearTimeout(silence)
  }
}

function bySince(one: ToldPerson, other: ToldPerson): number {
  return Number(one.since > other.since) - Number(one.since < other.since)
}
