import type { Change } from '@triptych/contract/changes'
import type { Person } from '@triptych/contract/people'
import type { Visitor } from './follow-changes.ts'
import { followEvents } from './follow-events.ts'
import type { EventOptions, Events, Status } from './follow-events.ts'

export interface SharedOptions extends Omit<EventOptions, 'visitors' | 'since'> {
  self: () => Visitor
  /** What tells this page from others of the same browser that may see more or less. */
  rights: unknown
}

/** What the tabs tell each other. */
type Told =
  /** A tab is here, or another than before. */
  | { hello: Visitor }
  /** A new leader wants to know who is. */
  | { who: true }
  | { status: Status }
  | { login: true }
  | { change: Change }
  /** Where the leader is; with `gap`, what came before has to be loaded anew. */
  | { revision: number; gap: boolean }
  | { people: readonly Person[]; ids: Record<string, string> }

/** Every tab that joins makes the stream anew; those that come together do so once. */
const gatherMs = 50

/** The most that a stream can stand for. */
const mostVisitors = 16

/**
 * The events of a page whose browser has others of the same server: one of them has the stream and tells the rest, as
 * a browser keeps no more than six connections to a server. When it closes, the next one goes on where it was.
 */
export function shareEvents(options: SharedOptions): Events {
  const { address, headers, self, onChange, onGap, onStatus, onPeople, onLoginNeeded } = options
  // Who has other rights must not hear what others may.
  const name = `triptych ${address('')} ${JSON.stringify(options.rights)}`
  const { locks } = navigator
  const stop = new AbortController()
  const closed = new Promise<void>((resolve) =>
    stop.signal.addEventListener('abort', () => resolve()),
  )
  const channel = new BroadcastChannel(name)
  const { promise: started, resolve: start } = Promise.withResolvers<number>()
  let last: number | null = null
  let lead: ReturnType<typeof leader> | null = null

  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (lead) lead.hear(data)
    else hear(data)
  })
  // It is held as long as the tab is there, whatever becomes of it.
  hold(lifeOf(self().key), () => {
    sayHello()
    return closed
  })
  hold(name, () => {
    lead = leader()
    return closed
  })
  globalThis.addEventListener('visibilitychange', sayHello)

  return {
    started,
    renew: sayHello,
    close() {
      globalThis.removeEventListener('visibilitychange', sayHello)
      stop.abort()
      lead?.close()
      channel.close()
    },
  }

  function lifeOf(key: string): string {
    return `${name} ${key}`
  }

  function hold(lock: string, work: () => Promise<void> | void): void {
    // It is refused when it is called off.
    locks.request(lock, { signal: stop.signal }, async () => work()).catch(() => {})
  }

  function say(told: Told): void {
    // It is no window: a channel is of one origin anyway.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (!stop.signal.aborted) channel.postMessage(told)
  }

  function sayHello(): void {
    if (lead) lead.hear({ hello: self() })
    else say({ hello: self() })
  }

  /** What the leader tells, in the leader as in every other. */
  function hear(told: Told): void {
    if ('who' in told) return sayHello()
    if ('status' in told) return onStatus(told.status)
    if ('login' in told) return void onLoginNeeded()
    if ('people' in told) return onPeople(told.people, [told.ids[self().key] ?? ''])
    if ('change' in told) return hearChange(told.change)
    if (!('revision' in told)) return
    const isMissing = last !== null && (told.gap || told.revision > last)
    last = told.gap ? told.revision : Math.max(last ?? 0, told.revision)
    start(last)
    if (isMissing) onGap(last)
  }

  function hearChange(change: Change): void {
    // Until we know where the leader is, we have not begun.
    if (last === null || change.revision <= last) return
    const isMissing = change.revision > last + 1
    last = change.revision
    if (isMissing) onGap(last)
    else onChange(change)
  }

  function leader() {
    const tabs = new Map<string, Visitor>([[self().key, self()]])
    let status: Status = 'connecting'
    let people: Told | null = null
    /** Whom the stream stands for now. */
    let named: Visitor[] = []
    let renewing: ReturnType<typeof setTimeout> | null = null

    const tell = (told: Told) => {
      say(told)
      hear(told)
    }
    const events = followEvents({
      address,
      headers,
      ...(last !== null && { since: last }),
      visitors: () => (named = [...tabs.values()].slice(-mostVisitors)),
      onChange: (change) => tell({ change }),
      onGap: (revision) => tell({ revision, gap: true }),
      onStatus(now) {
        status = now
        tell({ status })
      },
      onLoginNeeded() {
        say({ login: true })
        return onLoginNeeded()
      },
      onPeople(all, you) {
        const ids = Object.fromEntries(named.map(({ key }, n) => [key, you[n] ?? '']))
        people = { people: all, ids }
        tell(people)
      },
    })
    void events.started.then((revision) => tell({ revision, gap: false }))
    say({ who: true })

    function renewSoon(): void {
      renewing ??= setTimeout(() => {
        renewing = null
        events.renew()
      }, gatherMs)
    }

    function welcome(tab: Visitor): void {
      const known = tabs.get(tab.key)
      const isAnother = known?.name !== tab.name || known?.at !== tab.at
      // With an account all tabs are one person, who is where the last of them is.
      if (isAnother) tabs.delete(tab.key)
      tabs.set(tab.key, tab)
      if (isAnother || status === 'lost') renewSoon()
      if (known) return
      hold(lifeOf(tab.key), () => {
        tabs.delete(tab.key)
        renewSoon()
      })
      say({ status })
      if (people) say(people)
      if (last !== null) say({ revision: last, gap: false })
    }

    return {
      hear(told: Told): void {
        if ('hello' in told) welcome(told.hello)
      },
      close(): void {
        if (renewing) clearTimeout(renewing)
        events.close()
      },
    }
  }
}
