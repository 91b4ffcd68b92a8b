import {
  CountMode,
  Groups,
  maxCursorLength,
  maxGroups,
  maxPageRows,
  maxSuggestions,
  RowsFound,
  RowsQuery,
  Suggestions,
} from '@triptych/contract/table-query'
import { Row } from '@triptych/contract/tables'
import { z } from 'zod'
import type { Total } from '../../domain/tables/query/count-rows.ts'
import { groupRows } from '../../domain/tables/query/group-rows.ts'
import { withCounts } from '../../domain/comments/count-comments.ts'
import { listQuery } from '../../domain/tables/query/list-query.ts'
import type { RowList } from '../../domain/tables/query/list-query.ts'
import { listPastRows } from '../../domain/history/list-past-rows.ts'
import type { Moment } from '@triptych/contract/moment'
import { queryRows } from '../../domain/tables/query/query-rows.ts'
import type { PageFound, PageInput } from '../../domain/tables/query/page.ts'
import { suggestValues } from '../../domain/tables/query/suggest-values.ts'
import { listRows } from '../../domain/tables/list-rows.ts'
import type { Call } from '../call.ts'
import { route } from '../route.ts'
import type { Route, Values } from '../route.ts'
import { CountedComments } from '../wire/counted-comments.ts'
import { IfNoneMatch, knownVersions } from '../wire/etag.ts'
import { badParameter, withParameters } from '../wire/query.ts'
import { At, atErrors, refuseWithAt } from '../wire/moment.ts'
import { replyJson, replyList } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'
import { pageIn, readAggregates, readGroupKeys } from './read-rows-query.ts'
import {
  filterErrors,
  optionalText,
  queryParameters,
  tableParams,
  whereParameters,
} from './table-declarations.ts'

type Headers = Record<string, string>

const described = { scope: 'workspace', group: 'Tables' } as const
const queryErrors = ['tables.not_found', ...filterErrors] as const
const pageErrors = [...queryErrors, 'tables.bad_cursor', 'tables.view_not_found'] as const

const Start = z.int().min(0).optional()

/** With any of these a page is meant, else all rows. */
const pageParameters = {
  start: Start.meta({ description: 'How many rows to pass over.' }),
  offset: Start.meta({ description: 'Another word for `start`.' }),
  end: Start.meta({
    description: `The row behind the last one wanted; at most ${maxPageRows} rows come at once.`,
  }),
  limit: z
    .int()
    .min(1)
    .max(maxPageRows)
    .optional()
    .meta({ description: 'How many rows, in place of `end`.' }),
  cursor: z.string().max(maxCursorLength).optional().meta({
    description: 'From the `Link` of an answer to the same query, in place of `start`.',
  }),
  count: CountMode.optional().meta({ description: 'How the total is found: `exact` unless told.' }),
}

const listParameters = {
  ...pageParameters,
  ...queryParameters,
  at: At,
  comments: CountedComments,
}

export const tableQuery: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/{table}',
    params: tableParams,
    operationId: 'listRows',
    summary: 'List the rows, in their order, or find, sort and page them',
    description:
      'Without parameters all rows come in their order. With `start` and `end`, `limit` or `cursor` a page comes, whose headers tell which rows it has and of how many.',
    query: listParameters,
    headers: { 'If-None-Match': IfNoneMatch },
    answer: z.array(Row),
    answerHeaders: {
      ETag: 'The version of the list.',
      'X-Total-Count':
        'How many rows the query has in all; not of a filter that is answered whole.',
      'X-Total-Kind': 'How it was found: exact, capped (at least so many), estimated or none.',
      'Content-Range':
        'Which rows these are, as `rows 0-49/1000`; not with a cursor from before a change.',
      Link: 'Of a page: the address of the next one.',
    },
    errors: [...pageErrors, ...atErrors],
    async handle(call, { params: { table }, query, headers }) {
      const { context } = call
      const { at, comments } = query
      const isKnown = knownVersions(context, headers['If-None-Match'])
      refuseWithAt(at, { comments })
      if (at !== null) return pastRows(call, table, at, ofRows(query), isKnown)
      const rows = { kind: 'row', table } as const
      const list = comments
        ? await withCounts(context, rows, isKnown, (unknown) => listed(call, table, query, unknown))
        : await listed(call, table, query, isKnown)
      return replyList(call, list, list.more)
    },
  }),
  route({
    ...described,
    method: 'POST',
    path: '/{table}/query',
    params: tableParams,
    operationId: 'queryRows',
    summary: 'Find, sort and page rows',
    description:
      'The same as `GET /{table}` with a page, for queries that are too long for an address.',
    reads: true,
    body: RowsQuery,
    answer: RowsFound,
    errors: pageErrors,
    async handle(call, { params: { table }, body }) {
      const asked = { ...pageIn(body), table, isKnown: () => false }
      const { json, total, next } = await queryRows(call.context, asked)
      const rest = JSON.stringify({ total: total.rows, totalKind: total.kind, next })
      return replyJson(Buffer.concat([utf8('{"data":'), json!, utf8(`,${rest.slice(1)}`)]))
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: '/{table}/{field}/suggest',
    params: { ...tableParams, field: z.string().meta({ description: 'A column.' }) },
    operationId: 'suggestValues',
    summary: 'List the values of a column, for a filter',
    description: 'Each value once, in their order; those of the rows that pass the filter.',
    query: {
      search: optionalText('Only values with this text in them.'),
      limit: z
        .int()
        .min(0)
        .max(maxSuggestions)
        .default(maxSuggestions)
        .meta({ description: 'At most so many.' }),
      counts: z
        .boolean()
        .default(false)
        .meta({ description: 'With how many rows have each value.' }),
      ...whereParameters,
    },
    answer: Suggestions,
    errors: queryErrors,
    async handle(call, { params, query: { search = '', limit, counts, ...query } }) {
      const { table, field: column } = params
      const asked = { table, column, part: search, limit, query }
      const found = await suggestValues(call.context, asked)
      return counts ? found : found.map(({ value }) => value)
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: '/{table}/groups',
    params: tableParams,
    operationId: 'groupRows',
    summary: 'Count and add up rows in groups',
    description:
      'One object for each group, with the columns it was made by and what was counted, as `sum:votes`. Without `by` all rows are one group.',
    query: {
      by: z.string().optional().transform(readGroupKeys).meta({
        description: 'Columns, as `country,added:month`; dates by day, week, month or year.',
      }),
      aggregate: z.string().default('count').transform(readAggregates).meta({
        description: '`count,sum:votes`: of count, sum, avg, min, max.',
      }),
      limit: z
        .int()
        .min(0)
        .max(maxGroups)
        .default(maxGroups)
        .meta({ description: 'At most so many groups.' }),
      search: queryParameters.search,
      ...whereParameters,
    },
    answer: Groups,
    errors: queryErrors,
    handle(call, { params, query: { by, aggregate, limit, ...query } }) {
      const asked = { ...params, query, by, aggregates: aggregate, limit }
      return groupRows(call.context, asked)
    },
  }),
]

type IsKnown = (version: number | string) => boolean

type ListAsked = Values<typeof listParameters>

const pageNames = Object.keys(pageParameters) as (keyof ListAsked)[]
const rowsNames = [...pageNames, ...Object.keys(queryParameters)] as (keyof ListAsked)[]

/** All rows of a query, or a page of them, and what is told of it in headers. */
async function listed(
  { context, url }: Pick<Call, 'context' | 'url'>,
  table: string,
  asked: ListAsked,
  isKnown: IsKnown,
): Promise<Pick<RowList, 'version' | 'body'> & { more: Headers }> {
  if (saysAny(asked, pageNames)) {
    refuseBackwards(asked)
    const wanted = pageIn(ofRows(asked))
    const page = await queryRows(context, { ...wanted, table, isKnown })
    const more = pageHeaders(url, wanted.limit, page)
    return { version: page.version, body: page.json, more }
  }
  const { version, body, total } = saysAny(asked, rowsNames)
    ? await listQuery(context, { table, query: pageIn(ofRows(asked)).query, isKnown })
    : await listRows(context, { table, isKnown })
  const isCounted = body !== null && total !== null
  const more = isCounted ? rangeHeaders(0, total, { rows: total, kind: 'exact' }) : {}
  return { version, body, more }
}

function ofRows(asked: ListAsked): RowsQuery {
  const { at: _, comments: __, ...query } = asked
  return query
}

/** There is no index of what was: rows come in their order, whole or a page of them. */
async function pastRows(
  call: Call,
  table: string,
  at: Moment,
  asked: RowsQuery,
  isKnown: PageInput['isKnown'],
): Promise<Reply<never>> {
  const { start: _, offset: __, end, limit: asFew, count: ___, fields, ...query } = asked
  refuseWithAt(at, query)
  refuseBackwards(asked)
  const { from, limit } = pageIn(asked)
  const start = 'start' in from ? from.start : 0
  const isPage = asFew !== undefined || end !== undefined
  const wanted = { table, at, fields, start, limit: isPage ? limit : null, isKnown }
  const { version, total, body } = await listPastRows(call.context, wanted)
  if (total === null) return replyList(call, { version, body })
  const count = Math.max(0, Math.min(total - start, isPage ? limit : total))
  return replyList(
    call,
    { version, body },
    rangeHeaders(start, count, { rows: total, kind: 'exact' }),
  )
}

/** By names: a copy of the others, to see whether it is empty, takes longer than all else here, and most say nothing. */
function saysAny(asked: ListAsked, names: readonly (keyof ListAsked)[]): boolean {
  return names.some((name) => asked[name] !== undefined)
}

function refuseBackwards({ start, offset, end }: Partial<Values<typeof pageParameters>>): void {
  if (end !== undefined && end < (start ?? offset ?? 0)) {
    throw badParameter('end', 'end is not before start.')
  }
}

function utf8(part: string): Buffer {
  return Buffer.from(part)
}

function pageHeaders(
  url: string,
  limit: number,
  { json, start, count, total, next }: PageFound,
): Headers {
  if (json === null) return {}
  const headers = rangeHeaders(start, count, total)
  if (next === null) return headers
  // With a cursor in place of a start; `limit` says how far it goes.
  const set = { limit: String(limit), cursor: next }
  const address = withParameters(url, set, ['start', 'offset', 'end'])
  return { ...headers, link: `<${address}>; rel="next"` }
}

/** Which rows these are, and of how many. */
function rangeHeaders(start: number | null, count: number, total: Total): Headers {
  const headers: Headers = { 'x-total-kind': total.kind }
  const all = total.rows ?? '*'
  if (count === 0) headers['content-range'] = `rows */${all}`
  else if (start !== null) headers['content-range'] = `rows ${start}-${start + count - 1}/${all}`
  if (total.rows !== null) headers['x-total-count'] = String(total.rows)
  return headers
}
