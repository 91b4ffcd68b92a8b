import { everybodyMay } from '../../auth/may-still.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorCodes } from '@triptych/contract/errors'
import type { ErrorCode } from '@triptych/contract/errors'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { changeFeeds } from '../../events/change-feeds.ts'
import { noGate } from '../gate.ts'
import { statusOf } from '../wire/error-response.ts'
import { openApiDocument } from './openapi.ts'
import type { OpenApiDocument } from './openapi.ts'
import { documentedPath } from './openapi-operation.ts'
import { answerSchema, bodySchema } from './openapi-schemas.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { allRoutes } from '../routes.ts'
import { workspaces } from '../routes/workspaces.ts'

const settings = {
  version: '1.2.3',
  base: '',
  limits: { body: 1000, depth: 7, changes: 50, upload: 9999, batch: 100 },
}

const routes = allRoutes({
  ...settings,
  gate: noGate,
  mailer: null,
  mayStill: everybodyMay,
  url: null,
  feeds: changeFeeds(() => {}, 10),
  metrics: { text: () => '' },
  clientUploads: 32,
  batchPath: 'batch',
  isReady: async () => true,
})

const document = openApiDocument(routes, settings)

function operationOf(given: Route, within = document) {
  const operation = within.paths[documentedPath(given)]?.[given.method.toLowerCase()]
  assert.ok(operation, `${given.method} ${given.path} is missing`)
  return operation
}

/** Whether a request comes to the same as the first of its key. */
function isKept({ method, reads, isNeverKept }: Route): boolean {
  return /^(POST|PUT)$/.test(method) && reads !== true && !isNeverKept
}

function codesOf(given: Route): Record<string, unknown[]> {
  const errors = Object.entries(operationOf(given).responses).map(([status, { content }]) => {
    const problem = content?.['application/problem+json']?.schema
    return [status, problem?.properties?.['code']?.enum] as const
  })
  return Object.fromEntries(errors.filter(([, codes]) => codes !== undefined)) as Record<
    string,
    unknown[]
  >
}

/** Whatever stands under a key, wherever it is. */
function* valuesOf(node: unknown, key: string): Generator {
  if (typeof node !== 'object' || node === null) return
  for (const [name, child] of Object.entries(node)) {
    if (name === key) yield child
    yield* valuesOf(child, key)
  }
}

function resolve(within: OpenApiDocument, reference: string): unknown {
  assert.ok(reference.startsWith('#/'), reference)
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], within)
}

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) })

    assert.equal(document.openapi, '3.1.0')
    assert.deepEqual(result.errors ?? [], [])
    assert.ok(result.valid)
  })

  it('can be sent as JSON without loss', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(document)), document)
  })

  it('has every route, and nothing that is not a route', () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )

    assert.deepEqual(
      documented.toSorted(),
      routes.map((each) => `${each.method} ${documentedPath(each)}`).toSorted(),
    )
  })

  it('has only references that lead somewhere', () => {
    const references = [...valuesOf(document, '$ref')].map(String)

    assert.ok(references.length > 20)
    for (const reference of references) assert.ok(resolve(document, reference), reference)
  })

  it('publishes the limits', () => {
    assert.deepEqual(document['x-limits'], settings.limits)
    const limit = document.paths['/changes']?.['get']?.parameters.find(
      ({ name }) => name === 'limit',
    )
    assert.equal(limit?.schema.maximum, settings.limits.changes)
  })

  it('names each operation once, by a verb and a noun', () => {
    const ids = routes.map((each) => operationOf(each).operationId)

    assert.equal(new Set(ids).size, routes.length)
    for (const id of ids) assert.match(id, /^[a-z]+([A-Z][a-z]+)+$/)
    assert.equal(document.paths['/openapi.json']?.['get']?.operationId, 'getOpenApi')
  })

  it('lists every group as a tag', () => {
    assert.deepEqual(
      new Set(document.tags.map(({ name }) => name)),
      new Set(routes.map(({ group }) => group)),
    )
  })
})

describe('the addresses', () => {
  it('are those of the server and of the workspace main, with and without the version', () => {
    assert.deepEqual(
      document.servers.map(({ url }) => url),
      ['/', '/v1'],
    )
  })

  it('begin with the base', () => {
    const { servers } = openApiDocument(routes, { ...settings, base: '/api' })

    assert.deepEqual(
      servers.map(({ url }) => url),
      ['/api', '/api/v1'],
    )
  })

  it('of a route of the server are not in a workspace', () => {
    for (const each of routes) {
      const urls = operationOf(each).servers?.map(({ url }) => url)
      assert.deepEqual(urls, each.scope === 'server' ? ['/', '/v1'] : undefined)
    }
  })
})

describe('a request', () => {
  it('has a parameter for each variable of its path', () => {
    for (const each of routes) {
      const variables = [...each.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => name)
      const inPath = operationOf(each).parameters.filter((one) => one.in === 'path')
      assert.deepEqual(
        inPath.map(({ name }) => name),
        variables,
      )
      assert.ok(inPath.every(({ required, description }) => required && description))
    }
  })

  it('has the query parameters and headers that its route reads', () => {
    for (const each of routes) {
      const { parameters } = operationOf(each)
      const named = (place: string) =>
        parameters.filter((one) => one.in === place).map(({ name }) => name)
      assert.deepEqual(named('query'), Object.keys(each.query))
      assert.deepEqual(
        named('header').filter((name) => !['X-Origin', 'Idempotency-Key'].includes(name)),
        Object.keys(each.headers),
      )
    }
  })

  it('needs a query parameter only where its schema does', () => {
    const searching = route({
      method: 'GET',
      path: '/find',
      scope: 'server',
      group: 'Server',
      operationId: 'find',
      summary: 'Find',
      description: '',
      query: { text: z.string(), limit: z.int().default(5), from: z.int().optional() },
      answer: z.string(),
      errors: [],
      handle: () => '',
    })

    const { parameters } = openApiDocument([searching], settings).paths['/find']!['get']!

    assert.deepEqual(
      parameters.map(({ name, required }) => [name, required]),
      [
        ['text', true],
        ['limit', false],
        ['from', false],
      ],
    )
  })

  it('can say its origin where it changes something in a workspace, and only there', () => {
    for (const each of routes) {
      const has = operationOf(each).parameters.some(({ name }) => name === 'X-Origin')
      assert.equal(has, each.scope === 'workspace' && each.method !== 'GET')
    }
  })

  it('can have a key where it is a POST or PUT that changes something, and only there', () => {
    for (const each of routes) {
      const has = operationOf(each).parameters.some(({ name }) => name === 'Idempotency-Key')
      assert.equal(has, isKept(each))
    }
  })

  it('has a body exactly where its route takes one', () => {
    for (const each of routes) {
      assert.equal(
        operationOf(each).requestBody !== undefined,
        Boolean(each.body ?? each.form ?? each.content),
      )
    }
  })

  it('has a form where its route reads one, and an ordinary variable for all that follows', async () => {
    const upload = route({
      method: 'POST',
      path: '/upload/{id*}',
      scope: 'workspace',
      group: 'Files',
      operationId: 'uploadFile',
      summary: 'Upload a file',
      description: 'Anywhere.',
      params: { id: z.string().meta({ description: 'Where to.' }) },
      form: {
        file: { kind: 'file', required: true, description: 'The file.' },
        name: { kind: 'text', required: false, description: 'What to call it.' },
      },
      answer: z.string(),
      errors: [],
      handle: () => '',
    })
    const own = openApiDocument([upload], settings)

    const { operationId, parameters, requestBody, responses } = operationOf(upload, own)

    assert.deepEqual(Object.keys(own.paths), ['/upload/{id}'])
    assert.equal(operationId, 'uploadFile')
    assert.deepEqual(parameters[0], {
      name: 'id',
      in: 'path',
      required: true,
      description: 'Where to.',
      schema: { type: 'string' },
    })
    assert.deepEqual(requestBody?.content['multipart/form-data']?.schema, {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary', description: 'The file.' },
        name: { type: 'string', description: 'What to call it.' },
      },
      required: ['file'],
    })
    for (const status of ['400', '413', '422']) assert.ok(responses[status], status)
    assert.ok((await new Validator().validate({ ...structuredClone(own) })).valid)
  })

  it('may leave out what has a default, and the answer has it', () => {
    const schema = z.object({ a: z.string().default('x') })

    assert.equal(bodySchema(schema, {}).required, undefined)
    assert.deepEqual(answerSchema(schema, {}).required, ['a'])
  })

  it('is judged by the document as by the schema that checks it', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const said = { clientDataJSON: 'x', attestationObject: 'x', authenticatorData: 'x' }
    const response = { ...said, signature: 'x' }
    const credential = { id: 'x', rawId: 'x', type: 'public-key', response }
    const values = [null, 1, 'x', [], {}, { name: 'a' }, { name: 'A B' }, { key: 'a', value: null }]
    const more = [
      { key: 'a' },
      { row: {} },
      { row: 1 },
      { rows: [{}] },
      { rows: [{}], key: ['id'] },
      { set: { a: 1 } },
      { filter: {}, find: 'a', replace: 'b' },
      { start: 0, end: 10 },
      { changes: [{ dropColumn: 'a' }] },
      { changes: [{ url: 'tasks', method: 'POST' }] },
      { operation: 'rename', name: 'b' },
      { upload: 'x', id: '/', name: 'a' },
      { operation: 'copy', ids: ['/a'], target: '/' },
      { name: 'a', password: 'long enough' },
      { name: 'a', password: 'long enough', isOwner: true },
      { secret: 'x'.repeat(43) },
      { secret: 'x'.repeat(43), name: 'a', password: 'long enough' },
      { current: 'a', next: 'long enough' },
      { who: 'a' },
      { mail: null },
      { mail: 'a@example.com', password: 'x' },
      { name: 'a', credential },
      { credential },
      { name: 'a', access: 'read' },
      { title: 'a' },
      { workspace: 'main', role: 'owner' },
      { workspace: 'main', kind: 'account', id: 'a', role: null },
      { thing: { kind: 'branch', task: 1 }, subject: { kind: 'everyone' }, access: null },
      { of: 'tasks/1', text: 'x' },
      { of: 'tasks/1', at: 1 },
      { text: 'x' },
      { path: '/a', bytes: 1 },
      { path: '/a', bytes: -1 },
      { path: '/a', bytes: null },
      { ids: [] },
      { ids: [1] },
      { ids: ['/a'], for: 'direct' },
      { ids: ['/a'], starred: true },
      { id: '/a', access: 'read' },
      { id: '/a', access: 'upload', password: 'x' },
      { name: 'a', columns: [] },
      { name: 'a', columns: [{ name: 'b', type: 'text' }] },
      { name: 'a', columns: [{ name: 'b', type: 'tex' }] },
      { name: 'a', columns: [{ name: 'b', type: 'text', nullable: 'no' }] },
      { name: 'a', columns: [{ name: 'b', type: 'text', other: 1 }] },
      { name: 'ä-1', columns: [{ name: 'b', type: 'json', default: { a: 1 }, options: ['x', 2] }] },
    ]

    const seen = new Set<string>()
    for (const each of routes.filter(({ body }) => body)) {
      const schema = operationOf(each).requestBody!.content['application/json']!.schema
      const validate = ajv.compile({ components: document.components, ...schema })
      for (const value of [...values, ...more]) {
        const checked = each.body!.safeParse(value).success
        // What a task may be is described by the document, and judged by the rules of the Gantt.
        const isAlsoJudged = each.group === 'Gantt' && checked
        if (!isAlsoJudged) {
          assert.equal(validate(value), checked, `${each.path} ${JSON.stringify(value)}`)
        }
        seen.add(`${each.path} ${checked}`)
      }
    }

    assert.equal(
      seen.size,
      2 * new Set(routes.filter(({ body }) => body).map(({ path }) => path)).size,
    )
  })
})

describe('an answer', () => {
  it('is JSON by the schema of the route, or what else the route says', () => {
    for (const each of routes) {
      const content = operationOf(each).responses['200']?.content ?? {}
      const type = each.answer instanceof z.ZodType ? 'application/json' : each.answer.type
      assert.deepEqual(Object.keys(content), [type])
    }
    assert.deepEqual(document.paths['/{table}']?.['get']?.responses['200']?.content, {
      'application/json': {
        schema: { type: 'array', items: { $ref: '#/components/schemas/Row' } },
      },
    })
  })

  it('may get more members one day', () => {
    const schema = answerSchema(z.object({ inner: z.object({ a: z.string() }) }), {})

    assert.deepEqual([...valuesOf(schema, 'additionalProperties')], [])
  })

  it('is the same thing as a body of the same name', () => {
    const { NewWorkspace } = document.components.schemas
    const body = workspaces.find(({ body }) => body)!.body!

    assert.deepEqual(bodySchema(body, {}), { $ref: '#/components/schemas/NewWorkspace' })
    const { description: _, ...plain } = NewWorkspace!
    assert.deepEqual(bodySchema(z.object((body as z.ZodObject).shape), {}), plain)
  })

  it('cannot have the name of a body that is another thing', () => {
    const own = z.strictObject({ a: z.string() }).meta({ id: 'OnlyInThisTest' })
    const named = {}
    bodySchema(own, named)

    assert.throws(() => answerSchema(own, named), /it needs two schemas/)
  })

  it('without a body is there for those who ask with If-None-Match', () => {
    for (const each of routes) {
      const asks = 'If-None-Match' in each.headers
      assert.equal('304' in operationOf(each).responses, asks)
    }
  })

  it('of /health has the same body when the server is not ready', () => {
    const { responses } = document.paths['/health']!['get']!

    const schema = { $ref: '#/components/schemas/Health' }
    assert.deepEqual(responses['200']?.content, { 'application/json': { schema } })
    assert.deepEqual(responses['503']?.content?.['application/json'], { schema })
  })

  it('carries the headers that every answer has, a success those of its route, and 429 when to ask again', () => {
    for (const each of routes) {
      for (const [status, { headers }] of Object.entries(operationOf(each).responses)) {
        const own = ['200', '304'].includes(status) ? Object.keys(each.answerHeaders ?? {}) : []
        const kept = status === '200' && isKept(each) ? ['Idempotency-Replayed'] : []
        const again = status === '429' ? ['Retry-After'] : []
        const expected = ['API-Version', 'X-Request-Id', ...own, ...kept, ...again]
        assert.deepEqual(Object.keys(headers), expected)
      }
    }
  })
})

describe('the errors of an operation', () => {
  it('stand under their statuses, each with its meaning', () => {
    for (const each of routes) {
      const codes = codesOf(each)
      for (const code of each.errors) assert.ok(codes[statusOf[code]]?.includes(code), code)
      for (const [status, listed] of Object.entries(codes)) {
        const { description } = operationOf(each).responses[status]!
        for (const code of listed as ErrorCode[]) {
          assert.equal(statusOf[code], Number(status))
          assert.ok(description.includes(`\`${code}\`: ${errorCodes[code]}`))
        }
      }
    }
  })

  it('include what can happen to any request', () => {
    for (const each of routes) {
      const codes = new Set(Object.values(codesOf(each)).flat())
      assert.ok(['bad_request', 'internal', 'unavailable'].every((code) => codes.has(code)))
      const isOfOne = each.scope === 'workspace' || each.path.startsWith('/workspaces/{name}')
      const namesOne = each.errors.includes('workspaces.not_found')
      assert.equal(codes.has('workspaces.not_found'), isOfOne || namesOne)
      assert.equal(codes.has('unauthenticated'), each.forEverybody !== true)
      const { security } = document.paths[documentedPath(each)]![each.method.toLowerCase()]!
      assert.equal(security.length > 0, each.forEverybody !== true, each.path)
      assert.equal(codes.has('forbidden'), each.forForeignPages !== 'use')
      for (const code of Object.keys(errorCodes).filter((one) => one.startsWith('body.'))) {
        const ofForms = ['body.malformed', 'body.too_large', 'body.invalid'].includes(code)
        const expected = each.body !== null || (each.form !== undefined && ofForms)
        assert.equal(codes.has(code), expected, `${each.path} ${code}`)
      }
    }
  })

  it('are problems', () => {
    const { content } = document.paths['/{table}/{id}']!['patch']!.responses['412']!

    assert.deepEqual(content, {
      'application/problem+json': {
        schema: {
          $ref: '#/components/schemas/Problem',
          properties: { status: { const: 412 }, code: { enum: ['tables.row_changed'] } },
        },
      },
    })
  })
})
