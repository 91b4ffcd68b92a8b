import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import { Problem } from '@triptych/contract/errors'
import type { ErrorCode } from '@triptych/contract/errors'
import type { Row } from '@triptych/contract/tables'
import type { Config } from '../src/config/config.ts'
import { createTriptych } from '../src/main.ts'
import type { Triptych } from '../src/main.ts'
import type { Observe } from '../src/observe/observation.ts'
import { engineOptions } from './engine.ts'

/** One column of every type and rule. */
export const filmColumns = [
  { name: 'name', type: 'text', nullable: false },
  { name: 'year', type: 'integer' },
  { name: 'votes', type: 'integer', default: 0 },
  { name: 'rating', type: 'number' },
  { name: 'seen', type: 'boolean', nullable: false, default: false },
  { name: 'premiere', type: 'date' },
  { name: 'aired', type: 'datetime' },
  { name: 'genre', type: 'text', options: ['drama', 'horror', 'comedy'] },
  { name: 'tags', type: 'json', options: ['a', 'b', 5] },
  { name: 'extra', type: 'json' },
  { name: 'code', type: 'text', unique: true },
]

/** What a new film has where nothing was said. */
export const plainFilm = {
  year: null,
  votes: 0,
  rating: null,
  seen: false,
  premiere: null,
  aired: null,
  genre: null,
  tags: null,
  extra: null,
  code: null,
}

/** The rows that stand in `films` at first, with the ids 1, 2 and 3. */
export const someFilms = [
  { name: 'Alien', year: 1979, votes: 10, rating: 8.5, genre: 'horror', code: 'A1' },
  { name: 'Heat', year: 1995, votes: 20, premiere: '1995-12-15', tags: ['a', 5], code: 'H1' },
  { name: 'Ran', year: 1985, aired: '1985-06-01T10:00:00.000Z', extra: { by: ['AK'] } },
]

export interface Answer {
  status: number
  headers: Headers
  /** `null` where there is no body; a text where it is not JSON. */
  json: unknown
}

export interface TableState {
  rows: Row[]
  /** The head of the log. */
  revision: number
}

/** Sent as JSON, but for texts, bytes and streams, which are sent as they are. */
export type Body = unknown
export type SentHeaders = Record<string, string>

const opened = new Set<Triptych>()
after(() => Promise.all([...opened].map((triptych) => triptych.close())))

/** A server of a test's own; its database is empty, and lives as long as it, unless the options say otherwise. */
export async function server(
  options: Partial<Config> = {},
  observe: Observe = () => {},
): Promise<Triptych> {
  const triptych = await createTriptych(
    { data: ':memory:', empty: true, port: 0, ...(await engineOptions(options)), ...options },
    { observe },
  )
  opened.add(triptych)
  return triptych
}

/** The same with the table `films` in it, and with what a test asks of it. */
export async function api(
  options: Partial<Config> = {},
  columns: unknown[] = filmColumns,
  observe: Observe = () => {},
) {
  const triptych = await server(options, observe)
  const base = options.base ?? ''
  const isFilms = columns === filmColumns
  /** As it was found after a request that was refused, until somebody writes. */
  let known: TableState | null = null
  await begin('/tables', { name: 'films', columns })
  if (isFilms) for (const film of someFilms) await begin('/films', film)

  async function begin(path: string, body: Body): Promise<void> {
    const { status, json } = await call('POST', path, body)
    assert.equal(status, 200, JSON.stringify(json))
  }

  /** `path` begins behind the base. */
  function call(
    method: string,
    path: string,
    body?: Body,
    headers: SentHeaders = {},
  ): Promise<Answer> {
    if (method !== 'GET') known = null
    return send(triptych, method, `${base}${path}`, body, headers)
  }

  async function list<T>(path: string): Promise<T[]> {
    const { status, json } = await call('GET', path)
    assert.equal(status, 200, JSON.stringify(json))
    return json as T[]
  }

  const rows = (table = 'films') => list<Row>(`/${table}`)

  /** The log after a revision. */
  const changes = (since = 0) => list<Change>(`/changes?since=${since}&limit=10000`)

  async function head(): Promise<number> {
    const { headers } = await call('GET', '/changes?limit=1')
    return Number(headers.get('x-revision'))
  }

  async function row(id: number | string, table = 'films'): Promise<Row> {
    const { status, json } = await call('GET', `/${table}/${id}`)
    assert.equal(status, 200, JSON.stringify(json))
    return json as Row
  }

  async function tableState(): Promise<TableState> {
    return { rows: await rows(), revision: await head() }
  }

  /** Sends a request that must fail in exactly this way, and change nothing. Answers the problem. */
  async function refuses(
    expected: readonly [status: number, code: ErrorCode],
    method: string,
    path: string,
    body?: Body,
    headers: SentHeaders = {},
  ): Promise<Problem> {
    const before = known ?? (await tableState())
    const answer = await call(method, path, body, headers)
    const sent = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
    const what = `${method} ${path} ${sent.slice(0, 200)}`
    const problem = assertProblem(answer, expected, what)
    const now = await tableState()
    assert.deepEqual(now, before, `${what} changed something`)
    known = now
    return problem
  }

  /** Sends a request that must succeed, and add exactly one entry to the log. Answers both. */
  async function writes(
    method: string,
    path: string,
    body?: Body,
    headers: SentHeaders = {},
  ): Promise<Answer & { change: Change }> {
    const before = await head()
    const answer = await call(method, path, body, headers)
    assert.equal(answer.status, 200, JSON.stringify(answer.json))
    const entries = await changes(before)
    assert.equal(entries.length, 1, `${method} ${path} made ${entries.length} entries`)
    assert.equal(entries[0]!.revision, before + 1)
    return { ...answer, change: entries[0]! }
  }

  return { triptych, call, rows, row, changes, head, tableState, refuses, writes }
}

export type Api = Awaited<ReturnType<typeof api>>

export async function send(
  { fetch }: Pick<Triptych, 'fetch'>,
  method: string,
  path: string,
  body?: Body,
  headers: SentHeaders = {},
): Promise<Answer> {
  const response = await fetch(requestOf(`http://localhost${path}`, method, body, headers))
  const text = await response.text()
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '')
  const json: unknown = text === '' ? null : isJson ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, json }
}

export function requestOf(
  url: string,
  method: string,
  body?: Body,
  headers: SentHeaders = {},
): Request {
  if (body === undefined) return new Request(url, { method, headers })
  const asItIs =
    typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
  const sent = (asItIs ? body : JSON.stringify(body)) as NonNullable<RequestInit['body']>
  // A stream is sent while the answer may come already.
  return new Request(url, { method, headers, body: sent, duplex: 'half' })
}

/** The form of every error answer: a problem that names its code, and gives nothing away. */
export function assertProblem(
  { status, headers, json }: Answer,
  expected: readonly [status: number, code: ErrorCode],
  what = '',
): Problem {
  const text = JSON.stringify(json)
  const problem = json as Problem
  assert.deepEqual([status, problem?.code], expected, `${what}: ${text}`)
  assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8', what)
  assert.equal(problem.status, status, what)
  assert.ok(problem.error.length > 0 && problem.title.length > 0, what)
  assert.equal(problem.type, `urn:triptych:error:${problem.code}`, what)
  assert.ok(Problem.safeParse(problem).success, `${what}: ${text}`)
  assert.ok(!('id' in problem) && !('result' in problem) && !('stack' in problem), text)
  assert.doesNotMatch(text, secrets, what)
  return problem
}

/** Stacks, places on the disk and SQL, which no answer may show. */
const secrets =
  /\bat \S+ \(|\.ts:\d|node_modules|\/work\/|\/tmp\/|SQLITE_[A-Z]+:|sqlite3|SqliteError|\b(select|insert into|update \w+ set|delete from)\b .*\b(from|values|where)\b|_changes|_tables/i
