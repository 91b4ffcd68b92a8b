import {
  CountMode,
  Groups,
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
import { listQuery } from '../../domain/tables/query/list-query.ts'
import { queryRows } from '../../domain/tables/query/query-rows.ts'
import type { PageFound } from '../../domain/tables/query/query-rows.ts'
import { suggestValues } from '../../domain/tables/query/suggest-values.ts'
import { listRows } from '../../domain/tables/list-rows.ts'
import { answerJson, answerText } from '../wire/answer.ts'
import { answerList } from '../wire/answer.ts'
import { ifNoneMatch } from '../wire/answer.ts'
import { flag, wholeNumber } from '../wire/answer.ts'
import { asksForPage, asksForQuery, pageIn, pageOf, queryIn } from './read-rows-query.ts'
import { readAggregates, readGroupKeys } from './read-rows-query.ts'
import { route, routeWithBody } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'
import type { Reply } from '../wire/reply.ts'
import { filterErrors } from './table-errors.ts'

type Headers = Record<string, string>

const group = 'Tables'
const scope = 'workspace'
const queryErrors = ['tables.not_found', ...filterErrors] as const
const pageErrors = [...queryErrors, 'tables.bad_cursor', 'tables.view_not_found'] as const

const text = (description: string) => z.string().optional().meta({ description })
const filterParameters = {
  filter: text("The value of SVAR's filter, as JSON."),
  tz: text("The client's time zone, as Europe/Vienna: days begin at its midnight."),
}
export const queryParameters = {
  ...filterParameters,
  search: text('Text in any text column, in any letter case.'),
  sort: text('`name,-year`, or a list as the SVAR grid has it, as JSON.'),
  fields: text('Columns, as `name,year`, or a list as JSON.'),
  view: text('A saved view: its filter comes on top, its sort and columns where none are given.'),
}

export const tableQuery: Route[] = [
  route({
    method: 'GET',
    path: '/{table}',
    scope,
    group,
    summary: 'List the rows, in their order, or find, sort and page them',
    query: {
      start: text('How many rows to pass over; also `offset`.'),
      end: text(`The row behind the last one wanted; at most ${maxPageRows} rows come at once.`),
      limit: text('How many rows, in place of `end`.'),
      cursor: text('From the `Link` of an answer to the same query, in place of `start`.'),
      count: CountMode.optional().meta({
        description: 'How the total is found: `exact` unless told.',
      }),
      ...queryParameters,
    },
    requestHeaders: {
      'If-None-Match': 'The ETag of a list the client has: 304 when it still holds.',
    },
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
    errors: pageErrors,
    handle: answerRows,
  }),
  routeWithBody({
    method: 'POST',
    path: '/{table}/query',
    scope,
    group,
    summary: 'Find, sort and page rows',
    reads: true,
    body: RowsQuery,
    answer: RowsFound,
    errors: pageErrors,
    async handle(call, body) {
      const asked = { ...pageOf(body), table: call.param('table'), isKnown: () => false }
      const { json, total, next } = await queryRows(call.context, asked)
      const rest = JSON.stringify({ total: total.rows, totalKind: total.kind, next })
      return answerText(call, Buffer.concat([utf8('{"data":'), json!, utf8(`,${rest.slice(1)}`)]))
    },
  }),
  route({
    method: 'GET',
    path: '/{table}/{field}/suggest',
    params: { field: 'A column.' },
    scope,
    group,
    summary: 'List the values of a column, for a filter',
    query: {
      search: text('Only values with this text in them.'),
      limit: text(`At most so many; ${maxSuggestions} unless told, and never more.`),
      counts: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'With how many rows have each value.' }),
      ...filterParameters,
    },
    answer: Suggestions,
    errors: queryErrors,
    handle: answerSuggestions,
  }),
  route({
    method: 'GET',
    path: '/{table}/groups',
    scope,
    group,
    summary: 'Count and add up rows in groups',
    query: {
      by: text('Columns, as `country,added:month`; dates by day, week, month or year.'),
      aggregate: text('`count,sum:votes`: of count, sum, avg, min, max; `count` unless told.'),
      limit: text(`At most so many groups; ${maxGroups} unless told, and never more.`),
      search: queryParameters.search,
      ...filterParameters,
    },
    answer: Groups,
    errors: queryErrors,
    async handle(call) {
      const groups = await groupRows(call.context, {
        table: call.param('table'),
        query: queryIn(call),
        by: readGroupKeys(call.query['by']),
        aggregates: readAggregates(call.query['aggregate']),
        limit: Math.min(wholeNumber(call, 'limit', maxGroups), maxGroups),
      })
      return answerJson(call, groups)
    },
  }),
]

function utf8(part: string): Buffer {
  return Buffer.from(part)
}

async function answerRows(call: Call): Promise<Reply> {
  const table = call.param('table')
  const isKnown = ifNoneMatch(call)
  if (asksForPage(call)) {
    const page = await queryRows(call.context, { ...pageIn(call), table, isKnown })
    return answerList(call, { version: page.revision, body: page.json }, pageHeaders(call, page))
  }
  const { revision, body, total } = asksForQuery(call)
    ? await listQuery(call.context, { table, query: queryIn(call), isKnown })
    : await listRows(call.context, { table, isKnown })
  const isCounted = body !== null && total !== null
  const headers = isCounted ? rangeHeaders(0, total, { rows: total, kind: 'exact' }) : {}
  return answerList(call, { version: revision, body }, headers)
}

function pageHeaders(call: Call, { json, start, count, total, next }: PageFound): Headers {
  if (json === null) return {}
  const headers = rangeHeaders(start, count, total)
  if (next !== null) headers['link'] = `<${nextAddress(call, next)}>; rel="next"`
  return headers
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

/** The same address with a cursor in place of a start; `limit` says how far it goes. */
function nextAddress(call: Call, cursor: string): string {
  // Two slashes in front would be a host.
  const url = new URL(call.url.replace(/^\/+/, '/'), 'http://here')
  const { limit } = pageIn(call)
  for (const name of ['start', 'offset', 'end']) url.searchParams.delete(name)
  url.searchParams.set('limit', String(limit))
  url.searchParams.set('cursor', cursor)
  return `${url.pathname}${url.search}`
}

async function answerSuggestions(call: Call): Promise<Reply> {
  const { search = '', filter, tz } = call.query
  const isCounted = flag(call, 'counts')
  const suggestions = await suggestValues(call.context, {
    table: call.param('table'),
    column: call.param('field'),
    part: search,
    limit: Math.min(wholeNumber(call, 'limit', maxSuggestions), maxSuggestions),
    query: { filter, tz },
  })
  return answerJson(call, isCounted ? suggestions : suggestions.map(({ value }) => value))
}
