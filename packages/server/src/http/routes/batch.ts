import { errorCodes } from '@triptych/contract/errors'
import type { ErrorCode } from '@triptych/contract/errors'
import { Batch, BatchAnswer } from '@triptych/contract/gantt'
import type { BatchItem } from '@triptych/contract/gantt'
import { z } from 'zod'
import { TooCostly } from '../../budget.ts'
import type { Context } from '../../context.ts'
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
    for (const [index, item] of items.entries()) {
      const text = JSON.stringify(await answerTo(call, context, item, ways, index))
      context.budget.spend('answerBytes', text.length)
      texts.push(text)
    }
    return texts
  })
  return replyJson(`[${answers.join()}]`)
}

export async function answerTo(
  call: Call,
  context: Context,
  item: BatchItem,
  ways: Ways,
  index: number,
): Promise<unknown> {
  try {
    return await runItem(call, context, item, ways)
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof TooCostly) throw error
    if (!ways.isAtomic) return problemOf(error)
    throw new AppError(error.code, error.message, { ...error.details, item: index })
  }
}

async function runItem(
  call: Call,
  context: Context,
  { url, method, data }: BatchItem,
  ways: Ways,
): Promise<unknown> {
  const { last } = ways
  const isSame = last?.url === url && last.method === method
  const way = isSame ? last : wayOf(context, { url, method }, ways)
  ways.last = way
  const { route, said } = way
  const body = route.body && checkBody(route.body, data ?? {})
  if (onlyReads(route, body)) throw notAnItem(method, url)
  return asReply(await route.handle({ ...call, context, url }, { ...said, body })).value
}

function wayOf(
  { workspace }: Context,
  { url, method }: Pick<BatchItem, 'url' | 'method'>,
  { find, base }: Ways,
): Way {
  const match = find(method.toUpperCase(), pathOf(url, base, workspace.name))
  if (!match?.route || !isItem(match.route)) throw notAnItem(method, url)
  const { route, params } = match
  return { url, method, route, said: route.readInput({ params, url, headers: noHeaders }) }
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
