import { errorCodes } from '@triptych/contract/errors'
import type { ErrorCode } from '@triptych/contract/errors'
import { Batch, BatchAnswer } from '@triptych/contract/gantt'
import type { BatchItem } from '@triptych/contract/gantt'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { isRefusal } from '../../domain/each-by-itself.ts'
import { runTogether } from '../../domain/run-together.ts'
import { AppError } from '../../errors.ts'
import { readAddress } from '../address.ts'
import { asReply, replyJson } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'
import { checkBody } from '../wire/read-body.ts'
import { problemOf } from '../wire/error-response.ts'
import { onlyReads } from '../idempotency.ts'
import type { Call } from '../call.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { router } from '../router.ts'
import type { Match } from '../router.ts'

export interface BatchParts {
  /** The name of the route, without a slash. */
  path: string
  limit: number
  base: string
  /** All routes; those of rows and of the plan can be items. */
  routes: () => readonly Route[]
}

/** With `atomic` the answer is that of the item that failed; a condition on a row cannot be part of one. */
export const itemErrors = (Object.keys(errorCodes) as ErrorCode[]).filter(
  (code) => /^(gantt|tables)\./.test(code) && code !== 'tables.row_changed',
)

type Find = (method: string, path: string) => Match | null

export function batch({ path, limit, base, routes }: BatchParts): Route[] {
  let find: Find | null = null
  return [
    route({
      method: 'POST',
      path: `/${path}`,
      scope: 'workspace',
      group: 'Batch',
      operationId: 'runBatch',
      summary: 'Make many changes at once',
      description:
        'Rows and the plan are changed by the requests that would change them one by one, in one transaction and in their order. What an item would have been answered alone stands at its place; a temporary id of an earlier item means what that item has made.',
      query: {
        atomic: z.boolean().default(false).meta({
          description:
            'Whether all are undone when one fails; else each stands for itself, and what failed says so at its place.',
        }),
      },
      body: Batch,
      answer: BatchAnswer,
      deletes: (items) => items.every(({ method }) => method === 'DELETE'),
      errors: [...itemErrors, 'request.too_costly'],
      async handle(call, { query, body: items }) {
        refuseLong(items, limit)
        find ??= router(routes())
        return runBatch(call, items, { find, base, isAtomic: query.atomic })
      },
    }),
  ]
}

export function refuseLong(items: Batch, limit: number): void {
  if (items.length <= limit) return
  const message = `A batch has at most ${limit} items.`
  throw new AppError('gantt.batch_too_long', message, { limit })
}

/** Rows and the plan; nothing that is only read, that carries files, or that is a batch itself. */
function isItem({ method, group, form, multiTransaction }: Route): boolean {
  const isOne = group === 'Tables' || group === 'Gantt'
  return method !== 'GET' && !form && !multiTransaction && isOne
}

export interface Ways {
  find: Find
  base: string
  isAtomic: boolean
  /** Many items in a row are often meant for the same route. */
  last?: Way
}

/** Where an item leads. */
interface Way {
  url: string
  method: string
  route: Route
  said: ReturnType<Route['readInput']>
}

/** Answers are texts before the commit: after it nothing may fail, and many small objects are large. */
async function runBatch(call: Call, items: Batch, ways: Ways): Promise<Reply<never>> {
  const answers = await runTogether(call.context, async (context) => {
    const texts: string[] = []
    for await (const some of answersTo(call, context, items, ways)) {
      for (const answer of some) {
        const text = JSON.stringify(answer)
        context.budget.spend('answerBytes', text.length)
        texts.push(text)
      }
    }
    return texts
  })
  return replyJson(`[${answers.join()}]`)
}

/** What items are answered, in their order and some at a time; throws where one is refused and all are to be done. */
export async function* answersTo(
  call: Call,
  context: Context,
  items: Batch,
  ways: Ways,
): AsyncGenerator<unknown[]> {
  for (let at = 0; at < items.length;) {
    const answers = await answerNext(call, context, items, at, ways)
    yield answers.map((answer, n) =>
      answer instanceof AppError ? refusalOf(answer, ways, at + n) : answer,
    )
    at += answers.length
  }
}

function refusalOf(error: AppError, { isAtomic }: Ways, item: number): unknown {
  if (!isAtomic) return problemOf(error)
  throw new AppError(error.code, error.message, { ...error.details, item })
}

/** What the next item is answered, or why it is refused; with those behind it, where its route takes many at once. */
async function answerNext(
  call: Call,
  context: Context,
  items: Batch,
  at: number,
  ways: Ways,
): Promise<unknown[]> {
  const item = items[at]!
  try {
    const { route, said } = wayOf(context, item, ways)
    const own = { ...call, context, url: item.url }
    if (route.handleMany) return await answerMany(own, route, said, itemsAlike(items, at))
    const body = bodyOf(route, item)
    return [asReply(await route.handle(own, { ...said, body })).value]
  } catch (error) {
    return [refusalIn(error)]
  }
}

/** So many that follow each other are done at once, at most. */
const itemsAtOnce = 100

/** Those that go to the same address as the first of them. */
function itemsAlike(items: Batch, from: number): Batch {
  const { url, method } = items[from]!
  const most = Math.min(items.length, from + itemsAtOnce)
  let end = from + 1
  while (end < most && items[end]!.url === url && items[end]!.method === method) end++
  return items.slice(from, end)
}

async function answerMany(
  call: Call,
  route: Route,
  said: Way['said'],
  items: Batch,
): Promise<unknown[]> {
  const answers: unknown[] = []
  const places: number[] = []
  const bodies: unknown[] = []
  for (const [n, item] of items.entries()) {
    try {
      bodies.push(bodyOf(route, item))
      places.push(n)
    } catch (error) {
      answers[n] = refusalIn(error)
    }
  }
  const made = await route.handleMany?.(call, { ...said, bodies }).catch(refusalIn)
  for (const [n, place] of places.entries()) {
    answers[place] = made instanceof AppError ? made : asReply(made?.[n]).value
  }
  return answers
}

function bodyOf(route: Route, { url, method, data }: BatchItem): unknown {
  const body = route.body && checkBody(route.body, data ?? {})
  if (onlyReads(route, body)) throw notAnItem(method, url)
  return body
}

function refusalIn(error: unknown): AppError {
  if (isRefusal(error)) return error
  throw error
}

function wayOf({ workspace }: Context, { url, method }: BatchItem, ways: Ways): Way {
  const { find, base, last } = ways
  if (last?.url === url && last.method === method) return last
  const match = find(method.toUpperCase(), pathOf(url, base, workspace.name))
  if (!match?.route || !isItem(match.route)) throw notAnItem(method, url)
  const { route, params } = match
  const said = route.readInput({ params, url, headers: noHeaders })
  return (ways.last = { url, method, route, said })
}

/** Those of the batch are not meant for its items. */
const noHeaders = { get: () => null }

function notAnItem(method: string, url: string): AppError {
  return new AppError('gantt.bad_batch', `${method} ${url} cannot be part of a batch.`)
}

/** `tasks/1`, `/tasks/1`, or the whole path as it would be sent alone. */
function pathOf(url: string, base: string, workspace: string): string {
  const path = `/${url.replace(/^https?:\/\/[^/]*/, '').replace(/^\/+/, '')}`
  const isWhole = base !== '' && path.startsWith(`${base}/`)
  const address = readAddress(isWhole ? path : base + path, base)
  if (address && (address.workspace ?? workspace) === workspace) return address.path
  throw new AppError('gantt.bad_batch', 'All items of a batch belong to one workspace.')
}
