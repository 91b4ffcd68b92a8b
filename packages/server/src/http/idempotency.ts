import { createHash } from 'node:crypto'
import { keyedMutex } from '../concurrency/keyed-mutex.ts'
import type { Context } from '../context.ts'
import { runTogether } from '../domain/run-together.ts'
import { AppError } from '../errors.ts'
import type { ReadStores, Stores } from '../ports/database.ts'
import type { Answer, IdempotencyRecord } from '../ports/idempotency-store.ts'
import type { Workspaces } from '../ports/workspaces.ts'
import type { Call, Route } from './route.ts'
import { jsonType } from './wire/answer.ts'

export interface Asked {
  route: Route
  call: Call
  /** Below the workspace, as in `Address`. */
  path: string
  /** Of a route that takes JSON. */
  body: unknown
}

/** Carries a request out, or answers what was answered to it before. */
export type AnswerOnce = (asked: Asked, key: string) => Promise<Response>

export function idempotency(): AnswerOnce {
  const inTurn = keyedMutex()
  return (asked, key) => {
    const keyed = claimOf(asked, key)
    const { database } = asked.call.context.workspace
    return inTurn(`${keyed.owner} ${key}`, async () => {
      const kept = await database.read((stores) => findRecord(stores, keyed))
      if (kept) return replay(asked.call, kept)
      const isApart = asked.route.apart || asked.route.form
      return (isApart ? runApart : runWhole)(asked, keyed)
    })
  }
}

function claimOf({ route, call, path, body }: Asked, key: string): KeyedRequest {
  const { workspace, principal, now } = call.context
  const [, query = ''] = /\?([^#]*)/.exec(call.url) ?? []
  const digest = createHash('sha256')
    .update(`${route.method} ${path}?${query}\n`)
    .update(JSON.stringify(body))
    .digest('base64url')
  return { owner: `${workspace.name}/${principal.name}`, key, digest, at: now().getTime() }
}

/** What the route does and what it answers are one commit. */
function runWhole({ route, call, body }: Asked, keyed: KeyedRequest): Promise<Response> {
  return runTogether(call.context, async (joined) => {
    const { database } = joined.workspace
    // Another server may have been quicker.
    const kept = await database.read((stores) => findRecord(stores, keyed))
    if (kept) return replay(call, kept)
    const answer = await answerOf(route, { ...call, context: joined }, body)
    await database.transact((stores) => saveRecord(stores, keyed, answer))
    return answerWith(call, answer)
  })
}

/** The answer is kept with the change that completes the work, or else when the work is done. */
async function runApart({ route, call, body }: Asked, keyed: KeyedRequest): Promise<Response> {
  const { workspaces, workspace } = call.context
  const { database } = workspace
  let isClaimed = false
  let isKept = false

  /** What another server has kept since we looked. */
  async function keptByOther(
    stores: Pick<ReadStores, 'idempotency'>,
  ): Promise<IdempotencyRecord | null> {
    const kept = await findRecord(stores, keyed)
    return isClaimed && kept?.at === keyed.at ? null : kept
  }

  async function keep(stores: Stores, answer: Answer | null): Promise<void> {
    if (await keptByOther(stores)) throw quicker()
    isClaimed = true
    await saveRecord(stores, keyed, answer)
  }

  const context: Context = {
    ...call.context,
    workspaces: recordingWorkspaces(workspaces, keyed),
    async recordAnswer(stores, change) {
      const value = route.apart ? route.apart(change) : null
      if (value === undefined) return
      isKept = value !== null
      await keep(stores, value && jsonAnswer(value))
    },
  }
  try {
    const answer = await answerOf(route, { ...call, context }, body)
    if (!isKept) await database.transact((stores) => keep(stores, answer))
    return answerWith(call, answer)
  } catch (error) {
    // Where another server was quicker, this one may have found nothing to do.
    const kept = await database.read(keptByOther)
    if (kept) return replay(call, kept)
    throw error
  }
}

/** Nobody hears of it: what the other server has answered is answered instead. */
function quicker(): AppError {
  return new AppError('unavailable', 'Another server has carried the request out.')
}

/** Without the headers that every answer has: they belong to one request. */
async function answerOf(route: Route, call: Call, asked: unknown): Promise<Answer> {
  const { headers: usual } = call
  const taken: Answer[] = []
  const response = await route.handle(
    {
      ...call,
      headers: { ...usual },
      // A response takes longer to make, and to read, than the whole transaction.
      take: (value, headers) => taken.push(jsonAnswer(value, headers)),
    },
    asked,
  )
  if (taken[0]) return taken[0]
  const own = [...response.headers].filter(([name, value]) => usual[name] !== value)
  return { status: response.status, headers: Object.fromEntries(own), body: await response.text() }
}

function jsonAnswer(value: unknown, headers: Answer['headers'] = {}): Answer {
  return { status: 200, headers: { ...jsonType, ...headers }, body: JSON.stringify(value) }
}

function answerWith(call: Call, answer: Answer, more: Answer['headers'] = {}): Response {
  const { status, body } = answer
  const headers = { ...call.headers, ...answer.headers, ...more }
  return new Response(body === '' ? null : body, { status, headers })
}

function replay(call: Call, { answer }: IdempotencyRecord): Response {
  if (answer) return answerWith(call, answer, { 'idempotency-replayed': 'true' })
  const message = 'The request was carried out before; what it was answered then is not kept.'
  throw new AppError('idempotency.answer_lost', message)
}

/** As it is, or in quotes, as the IETF's draft of the header has it: both are the same key. */
const plain = /^[!#-~][!-~]{0,254}$/

const quoted = /^"(?:[ !#-[\]-~]|\\["\\])*"$/

export const longestKey = 255

/** Whether a request of this route is carried out once, however often it comes with the same key. */
export function takesKey({ method, reads }: Route): boolean {
  // A PUT may copy something, and then it is not by itself that it does no more the second time.
  return (method === 'POST' || method === 'PUT') && reads !== true
}

/** Whether a request with this body changes nothing. */
export function onlyReads({ method, reads }: Route, body: unknown): boolean {
  return method === 'GET' || (typeof reads === 'function' ? reads(body) : reads === true)
}

/** What the client calls the request, so that it is known when it comes again. */
export function idempotencyKey({ headers }: Request): string | null {
  const sent = headers.get('idempotency-key')
  if (sent === null || plain.test(sent)) return sent
  const key = quoted.test(sent) ? sent.slice(1, -1).replaceAll(/\\(.)/g, '$1') : ''
  if (key.length >= 1 && key.length <= longestKey) return key
  const message = `Idempotency-Key takes 1 to ${longestKey} visible characters.`
  throw new AppError('idempotency.bad_key', message, { header: 'Idempotency-Key' })
}

/** How long an answer is kept. */
export const keptMs = 24 * 60 * 60 * 1000

/** The longest answer that is kept, in bytes. */
export const keptBytes = 1024 * 1024

/** So many old answers are forgotten for each new one. */
const forgottenAtOnce = 10

/** A request that is to be carried out once, however often it comes. */
export interface KeyedRequest {
  /** Who asks, and of which workspace. */
  owner: string
  key: string
  /** Of all that makes it this request and no other. */
  digest: string
  /** When it came, in milliseconds since 1970. */
  at: number
}

/** What is kept of the same request; another one under its key is refused. */
async function findRecord(
  { idempotency: answers }: Pick<ReadStores, 'idempotency'>,
  { owner, key, digest, at }: KeyedRequest,
): Promise<IdempotencyRecord | null> {
  const kept = await answers.find(owner, key)
  if (!kept || kept.at <= at - keptMs) return null
  if (kept.digest === digest) return kept
  throw new AppError('idempotency.mismatch', 'This key was sent with another request before.')
}

/** `null`: it is carried out, but what to answer is not known yet, or never. */
async function saveRecord(
  { idempotency }: Pick<Stores, 'idempotency'>,
  { owner, key, digest, at }: KeyedRequest,
  answer: Answer | null,
): Promise<void> {
  const isKept = answer !== null && Buffer.byteLength(answer.body) <= keptBytes
  await idempotency.keep(owner, key, { digest, at, answer: isKept ? answer : null })
  await idempotency.forget(at - keptMs, forgottenAtOnce)
}

/**
 * A workspace that is made carries the claim of its request in its own database, from its first
 * moment on: so the same request, when it comes again, takes it for its own.
 */
export function recordingWorkspaces(workspaces: Workspaces, keyed: KeyedRequest): Workspaces {
  return {
    ...workspaces,
    async create(name, fill) {
      const made = await workspaces.create(name, async (workspace) => {
        await workspace.database.transact((stores) => saveRecord(stores, keyed, null))
        await fill?.(workspace)
      })
      if (made) return made
      const there = await workspaces.open(name)
      const isOurs = await there?.database.read((stores) => findRecord(stores, keyed))
      return isOurs ? there : null
    },
  }
}
