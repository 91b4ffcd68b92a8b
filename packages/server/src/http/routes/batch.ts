import { errorCodes } from '@triptych/contract/errors'
import type { ErrorCode } from '@triptych/contract/errors'
import { Batch, BatchAnswer } from '@triptych/contract/gantt'
import type { BatchItem } from '@triptych/contract/gantt'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { runTogether } from '../../domain/run-together.ts'
import { AppError } from '../../errors.ts'
import { readAddress } from '../address.ts'
import { answerJson } from '../wire/answer.ts'
import { checkBody } from '../wire/read-body.ts'
import { problemOf } from '../wire/error-response.ts'
import { onlyReads } from '../idempotency.ts'
import { flag } from '../wire/query.ts'
import { routeWithBody } from '../route.ts'
import type { Call, Route } from '../route.ts'
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
const itemErrors = (Object.keys(errorCodes) as ErrorCode[]).filter(
  (code) => /^(gantt|tables)\./.test(code) && code !== 'tables.row_changed',
)

type Find = (method: string, path: string) => Match | null

export function batch({ path, limit, base, routes }: BatchParts): Route[] {
  let find: Find | null = null
  return [
    routeWithBody({
      method: 'POST',
      path: `/${path}`,
      scope: 'workspace',
      group: 'Batch',
      summary: 'Make many changes at once',
      query: {
        atomic: z.enum(['true', 'false']).optional().meta({
          description:
            'Whether all are undone when one fails; else each stands for itself, and what failed says so at its place.',
        }),
      },
      body: Batch,
      answer: BatchAnswer,
      errors: itemErrors,
      async handle(call, items) {
        if (items.length > limit) {
          const message = `A batch has at most ${limit} items.`
          throw new AppError('gantt.batch_too_long', message, { limit })
        }
        find ??= router(routes())
        const isAtomic = flag(call, 'atomic')
        return answerJson(call, await runBatch(call, items, { find, base, isAtomic }))
      },
    }),
  ]
}

/** Rows and the plan; nothing that is only read, that carries files, or that is a batch itself. */
function isItem({ method, group, form, apart }: Route): boolean {
  return method !== 'GET' && !form && !apart && (group === 'Tables' || group === 'Gantt')
}

interface Ways {
  find: Find
  base: string
  isAtomic: boolean
}

function runBatch(call: Call, items: Batch, ways: Ways): Promise<unknown[]> {
  return runTogether(call.context, async (context) => {
    const answers: unknown[] = []
    for (const [index, item] of items.entries()) {
      answers.push(await answerTo(call, context, item, ways, index))
    }
    return answers
  })
}

async function answerTo(
  call: Call,
  context: Context,
  item: BatchItem,
  ways: Ways,
  index: number,
): Promise<unknown> {
  try {
    return await runItem(call, context, item, ways)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (!ways.isAtomic) return problemOf(error)
    throw new AppError(error.code, error.message, { ...error.details, item: index })
  }
}

async function runItem(
  call: Call,
  context: Context,
  { url, method, data }: BatchItem,
  { find, base }: Ways,
): Promise<unknown> {
  const path = pathOf(url, base, context.workspace.name)
  const match = find(method.toUpperCase(), path)
  if (!match?.route || !isItem(match.route)) throw notAnItem(method, url)
  const { route, params } = match
  let answered: unknown
  const one: Call = {
    ...call,
    context,
    query: {},
    headers: {},
    param: (name: string) => params[name] ?? '',
    // A response would take longer to make, and to read, than all the rest.
    take: (value) => (answered = value),
  }
  const body = route.body && checkBody(route.body, data ?? {})
  if (onlyReads(route, body)) throw notAnItem(method, url)
  await route.handle(one, body)
  return answered
}

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
