import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import sharp from 'sharp'
import type { Triptych } from '../../src/main.ts'
import type { OpenApiDocument } from '../../src/http/reference/openapi.ts'
import type { Answer, Operation } from '../../src/http/reference/openapi-operation.ts'
import type { JsonSchema } from '../../src/http/reference/openapi-schemas.ts'
import type { Group, MadeLink, Session, Token } from '@triptych/contract/accounts'
import type { HistoryPage } from '@triptych/contract/history'
import type { NewPasskeyOptions, Passkey, PasskeyLoginOptions } from '@triptych/contract/passkeys'
import { accountsServer, password } from '../fixtures/accounts-api.ts'
import { server } from '../fixtures/api.ts'
import { softwarePasskey } from '../fixtures/software-passkey.ts'
import { formOf } from '../fixtures/files-api.ts'

interface Sent {
  /** Put before the path: `/v1`, `/w/other`. */
  under?: string
  table?: string
  /** Of a file: as it stands in the address. */
  id?: number | string
  icon?: string
  /** Of a share. */
  secret?: string
  /** Sent as a form. */
  password?: string
  workspace?: string
  query?: string
  headers?: Record<string, string>
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown
  /** Sent as a form, the file called `name`. */
  file?: { name: string; text: string }
}

/** `PATCH /{table}/{id}`, as the document has it. */
type Key = string

const limits = { body: 4096, depth: 8, changes: 100, upload: 1000, batch: 100 }
const foreign = { origin: 'https://foreign.example' }

let triptych: Triptych
let url = ''
let document: OpenApiDocument
/** The statuses that were seen, by operation. */
const seen = new Map<Key, Set<string>>()

const root = mkdtempSync(join(tmpdir(), 'openapi-answers-'))

before(async () => {
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, 'a.bin'), 'bytes')
  writeFileSync(join(root, 'docs/b.txt'), 'text')
  const red = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  writeFileSync(join(root, 'c.png'), await red.png().toBuffer())
  symlinkSync('..', join(root, 'link'))
  triptych = await server({ files: root, limits })
  url = (await triptych.listen()).url.replace(/\/$/, '')
  document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument
})

after(() => rmSync(root, { recursive: true }))

function operations(): [Key, Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [Key, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
}

function operationOf(key: Key): Operation {
  const found = operations().find(([known]) => known === key)
  assert.ok(found, `${key} is not in the document`)
  return found[1]
}

function requestFor(key: Key, sent: Sent, at = url): Request {
  const { under = '', table = 'films', id = 1, icon = 'big/txt.svg', query = '', body, file } = sent
  const { workspace = 'main', secret = 'none', password } = sent
  const [method = '', template = ''] = key.split(' ')
  const path = template
    .replace('{table}', table)
    .replace('{secret}', secret)
    .replace('{id}', String(id))
    .replace('{version}', String(id))
    .replace('{view}', 'mine')
    .replace('{field}', 'name')
    .replace('{size}/{name}', icon)
    .replace('{name}', workspace)
  const form =
    password === undefined
      ? file && formOf([{ name: 'file', filename: file.name, data: file.text }])
      : formOf([{ name: 'password', data: password }])
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Request(`${at}${under}${path}${query}`, {
    method,
    redirect: 'manual',
    headers: { ...(form && { 'content-type': form.type }), ...sent.headers },
    ...(body !== undefined && { body: text }),
    ...(form && { body: form.body as Buffer<ArrayBuffer> }),
  })
}

/** Sends a request, and holds the answer against what the document says of it. */
async function answers(key: Key, status: number, sent: Sent = {}): Promise<unknown> {
  const isRepeatable = status === 200 && takesKey(key)
  const headers = { ...sent.headers, ...(isRepeatable && { 'idempotency-key': randomUUID() }) }
  const response = await fetch(requestFor(key, { ...sent, headers }))
  assert.equal(response.status, status, `${key}: ${await response.clone().text()}`)
  const json = operationOf(key).requestBody?.content['application/json']
  if (json && status === 200) assertValid(json.schema, sent.body, `the body of ${key}`)
  const answer = await assertDocumented(key, response)
  if (isRepeatable) assert.deepEqual(await repeated(key, { ...sent, headers }), answer)
  return answer
}

function takesKey(key: Key): boolean {
  return operationOf(key).parameters.some(({ name }) => name === 'Idempotency-Key')
}

/** The same without a socket, which takes no address as long as the server itself does. */
async function answersAt(key: Key, status: number, sent: Sent): Promise<Headers> {
  const response = await triptych.fetch(requestFor(key, sent))
  assert.equal(response.status, status, `${key}: ${await response.clone().text()}`)
  await assertDocumented(key, response)
  return response.headers
}

/** What the same request is answered that was carried out before. */
async function repeated(key: Key, sent: Sent): Promise<unknown> {
  const response = await fetch(requestFor(key, sent))
  assert.equal(response.headers.get('idempotency-replayed'), 'true', key)
  return assertDocumented(key, response)
}

function asQuery(filter: object): string {
  return `?filter=${encodeURIComponent(JSON.stringify(filter))}`
}

/** Only pages have them, and only those before the last a link. */
const pageHeaders = ['X-Total-Count', 'X-Total-Kind', 'Content-Range', 'Link']

/** What only a repeat has, and what a search tells and what a list does. */
function headersMissing(key: Key, response: Response): string[] {
  if (/^(POST|PUT)/.test(key)) {
    return response.headers.has('idempotency-replayed') ? [] : ['Idempotency-Replayed']
  }
  if (key === 'GET /{table}') {
    return pageHeaders.filter((name) => !response.headers.has(name))
  }
  if (!/^GET \/files\b/.test(key)) return []
  return response.headers.has('x-more') ? ['ETag', 'X-Total-Count'] : ['X-More', 'X-Complete']
}

async function assertDocumented(key: Key, response: Response): Promise<unknown> {
  const status = String(response.status)
  const documented = operationOf(key).responses[status]
  assert.ok(documented, `${key} may not answer ${status}`)
  seen.set(key, (seen.get(key) ?? new Set()).add(status))
  const missing = headersMissing(key, response)
  for (const name of Object.keys(documented.headers)) {
    assert.equal(!response.headers.has(name), missing.includes(name), `${key} ${status} ${name}`)
  }
  return assertContent(`${key} ${status}`, documented, response)
}

async function assertContent(
  what: string,
  documented: Answer,
  response: Response,
): Promise<unknown> {
  const text = await response.text()
  if (!documented.content) {
    assert.equal(text, '', what)
    return null
  }
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  // A file, of one type or another.
  if (documented.content['*/*']) return text
  const content = documented.content[type]
  assert.ok(content, `${what} may not be ${type}`)
  if (!type.endsWith('json')) return text
  const value: unknown = JSON.parse(text)
  assertValid(content.schema, value, what)
  return value
}

// Formats come with a pattern that says the same.
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const validators = new Map<string, ValidateFunction>()

function assertValid(schema: JsonSchema, value: unknown, what: string): void {
  const key = JSON.stringify(schema)
  const validate =
    validators.get(key) ?? ajv.compile(closed({ components: document.components, ...schema }))
  validators.set(key, validate)
  assert.ok(
    validate(value),
    `${what}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`,
  )
}

/** The document leaves answers open for what may come; today's must have nothing it does not name. */
function closed<T>(node: T): T {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(closed) as T
  const entries = Object.entries(node).map(([key, value]) => [key, closed<unknown>(value)])
  const isOpen = 'properties' in node && !('additionalProperties' in node) && !('$ref' in node)
  return { ...Object.fromEntries(entries), ...(isOpen && { additionalProperties: false }) } as T
}

describe('as the document says, the server answers', () => {
  it('for tables', async () => {
    const columns = [
      { name: 'name', type: 'text', nullable: false },
      { name: 'year', type: 'integer', unique: true },
      { name: 'tags', type: 'json', options: ['a', 2], default: ['a'] },
    ]

    await answers('GET /tables', 200)
    await answers('POST /tables', 200, { body: { name: 'films', columns } })
    await answers('POST /tables', 409, { body: { name: 'Films', columns } })
    await answers('POST /tables', 422, { body: { name: 'events', columns } })
    await answers('GET /tables', 200)
    await answers('GET /tables/{table}', 200)
    await answers('GET /tables/{table}', 404, { table: 'none' })
  })

  it('for the shape of tables', async () => {
    const patch = 'PATCH /tables/{table}'
    const [list, post] = ['GET /tables/{table}/views', 'POST /tables/{table}/views']
    const [put, remove] = [
      'PUT /tables/{table}/views/{view}',
      'DELETE /tables/{table}/views/{view}',
    ]
    const table = 'shapes'
    const name = { name: 'a', type: 'text' }
    const reference = { table, onDelete: 'restrict' }
    const steps = [
      { addColumn: { name: 'b', type: 'integer', reference, before: 'a' } },
      { renameColumn: { from: 'a', to: 'c' } },
      { changeColumn: { name: 'c', default: 'x', options: ['x', 'y'] } },
      { moveColumn: { name: 'b' } },
      { addIndex: { columns: ['c', 'b'], unique: true } },
      { title: 'A table' },
    ]
    const rule = { field: 'c', type: 'text', filter: 'contains', value: 'x' }

    await answers('POST /tables', 200, { body: { name: table, columns: [name], indexes: [] } })
    await answers(patch, 200, { table, body: { changes: steps, dryRun: true } })
    await answers(patch, 200, { table, body: { changes: steps } })
    await answers(patch, 404, { table: 'none', body: { changes: steps } })
    await answers(patch, 422, { table, body: { changes: [{ dropIndex: 'none' }] } })
    await answers('POST /{table}', 200, { table, body: { c: 'x' } })
    await answers('POST /{table}', 200, { table, body: { c: 'y', b: 1 } })
    await answers('DELETE /{table}/{id}', 409, { table })
    const numbers = { changes: [{ changeColumn: { name: 'c', nullable: false, options: ['x'] } }] }
    await answers(patch, 409, { table, body: numbers })
    await answers(patch, 200, { table, body: { ...numbers, dryRun: true } })

    await answers(post, 200, {
      table,
      body: { name: 'mine', filter: rule, sort: [{ column: 'b' }] },
    })
    await answers(post, 200, { table, body: { name: 'other', columns: ['c'] } })
    await answers(post, 404, { table: 'none', body: { name: 'mine' } })
    await answers(post, 409, { table, body: { name: 'mine' } })
    await answers(post, 422, { table, body: { name: 'more', columns: ['none'] } })
    await answers(put, 200, { table, body: { name: 'mine', sort: [] } })
    await answers(put, 404, { table: 'none', body: { name: 'mine' } })
    await answers(put, 409, { table, body: { name: 'other' } })
    await answers(list, 200, { table })
    await answers(list, 404, { table: 'none' })
    await answers('GET /tables/{table}', 200, { table })
    await answers(remove, 200, { table })
    await answers(remove, 404, { table })

    const film = { name: 'b', type: 'integer', reference }
    await answers('POST /tables', 200, { body: { name: 'parts', columns: [film] } })
    await answers('DELETE /tables/{table}', 409, { table })
    await answers('DELETE /tables/{table}', 200, { table: 'parts' })
    await answers('DELETE /tables/{table}', 200, { table })
    await answers('DELETE /tables/{table}', 404, { table })
  })

  it('for rows', async () => {
    const row = { name: 'Alien', year: 1979 }

    await answers('POST /{table}', 200, { body: row })
    await answers('POST /{table}', 200, { body: { row: { name: 'Heat' }, id: 9, before: 1 } })
    await answers('POST /{table}', 409, { body: { row: { name: 'Heat' }, id: 9 } })
    await answers('POST /{table}', 422, { body: { row: { name: 'Heat' }, id: -9 } })
    await answers('POST /{table}', 422, { body: { year: 1980 } })
    await answers('POST /{table}', 404, { table: 'none', body: row })

    await answers('GET /{table}/{id}', 200)
    await answers('GET /{table}/{id}', 404, { id: 'none' })
    await answers('PUT /{table}/{id}', 200, { body: { row: { name: 'Aliens' }, id: 1 } })
    await answers('PUT /{table}/{id}', 404, { id: 2, body: row })
    await answers('PUT /{table}/{id}', 409, { id: 9, body: row })
    await answers('PUT /{table}/{id}', 422, { body: { none: 1 } })
    await answers('PATCH /{table}/{id}', 200, { body: { key: 'year', value: '1986' } })
    await answers('PATCH /{table}/{id}', 404, { id: 2, body: { key: 'year', value: 1 } })
    await answers('PATCH /{table}/{id}', 409, { id: 9, body: { key: 'year', value: 1986 } })
    await answers('PATCH /{table}/{id}', 422, { body: { key: 'tags', value: ['b'] } })
    await answers('DELETE /{table}/{id}', 404, { id: 2 })
  })

  it('for rows that others have changed', async () => {
    const headers = { 'if-match': '"0"' }

    await answers('PUT /{table}/{id}', 412, { headers, body: { name: 'x' } })
    await answers('PATCH /{table}/{id}', 412, { headers, body: { key: 'name', value: 'x' } })
    await answers('DELETE /{table}/{id}', 412, { headers })
    await answers('DELETE /{table}/{id}', 200, { id: 9 })
  })

  it('for lists', async () => {
    const { headers } = await fetch(requestFor('GET /{table}', {}))

    await answers('GET /{table}', 200)
    await answers('GET /{table}', 304, { headers: { 'if-none-match': headers.get('etag')! } })
    await answers('GET /{table}', 404, { table: 'none' })
  })

  it('for a list that is sent in pieces', async () => {
    const columns = [{ name: 'n', type: 'integer' }]
    await answers('POST /tables', 200, { body: { name: 'long', columns } })
    const adding = Array.from({ length: 1100 }, (_, n) =>
      triptych.fetch(requestFor('POST /{table}', { table: 'long', body: { n } })),
    )
    await Promise.all(adding)

    const rows = await answers('GET /{table}', 200, { table: 'long' })

    assert.equal((rows as unknown[]).length, 1100)
  })

  it('for queries of rows', async () => {
    const [list, query] = ['GET /{table}', 'POST /{table}/query']
    const [suggest, groups] = ['GET /{table}/{field}/suggest', 'GET /{table}/groups']
    const rule = { field: 'name', filter: 'equal', value: 'x' }
    const filters: [status: number, filter: object][] = [
      [200, rule],
      [400, { ...rule, field: 'none' }],
      [422, { ...rule, filter: 'like' }],
      [413, { ...rule, includes: Array.from({ length: 10_001 }, () => 1) }],
    ]

    const headers = await answersAt(list, 200, { table: 'long', query: '?limit=1' })
    assert.deepEqual(
      pageHeaders.filter((name) => !headers.has(name)),
      [],
    )
    for (const [status, filter] of filters) {
      const sent = { query: asQuery(filter) }
      for (const key of [list, suggest, groups]) await answersAt(key, status, sent)
      await answers(query, status, { body: { filter } })
      await answersAt('POST /{table}', status, { body: filter })
    }
    for (const key of [suggest, groups]) await answers(key, 404, { table: 'none' })
    await answers(query, 404, { table: 'none', body: {} })
    await answers(suggest, 200, { query: '?counts=true' })
    await answers(groups, 200, { query: '?by=name&aggregate=count,max:id' })
  })

  it('for many rows', async () => {
    const [add, put] = ['POST /{table}/rows', 'PUT /{table}/rows']
    const [change, remove] = ['PATCH /{table}/rows', 'DELETE /{table}/rows']
    const rows = [{ name: 'one' }, { name: 'two', year: 2002 }]
    const rule = { field: 'name', filter: 'equal', value: 'one' }
    const long = { ...rule, includes: Array.from({ length: 10_001 }, () => 1) }

    await answers(add, 200, { body: { rows } })
    await answers(add, 422, { body: { rows: [{ name: null }] } })
    await answers(add, 404, { table: 'none', body: { rows } })
    await answers(put, 200, { body: { key: ['name'], rows } })
    await answers(put, 400, { body: { key: ['none'], rows } })
    await answers(put, 422, { body: { key: ['name'], rows: [{ name: 'one', year: 'x' }] } })
    await answers(put, 404, { table: 'none', body: { key: ['name'], rows } })
    await answers(change, 200, { body: { filter: rule, set: { year: 2001 } } })
    await answers(change, 400, { body: { set: { year: 2001 } } })
    await answers(change, 409, { body: { filter: {}, set: { year: 1 }, max: 1 } })
    await answers(change, 422, { body: { filter: rule, set: { year: 'x' } } })
    await answers(change, 404, { table: 'none', body: { filter: rule, set: { year: 1 } } })
    const replace = 'POST /{table}/replace'
    const text = { filter: rule, find: 'one', replace: 'won' }
    await answers(replace, 200, { body: { ...text, dryRun: true } })
    await answers(replace, 400, { body: { find: 'a', replace: 'b' } })
    await answers(replace, 422, { body: { ...text, columns: ['none'] } })
    await answers(replace, 404, { table: 'none', body: text })
    await answersAt(remove, 413, { query: asQuery(long) })
    await answers(remove, 400)
    await answers(remove, 409, { query: `${asQuery({})}&max=1` })
    await answers(remove, 422, { query: asQuery({ ...rule, filter: 'like' }) })
    await answers(remove, 404, { table: 'none', query: asQuery(rule) })
    await answers(remove, 200, { query: asQuery({ ...rule, includes: ['one', 'two'] }) })
  })

  it('for files that come out of tables', async () => {
    const key = 'GET /{table}/export'
    const rule = { field: 'name', filter: 'equal', value: 'x' }
    const long = { ...rule, includes: Array.from({ length: 10_001 }, () => 1) }

    for (const format of ['csv', 'tsv', 'ndjson', 'json', 'xlsx']) {
      await answers(key, 200, { query: `?format=${format}` })
    }
    await answers(key, 422, { query: '?format=pdf' })
    await answers(key, 400, { query: '?sort=none' })
    await answers(key, 404, { table: 'none' })
    await answersAt(key, 413, { query: asQuery(long) })
    await answers(key, 422, { query: asQuery({ ...rule, filter: 'like' }) })
  })

  it('for files that come into tables', async () => {
    const key = 'POST /{table}/import'
    const file = { name: 'a.csv', text: 'name,year\nOne,2001\n' }

    await answers(key, 200, { table: 'imported', file })
    await answers(key, 200, { table: 'imported', file, query: '?dryRun=true' })
    await answers(key, 422, { table: 'imported', file, query: '?format=pdf' })
    await answers(key, 400, { table: 'imported', query: '?file=/..' })
    await answers(key, 404, { table: 'imported', query: '?file=/none.csv' })
    const wide = { name: 'a.csv', text: `a\n${'x'.repeat(limits.upload)}` }
    await answers(key, 413, { table: 'imported', file: wide })
    await answers(key, 422, { table: 'imported', file: { name: 'a.csv', text: 'year\nx\n' } })
  })

  it('for quotas', async () => {
    await answers('PUT /quotas', 200, { body: { path: '/docs', bytes: 1_000_000 } })
    await answers('GET /quotas', 200)
    await answers('PUT /quotas', 400, { body: { path: '/..', bytes: 1 } })
    await answers('PUT /quotas', 403, { body: { path: '/link', bytes: 1 } })
    await answers('PUT /quotas', 404, { body: { path: '/none', bytes: 1 } })
    await answers('PUT /quotas', 409, { body: { path: '/a.bin', bytes: 1 } })
    await answers('PUT /quotas', 422, { body: { path: '/', bytes: -1 } })
    await answers('PUT /quotas', 200, { body: { path: '/docs', bytes: null } })
  })

  it('for versions of files', async () => {
    const file = { name: 'v.bin', text: 'one' }
    await answers('POST /upload', 200, { query: '?conflict=replace', file })
    await answers('POST /upload', 200, { query: '?conflict=replace', file: { ...file, text: '2' } })
    const at = { query: '?id=/v.bin' }
    const [{ version: id } = { version: '' }] = (await (
      await fetch(requestFor('GET /versions', at))
    ).json()) as { version: string }[]
    const opened = await fetch(requestFor('GET /versions/{version}', { id }))
    const etag = opened.headers.get('etag')!

    await answers('GET /versions', 200, at)
    await answers('GET /versions', 400, { query: '?id=/..' })
    await answers('GET /versions', 403, { query: '?id=/link/x' })
    await answers('GET /versions', 404, { query: '?id=/none' })
    await answers('GET /versions', 409, { query: '?id=/docs' })
    await answers('GET /versions', 422)
    await answers('GET /versions/{version}', 200, { id })
    await answers('GET /versions/{version}', 206, { id, headers: { range: 'bytes=1-2' } })
    await answers('GET /versions/{version}', 304, { id, headers: { 'if-none-match': etag } })
    await answers('GET /versions/{version}', 416, { id, headers: { range: 'bytes=9-' } })
    await answers('POST /versions/{version}/restore', 200, { id })
    await answers('POST /versions/{version}/restore', 404, { id })
    await answers('GET /versions/{version}', 404, { id })
    const [last = { version: '' }] = (await (
      await fetch(requestFor('GET /versions', at))
    ).json()) as { version: string }[]
    await answers('DELETE /versions/{version}', 200, { id: last.version })
    await answers('DELETE /versions/{version}', 404, { id: last.version })
    for (const key of [
      'GET /versions/{version}',
      'POST /versions/{version}/restore',
      'DELETE /versions/{version}',
    ]) {
      await answers(key, 404, { id: 'x' })
    }
  })

  it('for the trash', async () => {
    await answers('POST /files/{id}', 200, { id: '%2F', body: { name: 'thrown.txt' } })
    await answers('DELETE /files', 200, { body: { ids: ['/thrown.txt'] } })
    await answers('GET /trash', 200)
    await answers('GET /trash', 422, { query: '?limit=0' })
    await answers('POST /trash/restore', 200, { body: { ids: [] } })
    await answers('POST /trash/restore', 400, { body: { ids: [], target: '/..' } })
    await answers('POST /trash/restore', 404, { body: { ids: ['999999'] } })
    await answers('POST /trash/restore', 409, { body: { ids: [], target: '/a.bin' } })
    await answers('POST /trash/restore', 422, { body: { ids: ['x'] } })
    await answers('DELETE /trash', 200, { body: {} })
    await answers('DELETE /trash', 422, { body: { ids: 1 } })
  })

  it('for stars', async () => {
    await answers('PUT /stars', 200, { body: { ids: ['/docs'], starred: true } })
    await answers('GET /stars', 200)
    await answers('PUT /stars', 400, { body: { ids: ['/..'], starred: true } })
    await answers('PUT /stars', 404, { body: { ids: ['/none'], starred: true } })
    await answers('PUT /stars', 422, { body: { ids: [], starred: true } })
  })

  it('for comments', async () => {
    const [list, post] = ['GET /comments', 'POST /comments']
    const [put, remove] = ['PUT /comments/{id}', 'DELETE /comments/{id}']
    for (const thing of ['films/1', 'files/docs/b.txt']) {
      const made = await answers(post, 200, { body: { of: thing, text: 'x' } })
      const { id } = made as { id: string }
      await answers(list, 200, { query: `?of=${thing}` })
      await answers(put, 200, { id, body: { text: 'y' } })
      for (const path of ['GET /{table}', 'GET /tasks', 'GET /files']) {
        await answers(path, 200, { query: '?comments=count' })
      }
      await answers(remove, 200, { id })
      await answers(put, 404, { id, body: { text: 'y' } })
      await answers(remove, 404, { id })
    }
    for (const [status, of] of [
      [400, 'files/..'],
      [403, 'files/link/x'],
      [404, 'films/99'],
      [422, 'films'],
    ] as const) {
      await answers(list, status, { query: `?of=${of}` })
      await answers(post, status, { body: { of, text: 'x' } })
    }
  })

  it('for lists of files', async () => {
    const { headers } = await fetch(requestFor('GET /files', {}))
    const known = { 'if-none-match': headers.get('etag')! }
    const inside = await fetch(requestFor('GET /files/{id}', { id: 'docs' }))
    const knownInside = { 'if-none-match': inside.headers.get('etag')! }

    await answers('GET /files', 200)
    await answers('GET /files', 200, { query: '?id=%2Fdocs&start=0&end=1' })
    await answers('GET /files', 200, { query: '?text=b' })
    await answers('GET /files', 304, { headers: known })
    await answers('GET /files', 422, { query: '?start=x' })
    await answers('GET /files', 400, { query: '?id=/..' })
    await answers('GET /files', 403, { query: '?id=/link' })
    await answers('GET /files', 404, { query: '?id=/none' })
    await answers('GET /files', 409, { query: '?id=/a.bin' })
    await answers('GET /files/{id}', 200, { id: '%2Fdocs' })
    await answers('GET /files/{id}', 200, { id: 'docs', query: '?text=b' })
    await answers('GET /files/{id}', 304, { id: 'docs', headers: knownInside })
    await answers('GET /files/{id}', 400, { id: '%2F..' })
    await answers('GET /files/{id}', 403, { id: 'link' })
    await answers('GET /files/{id}', 404, { id: 'none' })
    await answers('GET /files/{id}', 409, { id: 'a.bin' })
  })

  it('for changes of files', async () => {
    await answers('POST /files/{id}', 200, { id: '%2F', body: { name: 'new', type: 'folder' } })
    await answers('POST /files/{id}', 404, { id: 'none', body: { name: 'new' } })
    await answers('POST /files/{id}', 409, { id: 'a.bin', body: { name: 'new' } })
    await answers('POST /files/{id}', 422, { id: '%2F', body: { name: '..' } })
    await answers('PUT /files/{id}', 200, { id: 'new', body: rename('newer') })
    await answers('PUT /files/{id}', 403, { id: '%2F', body: rename('x') })
    await answers('PUT /files/{id}', 404, { id: 'none', body: rename('x') })
    await answers('PUT /files/{id}', 409, {
      id: 'newer',
      body: { ...rename('docs'), conflict: 'fail' },
    })
    await answers('PUT /files/{id}', 422, { id: 'newer', body: rename('a/b') })
    await answers('PUT /files', 200, { body: move('/newer') })
    await answers('PUT /files', 200, { body: { ...move('/docs/newer', '/'), operation: 'copy' } })
    await answers('PUT /files', 403, { body: move('/') })
    await answers('PUT /files', 404, { body: move('/none') })
    await answers('PUT /files', 409, { body: move('/docs') })
    await answers('DELETE /files', 200, { body: { ids: ['/docs/newer', '/none'] } })
    await answers('DELETE /files', 400, { body: { ids: ['/..'] } })
    await answers('DELETE /files', 403, { body: { ids: ['/'] } })
  })

  it('for uploads', async () => {
    const file = { name: 'up.txt', text: 'x' }
    const large = { name: 'large', text: 'x'.repeat(limits.upload + 1) }
    const key = 'POST /upload'

    await answers(key, 200, { query: '?id=%2Fdocs', file })
    await answers(key, 404, { query: '?id=/none', file })
    await answers(key, 409, { query: '?id=/a.bin', file })
    for (const [at, sent] of [
      [key, {}],
      ['POST /upload/{id}', { id: 'docs' }],
    ] as const) {
      await answers(at, 400, { ...sent, body: 'no form' })
      await answers(at, 413, { ...sent, file: large })
      await answers(at, 422, { ...sent, file: { ...file, name: '..' } })
    }
    await answers('POST /upload/{id}', 200, { id: '%2Fdocs', file })
    await answers('POST /upload/{id}', 404, { id: 'none', file })
    await answers('POST /upload/{id}', 409, { id: 'a.bin', file })
  })

  it('for uploads that go to a bucket, where there is none', async () => {
    const begun = { id: '/docs', name: 'up.bin', size: 9, parts: [] }
    const over = { id: '/docs', name: 'up.bin', upload: 'x' }

    await answers('GET /upload', 200, { query: '?size=9' })
    await answers('GET /upload', 422, { query: '?size=x' })
    await answers('POST /direct', 413, { body: { ...begun, size: limits.upload + 1 } })
    for (const [key, body] of [
      ['POST /direct', begun],
      ['PUT /direct', over],
    ] as const) {
      await answers(key, 400, { body: { ...body, id: '/..' } })
      await answers(key, 404, { body: { ...body, id: '/none' } })
      await answers(key, 409, { body })
      await answers(key, 422, { body: { ...body, name: '..' } })
    }
    await answers('DELETE /direct', 409, { body: over })
  })

  it('for what is in files', async () => {
    const query = '?id=/a.bin'
    const etag = (await fetch(requestFor('GET /direct', { query }))).headers.get('etag')!
    const picture = { query: '?id=/c.png&width=5' }
    const version = (await fetch(requestFor('GET /preview', picture))).headers.get('etag')!

    await answers('GET /info', 200)
    for (const id of ['docs', 'a.bin', 'c.png', '%2F']) await answers('GET /info/{id}', 200, { id })
    await answers('GET /info/{id}', 403, { id: 'link/x' })
    await answers('GET /info/{id}', 404, { id: 'none' })
    await answers('GET /direct', 200, { query })
    await answers('GET /direct', 206, { query, headers: { range: 'bytes=1-2' } })
    await answers('GET /direct', 304, { query, headers: { 'if-none-match': etag } })
    await answers('GET /direct', 422)
    await answers('GET /direct', 400, { query: '?id=/..' })
    await answers('GET /direct', 403, { query: '?id=/link' })
    await answers('GET /direct', 404, { query: '?id=/none' })
    await answers('GET /direct', 416, { query, headers: { range: 'bytes=9-' } })
    await answers('GET /preview', 200, picture)
    await answers('GET /preview', 304, { ...picture, headers: { 'if-none-match': version } })
    await answers('GET /preview', 422, { query: '?id=/c.png&width=0' })
    await answers('GET /preview', 400, { query: '?id=/..' })
    await answers('GET /preview', 403, { query: '?id=/link/x' })
    await answers('GET /preview', 404, { query: '?id=/none' })
    await answers('GET /icons/{size}/{name}', 200)
    await answers('GET /icons/{size}/{name}', 404, { icon: 'huge/txt.svg' })
  })

  it('for shares, and for what was shared', async () => {
    const share = async (body: object): Promise<string> => {
      const made = await answers('POST /shares', 200, { body: { access: 'read', ...body } })
      return (made as { link: string }).link.split('/').at(-1)!
    }
    const docs = await share({ id: '/docs' })
    const file = await share({ id: '/a.bin' })
    const closed = await share({ id: '/docs', password: 'sesame', name: 'for Ann' })
    const drop = await share({ id: '/docs', access: 'upload', expiresInDays: 1 })
    const html = { accept: 'text/html' }

    await answers('POST /shares', 400, { body: { id: '/..', access: 'read' } })
    await answers('POST /shares', 403, { body: { id: '/link', access: 'read' } })
    await answers('POST /shares', 404, { body: { id: '/none', access: 'read' } })
    await answers('POST /shares', 409, { body: { id: '/a.bin', access: 'upload' } })

    const page = 'GET /shares/open/{secret}'
    for (const secret of [docs, file, closed, drop]) await answers(page, 200, { secret })
    await answers(page, 400, { secret: docs, query: '?id=/..' })
    await answers(page, 404, { secret: 'none' })
    await answers(page, 404, { secret: 'none', headers: html })
    await answers(page, 409, { secret: docs, query: '?id=/b.txt' })

    const list = 'GET /shares/open/{secret}/files'
    await answers(list, 200, { secret: docs, query: '?start=0&end=1' })
    await answers(list, 400, { secret: docs, query: '?id=/..' })
    await answers(list, 401, { secret: closed })
    await answers(list, 403, { secret: drop })
    await answers(list, 404)
    await answers(list, 409, { secret: file })

    const download = 'GET /shares/open/{secret}/download'
    await answers(download, 200, { secret: file })
    await answers(download, 206, { secret: file, headers: { range: 'bytes=1-2' } })
    await answers(download, 400, { secret: docs, query: '?id=/..' })
    await answers(download, 401, { secret: closed })
    await answers(download, 404)
    await answers(download, 416, { secret: file, headers: { range: 'bytes=9-' } })

    const enter = 'POST /shares/open/{secret}/password'
    await answers(enter, 200, { secret: closed, password: 'sesame' })
    await answers(enter, 303, { secret: closed, password: 'sesame', headers: html })
    await answers(enter, 400, { secret: closed, body: 'no form' })
    await answers(enter, 404, { password: 'sesame' })
    await answers(enter, 413, { secret: closed, password: 'x'.repeat(5000) })
    for (let n = 0; n < 10; n++) await answers(enter, 403, { secret: closed, password: 'x' })
    await answers(enter, 429, { secret: closed, password: 'x' })

    const upload = 'POST /shares/open/{secret}/upload'
    const sent = { name: 'shared.txt', text: 'x' }
    await answers(upload, 200, { secret: drop, file: sent })
    await answers(upload, 303, { secret: drop, file: sent, headers: html })
    await answers(upload, 400, { secret: drop, body: 'no form' })
    await answers(upload, 401, { secret: closed, file: sent })
    await answers(upload, 403, { secret: docs, file: sent })
    await answers(upload, 404, { file: sent })
    const large = { ...sent, text: 'x'.repeat(limits.upload + 1) }
    await answers(upload, 413, { secret: drop, file: large })
    await answers(upload, 422, { secret: drop, file: { ...sent, name: '..' } })

    const [one] = (await answers('GET /shares', 200)) as { id: string }[]
    await answers('DELETE /shares/{id}', 200, { id: one!.id })
    await answers('DELETE /shares/{id}', 404, { id: one!.id })
  })

  it('for signed addresses', async () => {
    const sign = 'POST /shares/addresses'
    const body = { ids: ['/a.bin'], for: 'direct' }
    const [signed] = (await answers(sign, 200, { body })) as { address: string }[]
    const { search } = new URL(signed!.address)

    await answers('GET /direct', 200, { query: search })
    await answers('GET /direct', 403, { query: `${search}x` })
    await answers('GET /preview', 403, { query: search })
    await answers(sign, 400, { body: { ...body, ids: ['/..'] } })
    await answers(sign, 403, { body: { ...body, ids: ['/link'] } })
    await answers(sign, 404, { body: { ...body, ids: ['/none'] } })
  })

  it('for files where no folder was named', async () => {
    const at = (await (await server()).listen()).url.replace(/\/$/, '')
    async function answersThere(key: Key, sent: Sent = {}): Promise<void> {
      const response = await fetch(requestFor(key, sent, at))
      assert.equal(response.status, 200, key)
      await assertDocumented(key, response)
    }

    await answersThere('POST /upload', { file: { name: 'a.bin', text: 'text' } })
    await answersThere('GET /files')
    await answersThere('GET /info')
    await answersThere('GET /info/{id}', { id: 'a.bin' })
    await answersThere('GET /direct', { query: '?id=/a.bin' })
  })

  it('for tasks', async () => {
    const [all, below] = ['GET /tasks', 'GET /tasks/{id}']
    const [put, remove] = ['PUT /tasks/{id}', 'DELETE /tasks/{id}']
    const task = { text: 'Draft', start: '2026-04-01 09:00:00', duration: 2.5, details: '', $x: 1 }

    await answers(all, 200)
    await answers('POST /tasks', 200, { body: { type: 'summary', text: 'Phase', open: true } })
    await answers('POST /tasks', 200, { body: { task, mode: 'child', target: 1 } })
    await answers('POST /tasks', 200, { body: { type: 'milestone', parent: '1', own: [1] } })
    await answers('POST /tasks', 404, { body: { task, mode: 'after', target: 99 } })
    await answers('POST /tasks', 409, { body: { ...task, id: 2 } })
    await answers('POST /tasks', 422, { body: { start: '2026-02-30' } })
    await answers(put, 200, { id: 2, body: { progress: 12.5, end: null } })
    await answers(put, 404, { id: 99, body: task })
    await answers(put, 422, { id: 2, body: { progress: 101 } })
    await answers(put, 200, { id: 3, body: { operation: 'move', target: 2, mode: 'before' } })
    await answers(put, 409, { id: 1, body: { operation: 'move', target: 2, mode: 'child' } })
    await answers(put, 200, { id: 1, body: { operation: 'copy', mode: 'after', lazy: true } })
    await answers(put, 200, { id: 4, body: { operation: 'lazy', value: true } })
    const itself = 'GET /tasks/{id}/self'
    await answers(itself, 200, { id: 1 })
    await answers(itself, 404, { id: 99 })
    await answers(itself, 422, { id: 'x' })
    await answers(below, 200, { id: 1 })
    await answers(below, 404, { id: 99 })
    await answers(below, 422, { id: 'x' })
    for (const [key, id] of [
      [all, ''],
      [below, 1],
    ] as const) {
      const etag = (await fetch(requestFor(key, { id }))).headers.get('etag')!
      await answers(key, 200, { id })
      await answers(key, 304, { id, headers: { 'if-none-match': etag } })
    }
    await answers(remove, 200, { id: 4 })
    await answers(remove, 404, { id: 4 })
    await answers(remove, 422, { id: 1.5 })
  })

  it('for links', async () => {
    const [put, remove] = ['PUT /links/{id}', 'DELETE /links/{id}']
    const link = { source: 2, target: 3, type: 'e2s', lag: 1.5 }

    await answers('POST /links', 200, { body: link })
    await answers('POST /links', 200, { body: { source: 2, target: 3, type: 's2s' } })
    await answers('POST /links', 409, { body: { ...link, source: 3, target: 2 } })
    await answers('POST /links', 422, { body: { ...link, source: null } })
    await answers('GET /links', 200)
    await answers('GET /links/{id}', 200, { id: 1 })
    await answers('GET /links/{id}', 404, { id: 99 })
    await answers('GET /links/{id}', 422, { id: 'x' })
    await answers('POST /tasks', 200, { body: { id: 20 } })
    await answers('POST /links', 200, { body: { id: 9, source: 3, target: 20 } })
    await answers(put, 200, { id: 1, body: { own: true } })
    await answers(put, 404, { id: 99, body: link })
    await answers(put, 409, { id: 9, body: { source: 3, target: 2 } })
    await answers(put, 422, { id: 1, body: { target: 2 } })
    await answers(remove, 200, { id: 9 })
    await answers(remove, 404, { id: 9 })
    await answers(remove, 422, { id: -1 })
  })

  it('for resources', async () => {
    const [put, remove] = ['PUT /resources/{id}', 'DELETE /resources/{id}']

    await answers('POST /resources', 200, { body: { name: 'Team', open: true } })
    await answers('POST /resources', 200, { body: { name: 'Ann', parent: 1, color: '#f00' } })
    await answers('POST /resources', 404, { body: { name: 'Ben', parent: 99 } })
    await answers('POST /resources', 409, { body: { name: 'Ben', id: 2 } })
    await answers('POST /resources', 422, { body: { name: 'Ben', id: -2 } })
    await answers('GET /resources', 200)
    await answers(put, 200, { id: 2, body: { name: 'Anna' } })
    await answers(put, 404, { id: 99, body: { name: 'Ben' } })
    await answers(put, 409, { id: 1, body: { parent: 2 } })
    await answers(put, 422, { id: 1, body: { name: {} } })
    await answers('POST /resources', 200, { body: { id: 7, name: 'Gone' } })
    await answers(remove, 200, { id: 7 })
    await answers(remove, 404, { id: 7 })
    await answers(remove, 422, { id: 'x' })
  })

  it('for the schedule and calendars', async () => {
    const [put, remove] = ['PUT /calendars/{id}', 'DELETE /calendars/{id}']
    const office = { mon: [['08:00', '12:00']], sun: [] }

    await answers('POST /calendars', 200, { body: { name: 'Office', week: office } })
    await answers('POST /calendars', 404, { body: { name: 'Half', parent: 99 } })
    await answers('POST /calendars', 409, { body: { name: 'Office', id: 1 } })
    await answers('POST /calendars', 422, { body: { week: { mon: [['8', '9']] } } })
    await answers('GET /calendars', 200)
    await answers(put, 200, { id: 1, body: { exceptions: [{ from: '2026-12-24', hours: [] }] } })
    await answers(put, 404, { id: 99, body: {} })
    await answers(put, 409, { id: 1, body: { parent: 1 } })
    await answers(put, 422, { id: 1, body: { exceptions: [{ from: '2026-02-30', hours: [] }] } })
    await answers('PUT /schedule', 200, { body: { calendar: 1, start: '2026-04-01T08:00' } })
    await answers('PUT /schedule', 404, { body: { calendar: 99 } })
    await answers('PUT /schedule', 422, { body: { from: 'finish' } })
    await answers('GET /schedule', 200)
    await answers('GET /schedule/analysis', 200)
    await answers('GET /schedule/due', 200, { query: '?now=2026-04-01&limit=2' })
    await answers('GET /schedule/due', 404, { query: '?resource=99' })
    await answers('GET /schedule/due', 422, { query: '?until=2026-02-30' })
    await answers('GET /schedule/load', 200, { query: '?unit=week' })
    await answers('GET /schedule/load', 404, { query: '?resource=99' })
    await answers('GET /schedule/load', 422, { query: '?from=2026-02-30' })
    const change = { url: 'tasks/2', method: 'PUT', data: { progress: 30 } }
    const preview = 'POST /schedule/preview'
    await answers(preview, 200, { body: { changes: [change] } })
    await answers(preview, 404, { body: { changes: [{ ...change, url: 'tasks/99' }] } })
    const into = { operation: 'move', target: 1, mode: 'child' }
    await answers(preview, 409, { body: { changes: [{ ...change, url: 'tasks/1', data: into }] } })
    const many = Array.from({ length: limits.batch + 1 }, () => change)
    await answers(preview, 413, { body: { changes: many } })
    await answers(preview, 422, { body: { changes: [{ url: 'batch', method: 'POST' }] } })
    await answers('POST /schedule/level', 409, { body: {} })
    const postpone = 'POST /schedule/postpone'
    await answers(postpone, 409, { body: { date: '2026-04-01T00:00' } })
    await answers('PUT /schedule', 200, { body: { mode: 'auto' } })
    await answers('POST /schedule/level', 200, { body: {} })
    await answers('POST /schedule/level', 404, { body: { tasks: [99] } })
    await answers('POST /schedule/level', 422, { body: { tries: 0 } })
    await answers(postpone, 200, { body: { date: '2026-04-01T00:00' } })
    await answers(postpone, 404, { body: { date: '2026-04-01T00:00', tasks: [99] } })
    await answers(postpone, 422, { body: {} })
    await answers('PUT /schedule', 200, { body: { mode: 'off' } })
    await answers('POST /calendars', 200, { body: { id: 7, name: 'Gone' } })
    await answers(remove, 200, { id: 7 })
    await answers(remove, 404, { id: 7 })
    await answers(remove, 422, { id: 'x' })
  })

  it('for baselines', async () => {
    const one = 'GET /baselines/{id}'
    const [put, remove] = ['PUT /baselines/{id}', 'DELETE /baselines/{id}']

    await answers('POST /baselines', 200, { body: { name: 'As agreed' } })
    await answers('POST /baselines', 404, { body: { tasks: [99] } })
    await answers('POST /baselines', 422, { body: { name: '' } })
    await answers('GET /baselines', 200)
    const headers = await answersAt(one, 200, { id: 1 })
    await answers(one, 304, { id: 1, headers: { 'if-none-match': headers.get('etag')! } })
    await answers(one, 404, { id: 99 })
    await answers(one, 422, { id: 'x' })
    await answers(put, 200, { id: 1, body: { name: 'Agreed' } })
    await answers(put, 404, { id: 99, body: { name: 'Agreed' } })
    await answers(put, 422, { id: 1, body: {} })
    await answers('GET /baselines/{id}/compare', 200, { id: 1 })
    await answers('GET /baselines/{id}/compare', 404, { id: 99 })
    await answers('GET /baselines/{id}/compare', 422, { id: 'x' })
    await answers(remove, 200, { id: 1 })
    await answers(remove, 404, { id: 1 })
    await answers(remove, 422, { id: 'x' })
  })

  it('for plans that come from files and go to them', async () => {
    const [key, query] = ['POST /schedule/import', '?mode=append']
    const task = '<Task><UID>1</UID></Task>'

    await answers(key, 200, { query, body: `<Project><Tasks>${task}</Tasks></Project>` })
    await answers(key, 400, { query, body: '<Project>' })
    await answers(key, 413, { query, body: `<Project><Name>${'x'.repeat(2 ** 21)}` })
    await answers(key, 422, { query: '?mode=none', body: '<Project></Project>' })
    await answers(key, 200, { query: `${query}&format=csv`, body: 'Name,Resources\na,Ann\n' })
    await answers(key, 400, { query: `${query}&format=csv`, body: 'Start\nsoon\n' })
    await answers('GET /schedule/export', 200)
    for (const format of ['csv', 'xlsx', 'ical', 'pdf', 'svg', 'png']) {
      await answers('GET /schedule/export', 200, { query: `?format=${format}` })
    }
    await answers('GET /schedule/export', 422, { query: '?format=mpp' })
    await answers('GET /schedule/export', 422, { query: '?format=pdf&page=9' })
    await answers('GET /schedule/export', 404, { query: '?at=999999' })
  })

  it('for assignments', async () => {
    const [put, remove] = ['PUT /assignments/{id}', 'DELETE /assignments/{id}']
    const assignment = { task: 2, resource: 2 }

    await answers('POST /assignments', 200, { body: { ...assignment, units: 50, own: null } })
    await answers('POST /assignments', 409, { body: { id: 1, task: 3, resource: 2 } })
    await answers('POST /assignments', 422, { body: { task: null, resource: 2 } })
    await answers('GET /assignments', 200)
    await answers('GET /assignments', 422, { query: '?resource=x' })
    await answers('GET /assignments/{id}', 200, { id: 1 })
    await answers('GET /assignments/{id}', 404, { id: 99 })
    await answers('GET /assignments/{id}', 422, { id: 'x' })
    await answers(put, 200, { id: 1, body: { units: 75 } })
    await answers(put, 404, { id: 99, body: assignment })
    await answers(put, 422, { id: 1, body: { task: 1 } })
    await answers(remove, 422, { id: 'x' })
    await answers(remove, 200, { id: 1 })
    await answers(remove, 404, { id: 1 })
  })

  it('for batches', async () => {
    const item = { url: 'tasks/2', method: 'PUT', data: { progress: 30 } }
    const key = 'POST /batch'
    const missing = { ...item, url: 'tasks/99' }
    const itself = { operation: 'move', target: 1, mode: 'child' }

    await answers(key, 200, { body: [item, missing] })
    await answers(key, 200, { query: '?atomic=true', body: [item] })
    await answers(key, 404, { query: '?atomic=true', body: [item, missing] })
    await answers(key, 409, {
      query: '?atomic=true',
      body: [{ ...item, url: 'tasks/1', data: itself }],
    })
    await answers(key, 413, { body: Array.from({ length: limits.batch + 1 }, () => missing) })
    await answers(key, 422, { query: '?atomic=true', body: [{ url: 'batch', method: 'POST' }] })
  })

  it('for the history', async () => {
    await answers('POST /tasks', 200, { body: { text: 'to be taken back' } })
    await answers('POST /undo', 200, { body: {} })
    await answers('POST /redo', 200)
    await answers('POST /redo', 409)
    await answers('POST /undo', 404, { body: { step: 'none' } })
    await answers('POST /undo', 422, { body: { step: 5 } })
    const page = (await answers('GET /history', 200)) as HistoryPage
    const undone = page.steps.find((step) => step.undone)
    await answers('POST /undo', 409, { body: { step: undone?.step } })
    await answers('GET /history', 200, { query: '?of=films&kind=added&limit=3' })
    await answers('GET /history', 400, { query: '?of=files/..' })
    await answers('GET /history', 422, { query: '?limit=0' })
    const at = page.steps[0]!.revision
    await answers('POST /history/restore', 200, { body: { of: 'tasks', at } })
    await answers('POST /history/restore', 404, { body: { of: 'tasks', at: 999_999 } })
    await answers('POST /history/restore', 400, { body: { of: 'files/..', at } })
    await answers('POST /files/{id}', 200, { id: '%2F', body: { name: 'lost', type: 'folder' } })
    const { steps } = (await answers('GET /history', 200, {
      query: '?of=files/lost',
    })) as HistoryPage
    await answers('DELETE /files', 200, { body: { ids: ['/lost'] } })
    await answers('DELETE /trash', 200, { body: {} })
    const lost = { of: 'files/lost/x', at: steps[0]!.revision }
    await answers('POST /history/restore', 409, { body: lost })
    await answers('POST /history/restore', 422, { body: { of: 'tasks', at: 'then' } })
    const past: Key[] = ['GET /tasks', 'GET /links', 'GET /assignments', 'GET /resources']
    for (const key of past) {
      await answers(key, 200, { query: `?at=${at}` })
      await answers(key, 404, { query: '?at=999999' })
      await answers(key, 422, { query: '?at=then' })
    }
  })

  it('for the log', async () => {
    const { headers } = await fetch(requestFor('GET /changes', {}))
    const head = Number(headers.get('x-revision'))
    const changes: { operation: string }[] = []
    for (let since = 0; since < head; since += 100) {
      const page = await answers('GET /changes', 200, { query: `?since=${since}&limit=100` })
      changes.push(...(page as typeof changes))
    }
    await answers('GET /changes', 422, { query: '?since=x' })
    await answers('GET /changes', 409, { query: '?since=99999' })
    await answers('GET /changes/audit', 200, { query: '?since=0&limit=60' })
    await answers('GET /changes/audit', 422, { query: '?since=x' })
    await answers('GET /changes/audit', 409, { query: '?since=99999' })

    const operations = changes.map(({ operation }) => operation)
    const rows = [
      'table-created',
      'table-changed',
      'table-deleted',
      'view-added',
      'view-updated',
      'view-deleted',
      'row-added',
      'row-updated',
      'row-deleted',
      'rows-added',
    ]
    const files = ['file-added', 'file-updated', 'file-moved', 'file-deleted']
    const ended = ['version-deleted', 'trash-deleted']
    const tasks = ['task-added', 'task-updated', 'task-moved', 'task-copied', 'task-deleted']
    const others = ['link', 'resource', 'assignment', 'calendar', 'baseline', 'comment'].flatMap(
      (kind) => ['added', 'updated', 'deleted'].map((done) => `${kind}-${done}`),
    )
    const access = ['quota-changed', 'share-added', 'share-ended']
    const steps = ['step-undone', 'step-redone']
    const plan = [...tasks, ...others, 'schedule-changed']
    const all = [...rows, ...files, ...ended, ...plan, ...access, ...steps]
    assert.deepEqual(new Set(operations), new Set(all))
  })

  it('for events', async () => {
    const leave = new AbortController()
    const signal = AbortSignal.any([leave.signal, AbortSignal.timeout(60_000)])
    const key = 'GET /events'
    const response = await fetch(requestFor(key, { query: '?since=0' }), { signal })
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (/"row-deleted".*\n\n/.test(text)) break
    }
    leave.abort()

    await assertDocumented(key, new Response('', response))
    const data = [...text.matchAll(/^data: (.+)\n\n/gm)].map(([, json = '']) => json)
    assert.ok(data.length > 5)
    for (const json of data) {
      assertValid({ $ref: '#/components/schemas/Change' }, JSON.parse(json), 'an event')
    }
    await answers(key, 409, { query: '?since=99999' })
    await answers('GET /events/people', 200)
    await answers(key, 400, { headers: { 'last-event-id': 'x' } })
  })

  it('for the search over everything', async () => {
    await answers('GET /search', 200, { query: '?q=a' })
    await answers('GET /search', 422, { query: '?q=' })
  })

  it('for workspaces', async () => {
    await answers('GET /workspaces', 200)
    await answers('POST /workspaces', 200, { body: { name: 'other' } })
    await answers('POST /workspaces', 409, { body: { name: 'other' } })
    await answers('POST /workspaces', 422, { body: { name: 'No such' } })
    const renamed = { body: { title: 'The other one' } }
    await answers('PATCH /workspaces/{name}', 200, { workspace: 'other', ...renamed })
    await answers('PATCH /workspaces/{name}', 404, { workspace: 'none', ...renamed })
    await answers('PATCH /workspaces/{name}', 422, { workspace: 'other', body: { title: ' ' } })
    await answers('DELETE /workspaces/{name}', 409)
    await answers('DELETE /workspaces/{name}', 404, { workspace: 'none' })
    await answers('DELETE /workspaces/{name}', 200, { workspace: 'other' })
    await answers('GET /workspaces', 200, { query: '?deleted=true' })
    await answers('GET /workspaces', 422, { query: '?deleted=perhaps' })
    await answers('POST /workspaces/{name}/restore', 200, { workspace: 'other' })
    await answers('POST /workspaces/{name}/restore', 404, { workspace: 'other' })
    await answers('GET /workspaces/{name}/export', 200)
    await answers('GET /workspaces/{name}/export', 404, { workspace: 'none' })
    await answers('GET /workspaces/{name}/export', 422, { query: '?at=then' })
    await answers('GET /workspaces', 200)
  })

  it('for accounts, where there are none', async () => {
    for (const [key, { responses }] of operations()) {
      if (!key.includes(' /auth/') || !responses['404']) continue
      await answers(key, 404, lateRequests[key] ?? {})
    }
  })

  it('for accounts', async () => {
    const { triptych: guarded, owner, invite } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const ours = { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' }
    async function told<T>(key: Key, status: number, sent: Sent = {}): Promise<T> {
      const request = requestFor(key, { headers: ours, ...sent }, 'http://localhost')
      const response = await guarded.fetch(request)
      assert.equal(response.status, status, `${key}: ${await response.clone().text()}`)
      return (await assertDocumented(key, response)) as T
    }
    const mailing = await server({
      auth: 'accounts',
      url: 'http://localhost',
      smtp: 'smtp://127.0.0.1:9',
      mailFrom: 'triptych@example.com',
    })
    async function asked(key: Key, status: number, sent: Sent): Promise<void> {
      const response = await mailing.fetch(requestFor(key, sent, 'http://localhost'))
      assert.equal(response.status, status, key)
      await assertDocumented(key, response)
    }
    const everywhere = { workspace: 'main', role: 'reader' }
    const word = { name: 'Rita', password }

    await told('GET /auth', 200)
    await told('GET /auth', 200, { headers: {} })
    await told('POST /auth/login', 200, { body: word, headers: {} })
    const wrong = { ...word, password: 'wrong' }
    for (let n = 0; n < 10; n++) await told('POST /auth/login', 401, { body: wrong, headers: {} })
    await told('POST /auth/login', 429, { body: wrong, headers: {} })
    const hers = { cookie: rita.cookie, 'sec-fetch-site': 'same-origin' }
    const change = { current: password, next: 'another long one' }
    await told('POST /auth/password', 429, { body: change, headers: hers })
    const mail = { mail: 'olga@example.com', password }
    await told('PUT /auth/mail', 429, { body: mail, headers: hers })
    await told('POST /auth/password', 422, { body: { ...change, current: 'x' } })
    await told('POST /auth/password', 200, { body: { ...change, next: password } })
    const [session] = await told<Session[]>('GET /auth/sessions', 200, { headers: hers })
    await told('DELETE /auth/sessions/{id}', 200, { id: session!.id, headers: hers })

    const token = { name: 'x', access: 'read', workspaces: ['main'], expiresInDays: 1 }
    const { id } = await told<Token>('POST /auth/tokens', 200, { body: token })
    await told('GET /auth/tokens', 200)
    await told('DELETE /auth/tokens/{id}', 200, { id })

    await told('GET /auth/mail', 200, { headers: ours })
    await told('PUT /auth/mail', 200, { body: mail })
    await told('PUT /auth/mail', 422, { body: { ...mail, password: 'wrong' } })
    await told('POST /auth/forgotten', 404, { body: { who: 'Rita' } })
    for (let n = 0; n < 10; n++) await asked('POST /auth/forgotten', 200, { body: { who: 'x' } })
    await asked('POST /auth/forgotten', 429, { body: { who: 'x' } })

    const device = softwarePasskey()
    const beginning = await told<NewPasskeyOptions>('POST /auth/passkeys/options', 200, {
      body: {},
    })
    const added = { name: 'x', credential: device.create(beginning) }
    const { id: passkey } = await told<Passkey>('POST /auth/passkeys', 200, { body: added })
    await told('POST /auth/passkeys', 400, { body: added })
    await told('GET /auth/passkeys', 200)
    await told('PATCH /auth/passkeys/{id}', 200, { id: passkey, body: { name: 'y' } })
    const begun = await told<PasskeyLoginOptions>('POST /auth/passkeys/login/options', 200)
    const shown = { body: { credential: device.get(begun) }, headers: {} }
    await told('POST /auth/passkeys/login', 200, shown)
    await told('POST /auth/passkeys/login', 400, shown)
    const unknown = { body: { credential: softwarePasskey().get(begun) }, headers: {} }
    for (let n = 0; n < 10; n++) await told('POST /auth/passkeys/login', 401, unknown)
    await told('POST /auth/passkeys/login', 429, unknown)
    await told('DELETE /auth/passkeys/{id}', 200, { id: passkey })

    const made = await told<MadeLink>('POST /auth/invitations', 200, { body: everywhere })
    const other = await told<MadeLink>('POST /auth/invitations', 200, { body: everywhere })
    const query = '?workspace=main'
    await told('GET /auth/invitations', 200, { query })
    await told('DELETE /auth/invitations/{id}', 200, { id: other.id })
    const [, secret = ''] = made.link.split('#link=')
    await told('POST /auth/links/look', 200, { body: { secret } })
    await told('POST /auth/links/use', 409, { body: { secret, ...word }, headers: {} })
    await told('POST /auth/links/use', 200, {
      body: { secret, name: 'Ned', password },
      headers: {},
    })

    const group = { name: 'all', members: [rita.id] }
    const { id: groupId } = await told<Group>('POST /auth/groups', 200, { body: group })
    await told('POST /auth/groups', 409, { body: group })
    await told('POST /auth/groups', 200, { body: { name: 'others' } })
    await told('GET /auth/groups', 200)
    await told('PATCH /auth/groups/{id}', 200, { id: groupId, body: { members: [] } })
    await told('PATCH /auth/groups/{id}', 409, { id: groupId, body: { name: 'Others' } })
    const member = { workspace: 'main', kind: 'group', id: groupId, role: 'editor' }
    await told('PUT /auth/members', 200, { body: member })
    await told('GET /auth/members', 200, { query })
    await told('DELETE /auth/groups/{id}', 200, { id: groupId })

    const rule = { thing: { kind: 'folder', id: '/' }, subject: { kind: 'everyone' } }
    await told('PUT /auth/rules', 200, { body: { ...rule, access: 'read' } })
    await told('GET /auth/rules', 200)
    await told('GET /auth/rules/mine', 200)
    await told('PUT /auth/rules', 200, { body: { ...rule, access: null } })
    const nowhere = { ...rule, access: 'none', thing: { kind: 'folder', id: '/..' } }
    await told('PUT /auth/rules', 400, { body: nowhere })
    const noColumn = { ...rule, access: 'none', thing: { kind: 'column', table: 'a', column: 'b' } }
    await told('PUT /auth/rules', 404, { body: noColumn })
    await told('PUT /auth/rules', 422, { body: { ...rule, access: 'all' } })

    await told('GET /auth/accounts', 200)
    await told('PATCH /auth/accounts/{id}', 200, { id: rita.id, body: { name: 'Rita R.' } })
    await told('PATCH /auth/accounts/{id}', 409, { id: rita.id, body: { name: 'olga' } })
    await told('POST /auth/accounts/{id}/link', 200, { id: rita.id })
    await told('DELETE /auth/accounts/{id}/keys', 200, { id: rita.id })
    await told('DELETE /auth/accounts/{id}', 409, { id: owner.id })
    await told('DELETE /auth/accounts/{id}', 200, { id: rita.id })
    await told('POST /auth/logout', 200)
  })

  it('for itself', async () => {
    await answers('GET /health', 200)
    await answers('GET /health/live', 200)
    await answers('GET /openapi.json', 200)
    await answers('GET /openapi.json', 200, { query: '?tables=true', under: '/w/other' })
    const metrics = await answers('GET /metrics', 200)

    assert.match(String(metrics), /^triptych_requests_total\{method="POST",route="\/\{table\}"/m)
  })

  it('at every address that the document gives, and in every workspace', async () => {
    for (const { url: prefix } of document.servers) {
      await answers('GET /tables', 200, { under: prefix === '/' ? '' : prefix })
    }
    for (const under of ['/w/other', '/v1/w/other']) await answers('GET /tables', 200, { under })
    for (const under of ['', '/v1']) await answers('GET /workspaces', 200, { under })
  })
})

function rename(name: string): object {
  return { operation: 'rename', name }
}

function move(id: string, target = '/docs'): object {
  return { operation: 'move', ids: [id], target }
}

describe('as the document says, the server refuses', () => {
  it('whoever does not say who they are, where there are accounts', async () => {
    const { triptych: guarded } = await accountsServer()
    for (const [key, { responses }] of operations()) {
      // Behind a secret, 401 is for whoever has not said the password.
      const isOpen = /^POST \/auth\/(passkeys\/)?login$/.test(key) || key.includes('/shares/open/')
      if (!responses['401'] || isOpen) continue
      const response = await guarded.fetch(requestFor(key, lateRequests[key] ?? {}, 'http://here'))
      assert.equal(response.status, 401, key)
      await assertDocumented(key, response)
    }
  })

  it('a header that cannot be understood, everywhere', async () => {
    for (const [key] of operations()) {
      await answers(key, 400, { headers: { 'x-origin': 'no origin' } })
    }
  })

  it('a key that is none, and one that was sent with another request', async () => {
    const first = requestFor('POST /tasks', {
      body: { text: 'first' },
      headers: { 'idempotency-key': 'used' },
    })
    assert.equal((await fetch(first)).status, 200)
    for (const [key] of operations()) {
      if (!takesKey(key)) continue
      const sent = lateRequests[key] ?? {}
      await answers(key, 400, { ...sent, headers: { 'idempotency-key': 'two words' } })
      await answers(key, 422, { ...sent, headers: { 'idempotency-key': 'used' } })
    }
  })

  it('a parameter that no operation has, wherever parameters are not ignored', async () => {
    for (const [key, { 'x-ignored-parameters': ignored }] of operations()) {
      if (ignored !== 'everything') await answers(key, 422, { query: '?no-such=1' })
    }
  })

  it('a workspace that is not there, in every route of a workspace', async () => {
    for (const [key, { servers }] of operations()) {
      if (!servers) await answers(key, 404, { under: '/w/none' })
    }
  })

  it('whatever comes from a foreign page, but for icons', async () => {
    for (const [key] of operations()) {
      if (!key.startsWith('GET /icons')) await answers(key, 403, { headers: foreign })
    }
  })

  it('a body that is no JSON, too long, or of another form', async () => {
    const bodies: [number, string][] = [
      [400, ''],
      [400, '{'],
      [400, '{"__proto__":1}'],
      [400, '{"a":1,"a":2}'],
      [400, '['.repeat(limits.depth + 1) + ']'.repeat(limits.depth + 1)],
      [413, JSON.stringify('x'.repeat(limits.body))],
      [422, '{"a":1e999}'],
      [422, '7'],
    ]
    for (const [key, { requestBody }] of operations()) {
      if (!requestBody?.content['application/json']) continue
      for (const [status, body] of bodies) await answers(key, status, { body })
    }
  })

  it('everything but how it is, to a client that has asked too often', async () => {
    const strict = await server({ rateReads: 1, rateWrites: 1 })
    const first = requestFor('GET /tables', {}, 'http://here')
    assert.equal((await strict.fetch(first)).status, 200)
    await strict.fetch(requestFor('POST /tables', { body: {} }, 'http://here'))
    for (const [key] of operations()) {
      if (/^GET \/(health|metrics)/.test(key)) continue
      const response = await strict.fetch(requestFor(key, {}, 'http://here'))
      assert.equal(response.status, 429, key)
      await assertDocumented(key, response)
    }
  })

  it('everything that needs the database, once it has stopped', async () => {
    const { triptych: guarded } = await accountsServer()
    await guarded.close()
    const headers = { cookie: 'triptych=x', 'sec-fetch-site': 'same-origin' }
    for (const [key] of operations().filter(([one]) => one.includes(' /auth'))) {
      const sent = { ...lateRequests[key], headers }
      // Passkeys are for this name.
      const request = requestFor(key, sent, 'http://localhost')
      await assertDocumented(key, await guarded.fetch(request))
    }
    for (const [key] of operations()) {
      const stopped = await server()
      await stopped.close()
      const request = requestFor(key, lateRequests[key] ?? {}, 'http://here')
      await assertDocumented(key, await stopped.fetch(request))
    }
  })
})

const lateCredential = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: {
    clientDataJSON: 'x',
    attestationObject: 'x',
    authenticatorData: 'x',
    signature: 'x',
  },
}

/** Requests in order, as far as anybody can tell without the database. */
const lateRequests: Record<Key, Sent> = {
  'POST /workspaces': { body: { name: 'late' } },
  'PATCH /workspaces/{name}': { body: { title: 'Late' } },
  'POST /tables': { body: { name: 'late', columns: [{ name: 'a', type: 'text' }] } },
  'PATCH /tables/{table}': { body: { changes: [{ dropColumn: 'a' }] } },
  'POST /tables/{table}/views': { body: { name: 'late' } },
  'PUT /tables/{table}/views/{view}': { body: { name: 'late' } },
  'POST /{table}': { body: { a: 1 } },
  'POST /{table}/query': { body: {} },
  'POST /{table}/rows': { body: { rows: [{ a: 1 }] } },
  'PUT /{table}/rows': { body: { key: ['id'], rows: [{ a: 1 }] } },
  'PATCH /{table}/rows': { body: { filter: {}, set: { a: 1 } } },
  'POST /{table}/replace': { body: { filter: {}, find: 'a', replace: 'b' } },
  'DELETE /{table}/rows': { query: '?filter={}' },
  'POST /{table}/import': { file: { name: 'late.csv', text: 'a\n1\n' } },
  'PUT /{table}/{id}': { body: { a: 1 } },
  'PATCH /{table}/{id}': { body: { key: 'a', value: 1 } },
  'POST /files/{id}': { body: { name: 'late' } },
  'PUT /files/{id}': { body: { operation: 'rename', name: 'late' } },
  'PUT /files': { body: { operation: 'move', ids: ['/a'], target: '/' } },
  'DELETE /files': { body: { ids: ['/a'] } },
  'PUT /quotas': { body: { path: '/', bytes: 1 } },
  'POST /trash/restore': { body: { ids: [] } },
  'DELETE /trash': { body: {} },
  'PUT /stars': { body: { ids: ['/a'], starred: true } },
  'GET /comments': { query: '?of=tasks/1' },
  'POST /comments': { body: { of: 'tasks/1', text: 'late' } },
  'PUT /comments/{id}': { body: { text: 'late' } },
  'GET /versions': { query: '?id=/a' },
  'GET /upload': { query: '?size=9' },
  'POST /direct': { body: { id: '/', name: 'late', size: 9, parts: [] } },
  'PUT /direct': { body: { id: '/', name: 'late', upload: 'x' } },
  'DELETE /direct': { body: { upload: 'x' } },
  'POST /upload': { file: { name: 'late', text: '' } },
  'POST /upload/{id}': { file: { name: 'late', text: '' } },
  'POST /shares': { body: { id: '/a', access: 'read' } },
  'POST /shares/addresses': { body: { ids: ['/a'], for: 'direct' } },
  'POST /shares/open/{secret}/password': { password: 'late' },
  'POST /shares/open/{secret}/upload': { file: { name: 'late', text: '' } },
  'POST /tasks': { body: { text: 'late' } },
  'PUT /tasks/{id}': { body: { text: 'late' } },
  'POST /links': { body: { source: 1, target: 2 } },
  'PUT /links/{id}': { body: { source: 1, target: 2 } },
  'POST /assignments': { body: { task: 1, resource: 1 } },
  'PUT /assignments/{id}': { body: { task: 1, resource: 1 } },
  'POST /resources': { body: { name: 'late' } },
  'PUT /resources/{id}': { body: { name: 'late' } },
  'PUT /schedule': { body: { mode: 'off' } },
  'POST /schedule/preview': { body: { changes: [] } },
  'POST /schedule/level': { body: {} },
  'POST /schedule/postpone': { body: {} },
  'POST /schedule/import': { query: '?mode=append', body: '<Project></Project>' },
  'POST /calendars': { body: { name: 'late' } },
  'PUT /calendars/{id}': { body: { name: 'late' } },
  'POST /baselines': { body: { name: 'late' } },
  'PUT /baselines/{id}': { body: { name: 'late' } },
  'POST /batch': { body: [{ url: 'tasks/1', method: 'DELETE' }] },
  'POST /undo': { body: {} },
  'POST /history/restore': { body: { of: 'tasks', at: 1 } },
  'POST /auth/login': { body: { name: 'late', password: 'late' } },
  'POST /auth/links/look': { body: { secret: 'x'.repeat(43) } },
  'POST /auth/links/use': { body: { secret: 'x'.repeat(43) } },
  'POST /auth/password': { body: { current: 'late', next: 'late enough' } },
  'POST /auth/tokens': { body: { name: 'late', access: 'read' } },
  'POST /auth/forgotten': { body: { who: 'late' } },
  'PUT /auth/mail': { body: { mail: null } },
  'POST /auth/passkeys/options': { body: {} },
  'POST /auth/passkeys': { body: { name: 'late', credential: lateCredential } },
  'PATCH /auth/passkeys/{id}': { body: { name: 'late' } },
  'POST /auth/passkeys/login': { body: { credential: lateCredential } },
  'PATCH /auth/accounts/{id}': { body: { name: 'late' } },
  'POST /auth/groups': { body: { name: 'late' } },
  'PATCH /auth/groups/{id}': { body: { name: 'late' } },
  'PUT /auth/members': { body: { workspace: 'main', kind: 'account', id: 'x', role: null } },
  'PUT /auth/rules': {
    body: { thing: { kind: 'folder', id: '/' }, subject: { kind: 'everyone' }, access: 'read' },
  },
  'POST /auth/invitations': { body: { workspace: 'main', role: 'reader' } },
  'GET /auth/members': { query: '?workspace=main' },
  'GET /auth/invitations': { query: '?workspace=main' },
  'GET /direct': { query: '?id=/a' },
  'GET /preview': { query: '?id=/a' },
  'GET /search': { query: '?q=a' },
  'GET /openapi.json': { query: '?tables=true' },
}

describe('the document', () => {
  it('has no operation that was not answered here, and no status without its reason', () => {
    const never: Record<string, string> = {
      500: 'nothing that a client sends can cause it',
      507: 'it needs a full disk',
    }
    // They ask no database, so one that is closed does not keep them from answering.
    const withoutDatabase = [
      'GET /health/live',
      'GET /metrics',
      'GET /icons/{size}/{name}',
      'GET /workspaces',
      'POST /workspaces',
      'POST /workspaces/{name}/restore',
      'POST /auth/passkeys/login/options',
    ]

    const rare = new Map([
      ['POST /workspaces/{name}/restore 409', 'it needs an end between workspace and answer'],
      ['DELETE /workspaces/{name} 503', 'it needs somebody who does not let go of it'],
      ['POST /auth/forgotten 503', 'it needs a mail server, and an end of the database'],
      ['DELETE /auth/passkeys/{id} 409', 'it needs an account without a password'],
      ...['POST', 'PUT', 'DELETE'].map(
        (method) => [`${method} /direct 200`, 'it needs a bucket that browsers reach'] as const,
      ),
      ['DELETE /direct 404', 'it needs a bucket that browsers reach'],
      ['GET /direct 307', 'it needs a bucket that browsers reach'],
      ['GET /shares/open/{secret}/download 307', 'it needs a bucket that browsers reach'],
      ['GET /versions/{version} 307', 'it needs a bucket that browsers reach'],
      ['GET /openapi.json 413', 'it needs tables with 20,000 columns'],
      ['GET /direct 413', 'it needs a folder of a million entries'],
      ['GET /shares/open/{secret}/download 413', 'it needs a folder of a million entries'],
      ['POST /shares/open/{secret}/upload 409', 'it needs an end between file and answer'],
      ['POST /schedule/import 409', 'it needs an end between the plan and the answer'],
      ['GET /schedule/load 413', 'it needs a million days of assignments'],
      ['PUT /schedule 409', 'it needs a circle of links, which are refused themselves'],
      ['POST /versions/{version}/restore 409', 'it needs an end between file and answer'],
      ['POST /{table}/rows 409', 'it needs an answer of more than a megabyte, asked for again'],
      ['POST /{table}/replace 409', 'it needs more than a thousand rows, of which two become one'],
      ...[
        'PUT /{table}/rows',
        'PUT /stars',
        'POST /comments',
        'PUT /comments/{id}',
        'POST /baselines',
        'PUT /baselines/{id}',
        'PUT /assignments/{id}',
        'PUT /resources/{id}',
        'PUT /tables/{table}/views/{view}',
      ].map((key) => [`${key} 409`, 'it needs an answer of more than a megabyte'] as const),
      ...['POST /undo', 'POST /redo', 'POST /history/restore'].map(
        (key) => [`${key} 413`, 'it needs a step of many megabytes'] as const,
      ),
      ...[
        'GET /tasks',
        'GET /tasks/{id}',
        'GET /tasks/{id}/self',
        'GET /links',
        'GET /links/{id}',
        'GET /assignments',
        'GET /assignments/{id}',
        'GET /resources',
        'GET /{table}',
        'GET /{table}/export',
        'GET /schedule/export',
        'GET /workspaces/{name}/export',
      ].map((key) => [`${key} 409`, 'it needs a change that was too large to be kept'] as const),
      ['POST /redo 422', 'it needs somebody who takes away what it needs'],
      ['POST /{table}/import 409', 'it needs somebody who takes the name while the file comes'],
      ['POST /{table}/import 403', 'it needs a file that the server may not read'],
    ])

    for (const [key, { responses }] of operations()) {
      assert.ok(rare.has(`${key} 200`) || seen.get(key)?.has('200'), `${key} was not answered`)
      for (const status of Object.keys(responses)) {
        if (rare.has(`${key} ${status}`)) continue
        if (never[status] || (status === '503' && withoutDatabase.includes(key))) continue
        assert.ok(seen.get(key)?.has(status), `${key} never answered ${status}`)
      }
    }
  })
})
