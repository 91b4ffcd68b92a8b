import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { describe, it } from 'node:test'
import { Problem } from '@triptych/contract/errors'
import type { Assignment, Link, Task } from '@triptych/contract/gantt'
import { statusOf } from '../../src/http/wire/error-response.ts'
import type { Observation } from '../../src/observe/observation.ts'
import { api, filmColumns } from '../fixtures/api.ts'
import type { Api, SentHeaders } from '../fixtures/api.ts'
import { boundary, diskFilesApi, exchange, filesApi, formOf } from '../fixtures/files-api.ts'
import type { FileAnswer, FilesApi } from '../fixtures/files-api.ts'
import { readFolder } from '../fixtures/files-on-disk.ts'
import { outlineOf } from '../fixtures/gantt-api.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

const count = 3000 * depth
const seed = chosenSeed()

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const oddMethods = ['PROPFIND', 'QUERY', 'Patch', 'MKCOL', 'x', 'SEARCH']

const realSegments = [
  ['films', 'films', 'films', 'tables', 'workspaces', 'changes', 'events', 'health', 'metrics'],
  ['docs', 'openapi.json', 'w', 'main', 'other', 'v1', 'assets', 'page.js', '1', '2', '3', '4'],
  ['tasks', 'tasks', 'links', 'resources', 'assignments', 'batch', 'temp://1790000000100'],
].flat()
const hostileSegments = [
  ['..', '.', '%2e%2e', '%2F', '%5C', '%00', '%', '%zz', '%E0%A4%A', '%25', '%2500', '', ' ', '\\'],
  ["'", '"', ';', '--', '*', '+', '()', '{id}', ':id', '$order', '__proto__', 'constructor', '~'],
  ['sqlite_master', '_changes', '_tables', 'pg_catalog', 'v2', 'W', 'Films', '0', '-1', '1.0'],
  ['1e0', '9'.repeat(20), 'a'.repeat(3000), 'é', '😀', '%F0%9F%98%80', '%C0%80', '%ED%A0%80', '#'],
].flat()

const strings = [
  ['', 'x', 'films', 'name', 'year', 'id', '__proto__', 'constructor', 'toString', '$order', '1'],
  ['12abc', 'true', '2026-04-05', 'Fri Apr 05 2024 00:00:00 GMT+0200', 'temp://1790000000100'],
  ['\u0000', '\ud800', '\udc00x', '\ufeff', '😀', "'; drop table films; --", '"', '\\', '\u2028'],
  ['[object Object]', '{"a":1}', '[1,2', 'a,b', 'NaN', 'Infinity', '1e999', 'x'.repeat(5000)],
].flat()
const numbers = [0, -0, 1, 2, -1, 0.5, 1e21, -1e-7, 2 ** 48, 2 ** 53 - 1, 5e-324, 1.7e308]
const types = ['text', 'integer', 'number', 'boolean', 'date', 'datetime', 'json']
const columns = [
  'name',
  'year',
  'votes',
  'rating',
  'seen',
  'premiere',
  'aired',
  'genre',
  'tags',
  'code',
]

const headerValues: Record<string, string[]> = {
  'content-type': ['application/json', 'text/plain', 'application/json\ta', 'x', '', 'multipart/x'],
  'content-length': ['0', '5', '99999999999', '-1', 'x', '1e9'],
  'if-match': ['*', '"1"', 'W/"1"', '"1", "2"', '', ',', '"'.repeat(50)],
  'if-none-match': ['*', '"1"', 'W/"1"', '', ',,,'],
  'last-event-id': ['0', '1', '99999', '-1', 'x', ''],
  'x-origin': ['tab-1', 'a b', '', 'x'.repeat(100)],
  'x-request-id': ['abc', 'a b', '', 'x'.repeat(100)],
  origin: ['http://localhost:1', 'https://evil.example', 'null', '', '*', 'x', 'http://[', '://'],
  host: ['localhost', 'evil.example', '', 'x:y:z', '[::1'],
  'sec-fetch-site': ['same-origin', 'cross-site', 'x'],
  accept: ['*/*', 'text/html', 'x'],
  'accept-encoding': ['gzip', 'br;q=0', '*'],
  'content-encoding': ['gzip', 'x'],
  'transfer-encoding': ['chunked', 'x'],
  expect: ['100-continue'],
  upgrade: ['websocket', 'h2c'],
  range: ['bytes=0-1', 'x'],
  cookie: ['a=b', '; ; ='],
  'x-http-method-override': ['DELETE'],
  'x-forwarded-host': ['evil.example'],
}

interface Attempt {
  method: string
  url: string
  headers: SentHeaders
  body: string | Uint8Array<ArrayBuffer> | null
}

function attempts(random: SeededRandom) {
  const chance = (share: number) => random.next() < share

  function path(): string {
    const parts = Array.from({ length: random.between(0, 5) }, () =>
      random.pick(chance(0.6) ? realSegments : hostileSegments),
    )
    return `/${parts.join(random.pick(['/', '/', '/', '//']))}${chance(0.2) ? '/' : ''}`
  }

  function query(): string {
    if (chance(0.7)) return ''
    const names = ['since', 'limit', 'sort', 'filter', 'id', '__proto__', '%', '']
    const values = ['0', '1', '-1', 'x', '%00', '%zz', '1e9', '99999999999999999999', "'", '']
    const parts = Array.from(
      { length: random.between(1, 3) },
      () => `${random.pick(names)}${chance(0.9) ? '=' : ''}${random.pick(values)}`,
    )
    return `?${parts.join('&')}`
  }

  function value(depth: number): unknown {
    const kind = random.next()
    if (kind < 0.35) return random.pick(strings)
    if (kind < 0.6) return random.pick(numbers)
    if (kind < 0.75 || depth > 5) return random.pick([null, true, false])
    const length = random.between(0, 4)
    if (kind < 0.87) return Array.from({ length }, () => value(depth + 1))
    return Object.fromEntries(
      Array.from({ length }, () => [random.pick(strings), value(depth + 1)]),
    )
  }

  function row(): Record<string, unknown> {
    const names = Array.from({ length: random.between(0, 4) }, () =>
      random.pick(chance(0.9) ? columns : strings),
    )
    const written = Object.fromEntries(names.map((name) => [name, value(3)]))
    return chance(0.7) ? { name: 'x', ...written } : written
  }

  const anyId = () => random.pick([...numbers, ...strings, random.between(1, 9)])

  const bodies = {
    cell: () => ({ key: random.pick(chance(0.9) ? columns : strings), value: value(2) }),
    row,
    event: () => ({
      row: row(),
      ...(chance(0.5) && { id: anyId() }),
      ...(chance(0.5) && { [random.pick(['before', 'after', 'x'])]: anyId() }),
    }),
    workspace: () => ({ name: random.pick(['other', 'third', '..', 'main', '']) }),
    table: () => ({
      name: random.pick(['films', 'new', 'newer', ...strings]),
      columns: Array.from({ length: random.between(0, 4) }, () => ({
        name: random.pick(chance(0.5) ? columns : strings),
        type: random.pick([...types, 'x']),
        ...(chance(0.3) && { default: value(4) }),
        ...(chance(0.2) && { options: value(3) }),
        ...(chance(0.2) && { unique: chance(0.5), nullable: chance(0.5) }),
      })),
    }),
  }

  const planId = () =>
    chance(0.8)
      ? random.between(1, 12)
      : random.pick([
          null,
          0,
          'temp://1790000000100',
          'temp://1790000000101',
          ...numbers,
          ...strings,
        ])
  const mode = () => random.pick(['before', 'after', 'child', 'up', 'down', null, 'x'])
  const temporaryId = () => `temp://${1_790_000_000_100 + random.between(0, 9)}`
  const some = (fields: Record<string, () => unknown>) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(() => chance(0.4))
        .map(([name, make]) => [name, chance(0.8) ? make() : value(2)]),
    )
  const date = () => random.pick(['2026-04-01 09:00:00', '2026-02-30', '', null, ...strings])
  const amount = () => random.pick([0, 1, 2.5, 100, '7', null, ...numbers])
  const task = () =>
    some({
      text: () => random.pick(strings),
      type: () => random.pick(['task', 'summary', 'milestone', 'own']),
      start: date,
      end: date,
      duration: amount,
      progress: amount,
      open: () => chance(0.5),
      parent: planId,
      segments: () => [{ start: date() }],
      base_start: date,
      own: () => value(2),
      $x: amount,
    })

  const ganttBodies = {
    newTask: () =>
      chance(0.5)
        ? { ...task(), ...(chance(0.3) && { id: planId() }) }
        : { task: { ...task(), id: temporaryId() }, mode: mode(), target: planId() },
    task,
    move: () => ({ operation: 'move', target: planId(), mode: mode() }),
    copy: () => ({
      operation: 'copy',
      target: planId(),
      mode: mode(),
      ...(chance(0.8) && { id: temporaryId() }),
      // A branch that is copied into itself again and again would grow without end.
      lazy: chance(0.1),
    }),
    lazy: () => ({ operation: 'lazy', value: random.pick([true, false, null, 1]) }),
    link: () => ({
      source: planId(),
      target: planId(),
      ...some({ lag: amount, own: () => value(3) }),
    }),
    assignment: () => ({ task: planId(), resource: planId(), ...some({ units: amount }) }),
    resource: () => ({
      name: random.pick(strings),
      ...some({ parent: planId, own: () => value(3) }),
    }),
  }
  const at = (kind: string) => () =>
    `/${kind}/${random.pick([random.between(1, 12), random.between(1, 12), temporaryId(), 'x'])}`
  const anyPlanBody = () => random.pick(Object.values(ganttBodies))()

  const planOrders: [method: string, path: () => string, body?: () => unknown][] = [
    ['POST', () => '/tasks', ganttBodies.newTask],
    ['POST', () => '/tasks', ganttBodies.newTask],
    ['PUT', at('tasks'), ganttBodies.task],
    ['PUT', at('tasks'), ganttBodies.move],
    ['PUT', at('tasks'), ganttBodies.copy],
    ['PUT', at('tasks'), ganttBodies.lazy],
    ['DELETE', at('tasks')],
    ['DELETE', at('tasks')],
    ['POST', () => '/links', ganttBodies.link],
    ['PUT', at('links'), ganttBodies.link],
    ['DELETE', at('links')],
    ['POST', () => '/assignments', ganttBodies.assignment],
    ['PUT', at('assignments'), ganttBodies.assignment],
    ['POST', () => '/resources', ganttBodies.resource],
    ['PUT', at('resources'), ganttBodies.resource],
    ['DELETE', at('resources')],
    ['GET', () => random.pick(['/tasks', '/links', '/assignments', '/resources'])],
    ['GET', () => at(random.pick(['tasks', 'links', 'assignments']))()],
  ]

  function batch(): unknown {
    const items = Array.from({ length: random.between(0, 6) }, () => {
      const [method, place, body] = random.pick(chance(0.8) ? planOrders : orders)
      const data = chance(0.9) ? (body?.() ?? {}) : anyPlanBody()
      return { method, url: chance(0.8) ? place().slice(1) : path(), data }
    })
    return chance(0.9) ? items : [...items, value(0)]
  }

  /** Requests that would be in order, before anything is spoilt. */
  const orders: [method: string, path: () => string, body?: () => unknown][] = [
    ...planOrders,
    ['POST', () => (chance(0.3) ? '/batch?atomic=true' : '/batch'), batch],
    ['PATCH', () => `/films/${random.between(1, 9)}`, bodies.cell],
    ['PUT', () => `/films/${random.between(1, 9)}`, bodies.event],
    ['PUT', () => `/films/${random.between(1, 9)}`, bodies.row],
    ['DELETE', () => `/films/${random.between(1, 9)}`],
    ['POST', () => '/films', bodies.event],
    ['POST', () => '/films', bodies.row],
    ['GET', () => '/films'],
    ['GET', () => `/films/${random.between(1, 9)}`],
    ['GET', () => random.pick(['/tables', '/changes', '/events', '/health', '/workspaces'])],
    ['POST', () => '/tables', bodies.table],
    ['POST', () => '/workspaces', bodies.workspace],
  ]

  /** Something that was JSON, with a few letters changed. */
  function mutated(json: string): string {
    let text = json
    const junk = [
      ['{', '}', '[', ']', '"', ',', ':', '\\', '0', '-', '1', '.', 'e', '+', ' ', '\n', '\u0000'],
      ['\u007f', 'é', '😀', '\ud83d', '1e999', '"__proto__":', '/**/', 'null', 'true', '\\u00'],
    ].flat()
    for (let edits = random.between(1, 4); edits > 0; edits--) {
      const from = random.between(0, text.length)
      const to = chance(0.5) ? from : Math.min(text.length, from + random.between(1, 5))
      text = text.slice(0, from) + (chance(0.7) ? random.pick(junk) : '') + text.slice(to)
    }
    return chance(0.1) ? text.slice(0, random.between(0, text.length)) : text
  }

  function spoilt(good: unknown): Attempt['body'] {
    const kind = random.next()
    if (kind < 0.5) return mutated(JSON.stringify(good))
    if (kind < 0.6) return JSON.stringify(random.pick(Object.values(bodies))())
    if (kind < 0.8) return JSON.stringify(value(0))
    if (kind < 0.9)
      return random.pick(['', ' ', '{', '[', '"', '['.repeat(9999), 'null', '\ufeff{}'])
    return Uint8Array.from({ length: random.between(0, 60) }, () => random.between(0, 255))
  }

  function headers(): SentHeaders {
    const names = Object.keys(headerValues)
    const picked = Array.from({ length: random.between(0, 3) }, () => random.pick(names))
    return Object.fromEntries(picked.map((name) => [name, random.pick(headerValues[name]!)]))
  }

  return function next(): Attempt {
    const [usual, place, good] = random.pick(orders)
    const method = chance(0.8) ? usual : random.pick(chance(0.9) ? methods : oddMethods)
    const json = good?.() ?? null
    const body = chance(0.6) ? json && JSON.stringify(json) : spoilt(json)
    return {
      method,
      url: `http://localhost${chance(0.6) ? place() : path()}${query()}`,
      headers: headers(),
      body: method === 'GET' || method === 'HEAD' ? null : body,
    }
  }
}

/** `null` where even a request cannot be made of it. */
function requestFrom({ method, url, headers, body }: Attempt): Request | null {
  try {
    return new Request(url, { method, headers, body })
  } catch {
    return null
  }
}

async function check(response: Response, { method, headers: sent }: Attempt): Promise<void> {
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  assert.ok(status >= 200 && status < 500, `status ${status}`)
  assert.equal(headers.get('api-version'), '1')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('x-request-id') ?? '', /^[\w.-]{1,64}$/)

  if (type.startsWith('text/event-stream')) return response.body?.cancel()
  const body = await response.text()
  if (method === 'HEAD' || [204, 304, 308].includes(status)) return assert.equal(body, '')
  assert.notEqual(body, '')
  if (status === 200 && /^(text\/(html|plain|css|javascript)|image\/svg)/.test(type)) return
  const isForPeople = type.startsWith('text/html') && JSON.stringify(sent).includes('text/html')
  if (status === 404 && isForPeople) return

  assert.match(type, /^application\/(problem\+)?json; charset=utf-8$/)
  const json: unknown = JSON.parse(body)
  if (status < 400) return assert.ok(typeof json === 'object' && json !== null)
  const problem = Problem.parse(json)
  assert.deepEqual([problem.status, statusOf[problem.code]], [status, status])
  assert.ok(!('id' in problem) && !('result' in problem) && !('stack' in problem))
}

function shown({ method, url, headers, body }: Attempt): string {
  const sent =
    typeof body === 'string' ? JSON.stringify(body) : body && Buffer.from(body).toString('hex')
  return `${method} ${url.slice(0, 300)} ${JSON.stringify(headers)} ${sent?.slice(0, 500) ?? ''}`
}

/** Everything that is listed hangs together, so that the client can show it. */
async function soundPlan(call: Api['call']): Promise<void> {
  const list = async <T>(path: string) => (await call('GET', path)).json as T[]
  const tasks = await list<Task>('/tasks')
  const ids = new Set(tasks.map(({ id }) => id))
  assert.ok(outlineOf(tasks).length >= 0 && ids.size === tasks.length)
  for (const { source, target } of await list<Link>('/links')) {
    assert.ok(ids.has(source) && ids.has(target), `a link from ${source} to ${target}`)
  }
  for (const { task } of await list<Assignment>('/assignments')) assert.ok(ids.has(task))
}

describe('the server', () => {
  it(`has an answer to ${count} requests of every kind, and keeps its tables and its plan (seed ${seed})`, async () => {
    const failures: Observation[] = []
    const { triptych, call, rows, row, changes } = await api({}, undefined, (observation) => {
      if (observation.kind === 'failure') failures.push(observation)
    })
    await call('POST', '/workspaces', { name: 'other' })
    const next = attempts(seededRandom(seed))
    const statuses = new Map<number, number>()

    for (let sent = 0; sent < count;) {
      const attempt = next()
      const request = requestFrom(attempt)
      if (!request) continue
      sent++
      try {
        const response = await triptych.fetch(request)
        await check(response, attempt)
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      } catch (error) {
        throw new Error(`seed ${seed}, request ${sent}: ${shown(attempt)}`, { cause: error })
      }
      // One in thousands removes the table; where it is still there, this is refused.
      if (attempt.method === 'DELETE' && attempt.url.includes('tables')) {
        await call('POST', '/tables', { name: 'films', columns: filmColumns })
      }
    }

    assert.deepEqual(failures, [], `seed ${seed}`)
    // Requests that never get anywhere would show nothing.
    for (const status of [200, 204, 400, 403, 404, 405, 409, 412, 422]) {
      assert.ok(statuses.has(status), `no request was answered ${status} (seed ${seed})`)
    }
    const listed = await rows()
    for (const one of listed) assert.deepEqual(await row(one.id), one)
    for (const [n, { revision }] of (await changes()).entries()) assert.equal(revision, n + 1)
    await soundPlan(call)
    assert.equal((await call('POST', '/films', { name: 'still here' })).status, 200)
  })
})

const fileCount = 1000 * depth
const ownPaths = [
  ['/', '/a.txt', '/docs', '/docs/plan.txt', '/docs/deep', '/docs/deep/x.txt', '/empty', '/é.txt'],
  ['/e\u0301.txt', '/100%', '/a b', '/a+b', '/😀', '/new', '/docs/new', '/a.new.txt', '/none'],
].flat()
const hostilePaths = [
  ['', '//', '..', '/..', '/../outside', '/../outside/secret', '/docs/../../outside/secret', '/.'],
  ['/.triptych', '/.triptych/hidden', '/.TRIPTYCH', '/docs/.triptych', '/link', '/link/secret'],
  ['/link/sub/deep', '/out', '/pipe', '/pipe/x', '/a.txt/x', '/%2e%2e', '/%2e%2e%2foutside', '\\'],
  ['/a\u0000', '/a\nb', '/\ud800', '/\udc00x', `/${'x'.repeat(256)}`, '/d'.repeat(1100)],
  ['/con', '/__proto__', '/constructor', '/~', '/etc/passwd', '/proc/self/environ', '/\uef80'],
  ['/[object Object]', '/*', '/?', '/#', '/a;b', "/'", '/"', '/docs/', '//docs//deep//'],
].flat()

function fileAttempts(random: SeededRandom) {
  const chance = (share: number) => random.next() < share
  const path = () => random.pick(chance(0.65) ? ownPaths : hostilePaths)
  const paths = () => Array.from({ length: random.between(0, 4) }, path)
  const name = () =>
    chance(0.5) ? (path().split('/').at(-1) ?? '') : random.pick([...strings, path()])

  function encoded(text: string): string {
    const once = encodeURIComponent(text.toWellFormed())
    const ways = [
      () => once,
      () => once,
      () => once.replaceAll('%2F', '/'),
      () => encodeURIComponent(once),
      () => once.toLowerCase(),
      () => once.replace(/%../, '%'),
      () => `${once}${random.pick(['/', '%2F', '%00', '%ff', '%', '//', '/..', '/%2e%2e/'])}`,
    ]
    return random.pick(ways)()
  }

  function form(): { body: Buffer; type: string } {
    const fields = ['file', 'file', 'file', 'upload', 'name', 'name', 'other', '', '__proto__']
    const parts = Array.from({ length: random.between(0, 3) }, () => ({
      name: random.pick(fields),
      ...(chance(0.7) && { filename: name().replaceAll(/["\r\n]/g, '') }),
      data: chance(0.8) ? name() : 'x'.repeat(random.between(0, 4000)),
    }))
    const file = { name: 'file', filename: 'up', data: chance(0.6) ? 'up' : 'x'.repeat(2001) }
    const { body, type } = formOf(chance(0.5) ? [file, ...parts] : parts)
    return { body: chance(0.3) ? mutatedBytes(body) : body, type: chance(0.9) ? type : oddType() }
  }

  const oddType = () =>
    random.pick(['multipart/form-data', 'text/plain', `multipart/form-data; boundary="${boundary}`])

  function mutatedBytes(bytes: Buffer): Buffer {
    const from = random.between(0, bytes.length)
    const to = Math.min(bytes.length, from + random.between(0, 20))
    const junk = ['', '\r\n', `--${boundary}`, `\r\n--${boundary}--`, '\u0000', '\u00ff', ': ', ';']
    const pieces = [bytes.subarray(0, from), Buffer.from(random.pick(junk), 'latin1')]
    return chance(0.3) ? bytes.subarray(0, from) : Buffer.concat([...pieces, bytes.subarray(to)])
  }

  const number = () => random.pick(['0', '1', '5', '-1', 'x', '', '99999', '1e9', '2000', '%00'])
  const orders: [method: string, path: () => string, body?: () => unknown][] = [
    ['GET', () => '/files'],
    ['GET', () => `/files/${encoded(path())}`],
    ['GET', () => `/files?id=${encoded(path())}&start=${number()}&end=${number()}`],
    ['GET', () => `/files/${encoded(path())}?text=${encoded(name())}`],
    ['GET', () => `/info/${encoded(path())}`],
    ['GET', () => `/direct?id=${encoded(path())}${chance(0.5) ? '&download' : ''}`],
    ['GET', () => `/preview?id=${encoded(path())}&width=${number()}`],
    ['GET', () => `/icons/${random.pick(['big', 'small', 'x'])}/${encoded(name())}.svg`],
    ['POST', () => `/files/${encoded(path())}`, () => ({ name: name(), type: kind() })],
    ['PUT', () => `/files/${encoded(path())}`, () => ({ operation: 'rename', name: name() })],
    ['PUT', () => '/files', () => ({ operation: transfer(), ids: paths(), target: path() })],
    ['DELETE', () => '/files', () => ({ ids: paths() })],
  ]
  const kind = () => random.pick(['file', 'folder', 'folder', 'link', null])
  const transfer = () => random.pick(['move', 'copy', 'rename'])
  const ranges = ['bytes=0-1', 'bytes=1-,-1', 'bytes=99-', 'x', 'bytes=0-0,2-2', 'bytes=-0']

  return function next() {
    const headers: SentHeaders = {
      ...(chance(0.2) && { range: random.pick(ranges) }),
      ...(chance(0.1) && { 'if-none-match': random.pick(['*', '"x"', ',', '']) }),
    }
    if (chance(0.25)) {
      const { body, type } = form()
      const at = encoded(path())
      const target = chance(0.5) ? `/upload?id=${at}` : `/upload/${at}`
      return { method: 'POST', path: target, headers: { ...headers, 'content-type': type }, body }
    }
    const [usual, place, good] = random.pick(orders)
    const json = JSON.stringify(good?.() ?? '')
    const body = good ? (chance(0.9) ? json : mutatedBytes(Buffer.from(json))) : ''
    const method = chance(0.95) ? usual : random.pick(['HEAD', 'PATCH', 'POST', 'PUT'])
    return { method, path: place(), headers, body }
  }
}

/** Nothing of the outside and no place on the disk is in any answer, and every error has its form. */
function checkFileAnswer({ status, headers, bytes, json }: FileAnswer, method: string): void {
  assert.ok(status >= 200 && status < 500, `status ${status}`)
  // An icon has its own name for a label, whatever that is.
  const isIcon = headers.get('content-type')?.startsWith('image/svg')
  assert.ok(isIcon || !(bytes.includes('SECRET') || bytes.includes('/tmp/')))
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  if (status < 400 || method === 'HEAD') return
  // The word that the stand-alone uploader looks at takes the place of the number.
  const problem = Problem.parse({ ...(json as Problem), status })
  assert.equal(statusOf[problem.code], status)
  assert.ok(!('id' in problem) && !('result' in problem) && !('stack' in problem))
}

const content = {
  'a.txt': 'one',
  'docs/plan.txt': 'plan',
  'docs/deep/x.txt': 'xx',
  'empty/': '',
  '100%': '',
  'a b': '',
  'a+b': '',
  'é.txt': '',
}

const limits = { upload: 2000, body: 4096 } as never

/** Answers how often which status was seen. `beginAnew` brings back what the requests took away. */
async function sendFileAttempts(
  api: FilesApi,
  beginAnew: () => Promise<void>,
): Promise<Map<number, number>> {
  const next = fileAttempts(seededRandom(seed))
  const statuses = new Map<number, number>()

  async function send(n: number): Promise<void> {
    const attempt = next()
    try {
      const answer = await exchange(api.port, attempt).catch((error: NodeJS.ErrnoException) => {
        // An archive ends where a file that it has promised was deleted meanwhile.
        if (attempt.path.startsWith('/direct') && error.code === 'ECONNRESET') return null
        throw error
      })
      if (!answer) return
      checkFileAnswer(answer, attempt.method)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    } catch (error) {
      const { method, path, headers, body } = attempt
      const sent = `${method} ${path} ${JSON.stringify(headers)} ${String(body)}`
      throw new Error(`seed ${seed}, request ${n}: ${sent.slice(0, 1500)}`, { cause: error })
    }
  }

  for (let sent = 0; sent < fileCount; sent += 5) {
    if (sent % 250 === 0) await beginAnew()
    await Promise.all(Array.from({ length: 5 }, (_, n) => send(sent + n)))
  }
  return statuses
}

function assertAllSeen(statuses: Map<number, number>, expected: number[]): void {
  for (const status of expected) {
    assert.ok(statuses.has(status), `no request was answered ${status} (seed ${seed})`)
  }
}

describe('the files', () => {
  it(`are those that are listed after ${fileCount} requests of every kind (seed ${seed})`, async () => {
    const api = await filesApi({}, { limits })

    const statuses = await sendFileAttempts(api, async () => {
      await api.remove((await api.names()).map((name) => `/${name}`))
      for (const [path, data] of Object.entries(content)) {
        if (path.endsWith('/')) await api.create('/', path.slice(0, -1), 'folder')
        else await api.upload('/', [{ name: 'file', filename: path, data }])
      }
    })

    assertAllSeen(statuses, [200, 400, 403, 404, 409, 413, 422])
    await api.assertInStep()
  })

  it(`stay in their folder through ${fileCount} requests of every kind (seed ${seed})`, async () => {
    const api = await diskFilesApi(content, { limits })
    const outside = readFolder(api.outside)

    const statuses = await sendFileAttempts(api, async () => {
      for (const name of readdirSync(api.root)) {
        if (name !== '.triptych') rmSync(api.at(name), { recursive: true, force: true })
      }
      api.put(content)
      symlinkSync('../outside', api.at('link'))
      symlinkSync('../outside/none', api.at('out'))
      execFileSync('mkfifo', [api.at('pipe')])
    })

    assertAllSeen(statuses, [200, 400, 403, 404, 409, 413, 422])
    assert.deepEqual(readFolder(api.outside), outside, `seed ${seed}`)
    await api.assertInStep()
  })
})
