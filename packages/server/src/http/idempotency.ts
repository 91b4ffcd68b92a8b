import { createHash } from 'node:crypto'
import { keyedMutex } from '../concurrency/keyed-mutex.ts'
import type { Context } from '../context.ts'
import { runTogether } from '../domain/run-together.ts'
import { AppError } from '../errors.ts'
import type { ReadStores, Stores } from '../ports/database.ts'
import type { Answer, IdempotencyRecord } from '../ports/idempotency-store.ts'
import type { Workspaces } from '../ports/workspaces.ts'
import type { Call } from './call.ts'
import type { Input, Route } from './route.ts'
import { asReply, jsonType, replyBody } from './wire/reply.ts'
import type { Reply } from './wire/reply.ts'
import type { PlainRequest } from '../auth/plain-request.ts'

export interface Asked {
  route: Route
  call: Call
  /** Below the workspace, as in `Address`. */
  path: string
  input: Input
}

/** Carries a request out, or answers what was answered to it before. */
export type RunOnce = (asked: Asked, key: string) => Promise<Reply>

export function idempotency(): RunOnce {
  const inTurn = keyedMutex()
  return (asked, key) => {
    const keyed = keyedRequest(asked, key)
    const { database } = asked.call.context.workspace
    return inTurn(`${keyed.owner} ${key}`, async () => {
      const kept = await database.read((stores) => findRecord(stores, keyed))
      if (kept) return replay(kept)
      const { multiTransaction, form } = asked.route
      return (multiTransaction || form ? runMultiTransaction : runInTransaction)(asked, keyed)
    })
  }
}

function keyedRequest({ route, call, path, input }: Asked, key: string): KeyedRequest {
  const { workspace, principal, now } = call.context
  const [, query = ''] = /\?([^#]*)/.exec(call.url) ?? []
  const digest = createHash('sha256')
    .update(`${route.method} ${path}?${query}\n`)
    .update(JSON.stringify(input.body))
    .digest('base64url')
  // Two may have the same name, one after the other.
  const owner = `${workspace.name}/${principal.id ?? principal.name}`
  return { owner, key, digest, at: now().getTime() }
}

/** What the route does and what it answers are one commit. */
function runInTransaction({ route, call, input }: Asked, keyed: KeyedRequest): Promise<Reply> {
  return runTogether(call.context, async (joined) => {
    const { database } = joined.workspace
    // Another server may have been quicker.
    const kept = await database.read((stores) => findRecord(stores, keyed))
    if (kept) return replay(kept)
    const answer = answerOf(await route.handle({ ...call, context: joined }, input))
    await database.transact((stores) => saveRecord(stores, keyed, answer))
    return replyWith(answer)
  })
}

/** The answer is kept with the change that completes the work, or else when the work is done. */
async function runMultiTransaction(
  { route, call, input }: Asked,
  keyed: KeyedRequest,
): Promise<Reply> {
  const { workspaces, workspace } = call.context
  const { database } = workspace
  let isRecorded = false
  let isKept = false

  /** What another server has kept since we looked. */
  async function keptByOther(
    stores: Pick<ReadStores, 'idempotency'>,
  ): Promise<IdempotencyRecord | null> {
    const kept = await findRecord(stores, keyed)
    return isRecorded && kept?.at === keyed.at ? null : kept
  }

  async function keep(stores: Stores, answer: Answer | null): Promise<void> {
    if (await keptByOther(stores)) throw quicker()
    isRecorded = true
    await saveRecord(stores, keyed, answer)
  }

  const context: Context = {
    ...call.context,
    workspaces: recordingWorkspaces(workspaces, keyed),
    async recordAnswer(stores, change) {
      const value = route.multiTransaction ? route.multiTransaction(change) : null
      if (value === undefined) return
      isKept = value !== null
      await keep(stores, value && jsonAnswer(value))
    },
  }
  try {
    const answer = answerOf(await route.handle({ ...call, context }, input))
    if (!isKept) await database.transact((stores) => keep(stores, answer))
    return replyWith(answer)
  } catch (error) {
    // Where another server was quicker, this one may have found nothing to do.
    const kept = await database.read(keptByOther)
    if (kept) return replay(kept)
    throw error
  }
}

/** Nobody hears of it: what the other server has answered is answered instead. */
function quicker(): AppError {
  return new AppError('unavailable', 'Another server has carried the request out.')
}

/** As it is kept: without the headers that every answer has, which belong to one request. */
function answerOf(answered: unknown): Answer {
  const { status, headers, value, body } = asReply(answered)
  if (body === undefined) return jsonAnswer(value, headers, status)
  if (typeof body === 'string' || body === null) return { status, headers, body: body ?? '' }
  throw new Error('What is answered to a request with a key must be a value or a text.')
}

function jsonAnswer(value: unknown, headers: Answer['headers'] = {}, status = 200): Answer {
  return { status, headers: { ...jsonType, ...headers }, body: JSON.stringify(value) }
}

function replyWith({ status, headers, body }: Answer): Reply<never> {
  return replyBody(body === '' ? null : body, { status, headers })
}

function replay({ answer }: IdempotencyRecord): Reply<never> {
  if (answer) {
    return replyWith({ ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } })
  }
  const message = 'The request was carried out before; what it was answered then is not kept.'
  throw new AppError('idempotency.answer_lost', message)
}

/** As it is, or in quotes, as the IETF's draft of the header has it: both are the same key. */
const plain = /^[!#-~][!-~]{0,254}$/

const quoted = /^"(?:[ !#-[\]-~]|\\["\\])*"$/

export const longestKey = 255

/** Whether a request of this route is carried out once, however often it comes with the same key. */
export function takesKey({ method, reads, isNeverKept }: Route): boolean {
  // A PUT may copy something, and then it is not by itself that it does no more the second time.
  return (method === 'POST' || method === 'PUT') && reads !== true && !isNeverKept
}

/** Whether a request with this body changes nothing. */
export function onlyReads({ method, reads }: Route, body: unknown): boolean {
  return method === 'GET' || (typeof reads === 'function' ? reads(body) : reads === true)
}

/** What the client calls the request, so that it is known when it comes again. */
export function idempotencyKey({ headers }: PlainRequest): string | null {
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
 * A workspace that is made carries the record of its request in its own database, from its first
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
