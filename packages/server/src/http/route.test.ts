import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { routeServer } from '../../test/fixtures/route-server.ts'
import { route } from './route.ts'
import { reply, replyBody } from './wire/reply.ts'

const described = {
  scope: 'workspace',
  group: '',
  operationId: '',
  summary: '',
  description: '',
  errors: [],
} as const

const { app } = await routeServer([
  route({
    ...described,
    method: 'PUT',
    path: '/things/{kind}/{id*}',
    params: { kind: z.enum(['big', 'small']), id: z.string().transform((raw) => raw.split('/')) },
    query: { deep: z.boolean().default(false), size: z.int().max(9).optional() },
    headers: { 'X-Size': z.string().regex(/^\d+$/, 'digits').transform(Number).optional() },
    body: z.object({ name: z.string(), tags: z.array(z.string()).default([]) }),
    answer: z.unknown(),
    handle: (_, input) => input,
  }),
  route({
    ...described,
    method: 'GET',
    path: '/things',
    answer: z.array(z.int()),
    handle: () => reply([1, 2], { status: 203, headers: { etag: '"e"' } }),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/text',
    answer: { type: 'text/plain', description: 'A text.' },
    handle: () =>
      replyBody('plain', { headers: { 'content-type': 'text/plain', vary: 'Accept-Encoding' } }),
  }),
])

async function put(path: string, body: unknown, headers: Record<string, string> = {}) {
  const init = { method: 'PUT', body: JSON.stringify(body), headers }
  const response = await app(new Request(`http://here${path}`, init))
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}

async function status(method: string, path: string): Promise<number> {
  return (await app(new Request(`http://here${path}`, { method }))).status
}

describe('a route', () => {
  it('is handed all that a request says, in the types it has declared', async () => {
    const answer = await put(
      '/things/big/a/b%2Fc?deep=true&size=9',
      { name: 'n', other: 1 },
      { 'x-size': '12' },
    )

    assert.deepEqual(answer, {
      status: 200,
      json: {
        params: { kind: 'big', id: ['a', 'b%2Fc'] },
        query: { deep: true, size: 9 },
        headers: { 'X-Size': 12 },
        body: { name: 'n', tags: [] },
      },
    })
  })

  it('is handed the defaults where a request says nothing', async () => {
    const { json } = await put('/things/small/a', { name: 'n' })

    assert.deepEqual(json, {
      params: { kind: 'small', id: ['a'] },
      query: { deep: false },
      headers: {},
      body: { name: 'n', tags: [] },
    })
  })

  it('is not called where something does not fit: query, address, headers, body, in this order', async () => {
    const cases: [string, unknown, Record<string, string>, number, object][] = [
      [
        '/things/huge/a?size=10',
        7,
        { 'x-size': 'x' },
        422,
        { code: 'query.invalid', parameter: 'size' },
      ],
      [
        '/things/huge/a?sise=1',
        7,
        { 'x-size': 'x' },
        422,
        { code: 'query.invalid', parameter: 'sise' },
      ],
      ['/things/huge/a', 7, { 'x-size': 'x' }, 404, { code: 'not_found' }],
      ['/things/big/a', 7, { 'x-size': 'x' }, 400, { code: 'bad_request', header: 'X-Size' }],
      ['/things/big/a', 7, {}, 422, { code: 'body.invalid', path: '' }],
    ]

    for (const [path, body, headers, status, problem] of cases) {
      const answer = await put(path, body, headers)
      const seen = Object.fromEntries(Object.keys(problem).map((key) => [key, answer.json[key]]))
      assert.deepEqual([answer.status, seen], [status, problem], path)
    }
  })

  it('ignores what keeps browsers from their caches, in a GET', async () => {
    assert.equal(await status('GET', '/things?_=1790000000000'), 203)
    assert.equal(await status('HEAD', '/things?_=1790000000000'), 203)
    assert.equal(await status('GET', '/things?t=1790000000000'), 422)
    assert.equal((await put('/things/big/a?_=1', { name: 'n' })).status, 422)
  })

  it('answers a value as JSON, with headers and a status of its own if it says so', async () => {
    const response = await app(new Request('http://here/things'))

    assert.equal(response.status, 203)
    assert.equal(response.headers.get('etag'), '"e"')
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.deepEqual(await response.json(), [1, 2])
  })

  it('answers something else as it is, beside what every answer says', async () => {
    const headers = { origin: 'http://localhost:5173' }
    const response = await app(new Request('http://here/text', { headers }))

    assert.equal(await response.text(), 'plain')
    assert.equal(response.headers.get('content-type'), 'text/plain')
    assert.equal(response.headers.get('vary'), 'Origin, Accept-Encoding')
    assert.equal(response.headers.get('api-version'), '1')
  })

  it('declares every variable of its path, and no other', () => {
    const plain = { ...described, method: 'GET', answer: z.null(), handle: () => null } as const

    assert.throws(() => route({ ...plain, path: '/{table}/{id}', params: { id: z.string() } }))
    assert.throws(() => route({ ...plain, path: '/tables', params: { id: z.string() } }))
  })
})
