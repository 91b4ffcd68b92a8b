import type { Change } from '@triptych/contract/changes'
import { clientKey } from './client-key.ts'
import type { Person } from './follow-changes.ts'
import { followEvents } from './follow-events.ts'
import type { Events, Status } from './follow-events.ts'
import { listeners } from './listeners.ts'
import { loginWait } from './login-wait.ts'
import { ownChanges } from './own-changes.ts'
import { randomKey } from './random-key.ts'
import { answerIn, noAnswer, ServerError } from './server-error.ts'
import { shareEvents } from './share-events.ts'

export interface ServerOptions {
  /** The address of the workspace: `http://localhost:3200` or `http://localhost:3200/w/team`. */
  url: string
  /**
   * A token of a server with accounts, for scripts and for pages of another origin; on its own pages the cookie does.
   * A function is asked each time.
   */
  auth?: string | (() => string | Promise<string>)
  /** Sent with every request. A function is asked each time. */
  headers?: Record<string, string> | (() => Record<string, string>)
  /** How this person is shown to the others who are here; `introduce` can say so later. */
  name?: string
  /**
   * What this page calls itself, 1 to 38 letters, digits and dots: whoever has the same name takes back the same things.
   * Without it a name is drawn, and kept for as long as the tab is there.
   */
  client?: string
}

export interface Introduction {
  name?: string
  /** Where the person is: `gantt`, `tables/films`. */
  at?: string
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the workspace, escaped: `films/7`. */
  path: string
  /** A `Blob` is sent as it is, anything else as JSON. */
  body?: unknown
  /** Calls it off. */
  signal?: AbortSignal
  /** Told the headers of an answer that says yes. */
  onHeaders?: (headers: Headers) => void
  /** For what is shown only when it comes back as a change: what the outbox sends as `X-Origin` instead of a mark. */
  origin?: string
}

/** The server as one page sees it. All widgets of a page share one. */
export interface Server {
  address: (path: string) => string
  /** The same for what a browser asks for by itself, as pictures and downloads: the token of `auth` stands in it. */
  link: (path: string) => string
  /** What goes with every request of this page; a write has a mark of its own, by which its change is known. */
  headers: () => Promise<Record<string, string>>
  mark: () => string
  /** What this page calls itself, without a mark. */
  origin: string
  /** To be called when a write was refused. */
  forgetMark: (mark: string) => void
  /** Sends a request once and answers its JSON; rejects with a `ServerError`. */
  send(request: Request, headers?: Record<string, string>): Promise<unknown>
  /** For requests that are not made by `send`: makes it again after a login that it was refused for want of. */
  afterLogin<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /**
   * Tells of what others changed from now on; what is loaded after this has resolved is never older.
   * `reload` is called when changes may have been missed. Answers a function that ends it.
   */
  follow(listener: ChangeListener): Promise<() => void>
  /** Says who and where this person is, for the others. */
  introduce(introduction: Introduction): void
  /**
   * Told whether somebody has to log in, because the server no longer knows who asks. As long as anybody listens,
   * what is refused for that waits, and is sent after `loggedIn`.
   */
  onLoginNeeded(listener: (isNeeded: boolean) => void): () => void
  /** Somebody has: what waits for it goes on. */
  loggedIn: () => void
  /** Whoever has writes that are not sent yet sends them before anything is taken back. Answers a function that ends it. */
  addWriter(settle: () => Promise<void>): () => void
  /** Resolves when all that was done here so far is saved or refused. */
  writersSettled(): Promise<void>
  /** Counts work that is not on the server yet, up and down: writes that wait, uploads under way. */
  countUnsaved: (by: number) => void
  onStatus(listener: (status: Status) => void): () => void
  onUnsaved(listener: (count: number) => void): () => void
  onPeople(listener: (people: readonly Person[]) => void): () => void
  /** Ends the stream of events, and what is tried again and again. What is not on the server yet is refused. */
  close(): void
}

export interface ChangeListener {
  change: (change: Change) => void
  reload: () => void
}

export function openServer(options: ServerOptions): Server {
  const base = `${options.url.replace(/\/+$/, '')}/`
  /** Nobody else is told it: whoever had it could pass for this page. */
  const key = randomKey()
  const origin = options.client ?? clientKey()
  const own = ownChanges(origin)
  const writers = new Set<() => Promise<void>>()
  const changes = listeners<Change>()
  const reloads = listeners<void>()
  const statuses = listeners<Status>(true)
  const people = listeners<readonly Person[]>(true)
  const unsaved = listeners<number>(true)
  let unsavedCount = 0
  let self: Introduction = { ...(options.name && { name: options.name }) }
  let events: Events | null = null
  let isClosed = false
  const login = loginWait()
  /** The last one that was asked for: addresses of pictures are made at once. */
  let token = typeof options.auth === 'string' ? options.auth : ''

  const visitor = () => ({ key, ...self })

  function openEvents(): Events {
    const told = {
      address: server.address,
      headers: server.headers,
      onChange: (change: Change) => void (own.isNews(change) && changes.tell(change)),
      onGap: () => reloads.tell(),
      onStatus(status: Status) {
        // Another tab of this browser has logged in.
        if (status === 'live') login.end()
        statuses.tell(status)
      },
      onLoginNeeded: login.need,
      onPeople: (all: readonly Omit<Person, 'isSelf'>[], [id]: readonly string[]) =>
        people.tell(all.map((person) => ({ ...person, isSelf: person.id === id }))),
    }
    return canShare() && typeof options.auth !== 'function'
      ? shareEvents({ ...told, self: visitor, rights: [token, givenHeaders()] })
      : followEvents({ ...told, visitors: () => [visitor()] })
  }

  function givenHeaders(): Record<string, string> {
    return (typeof options.headers === 'function' ? options.headers() : options.headers) ?? {}
  }

  async function sendOnce(
    { method, path, body, signal, onHeaders }: Request,
    headers: Record<string, string>,
  ): Promise<unknown> {
    if (isClosed) throw new ServerError(0, 'closed', 'The connection was closed.')
    const { response, text } = await sent().catch((error: unknown) => {
      throw noAnswer(error)
    })
    const answer = answerIn(text, response.status)
    onHeaders?.(response.headers)
    return answer

    async function sent(): Promise<{ response: Response; text: string }> {
      const response = await fetch(base + path, {
        method,
        ...(signal && { signal }),
        headers: {
          ...(body !== undefined && { 'content-type': typeOf(body) }),
          ...(method !== 'GET' && { 'x-origin': origin }),
          ...(await server.headers()),
          ...headers,
        },
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      })
      return { response, text: await response.text() }
    }
  }

  const server: Server = {
    address: (path) => base + path,
    link(path) {
      if (!token) return base + path
      return `${base}${path}${path.includes('?') ? '&' : '?'}access_token=${encodeURIComponent(token)}`
    },
    async headers() {
      if (typeof options.auth === 'function') token = await options.auth()
      return { ...(token && { authorization: `Bearer ${token}` }), ...givenHeaders() }
    },
    origin,
    mark: () => own.mark(),
    forgetMark: own.forget,
    send: (request, headers = {}) => login.retry(() => sendOnce(request, headers), request.signal),
    afterLogin: login.retry,
    async follow({ change, reload }) {
      events ??= openEvents()
      await events.started
      const ends = [changes.add(change), reloads.add(reload)]
      return () => ends.forEach((end) => end())
    },
    introduce({ name = '', at = '' }) {
      self = { ...(name && { name }), ...(at && { at }) }
      events?.renew()
    },
    onLoginNeeded: login.onNeeded,
    loggedIn() {
      login.end()
      events?.renew()
    },
    addWriter(settle) {
      writers.add(settle)
      return () => writers.delete(settle)
    },
    async writersSettled() {
      await Promise.all([...writers].map((settle) => settle()))
    },
    countUnsaved(by) {
      unsavedCount += by
      unsaved.tell(unsavedCount)
    },
    onStatus: statuses.add,
    onUnsaved: unsaved.add,
    onPeople: people.add,
    close() {
      isClosed = true
      login.close()
      events?.close()
    },
  }
  return server
}

/** Where there are tabs, and a way to agree which of them leads: over plain http from another machine there is none. */
function canShare(): boolean {
  const { document, navigator, BroadcastChannel } = globalThis as Partial<typeof globalThis>
  return Boolean(document && navigator?.locks && BroadcastChannel)
}

function typeOf(body: unknown): string {
  return body instanceof Blob ? body.type : 'application/json'
}
