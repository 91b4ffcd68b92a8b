import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OpenApiDocument } from '../../src/http/reference/openapi.ts'
import type { Operation, Parameter } from '../../src/http/reference/openapi-operation.ts'
import type { JsonSchema } from '../../src/http/reference/openapi-schemas.ts'
import { server } from '../fixtures/api.ts'

/** What the document says of each query parameter, held against the server: one case for each. */

const triptych = await server({ limits: { body: 999, depth: 9, changes: 99, upload: 9, batch: 9 } })
const asked = await triptych.fetch(new Request('http://here/openapi.json'))
const document = (await asked.json()) as OpenApiDocument

interface Place {
  method: string
  path: string
  operation: Operation
}

const places: Place[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

type Pair = [name: string, value: string]

function queryOf({ operation }: Place): Parameter[] {
  return operation.parameters.filter((one) => one.in === 'query')
}

/** Whether the server takes the query, whatever else it thinks of the request. */
async function takes(place: Place, pairs: Pair[]): Promise<boolean> {
  const { method, path } = place
  const query = new URLSearchParams([...needed(place, pairs), ...pairs]).toString()
  const address = `http://here${path.replaceAll(/\{\w+\}/g, 'some')}?${query}`
  const response = await triptych.fetch(new Request(address, { method }))
  if (response.status !== 422) {
    await response.body?.cancel()
    return true
  }
  const problem = (await response.json()) as Record<string, unknown>
  if (problem['code'] !== 'query.invalid') return true
  assert.equal(problem['parameter'], pairs[0]?.[0], JSON.stringify(problem))
  return false
}

/** What must be there beside what is tried. */
function needed(place: Place, pairs: Pair[]): Pair[] {
  return queryOf(place)
    .filter(({ name, required }) => required && pairs.every(([other]) => other !== name))
    .map(({ name, schema }): Pair => [name, accepted(schema)[0]!])
}

/** Texts at the edge of what the schema allows, inside of it. */
function accepted(schema: JsonSchema): string[] {
  const { type, minimum = 0, maximum, maxLength, pattern, items } = schema
  const choices = schema.enum ?? (schema.const === undefined ? null : [schema.const])
  if (choices) return choices.map(String)
  if (items) return accepted(items)
  if (type === 'boolean') return ['true', 'false']
  if (type === 'integer') return [minimum, ...(maximum === undefined ? [] : [maximum])].map(String)
  if (pattern) return texts.filter((text) => new RegExp(pattern, 'u').test(text)).slice(0, 1)
  if (schema.contentMediaType === 'application/json') return ['[]']
  return maxLength === undefined ? ['x'] : ['x'.repeat(maxLength)]
}

const texts = ['x', '1', '', ' ', '§', 'x'.repeat(20), 'x'.repeat(100_000), 'tasks/1']

/** Texts outside of it. */
function refused(schema: JsonSchema): string[] {
  const { type, minimum, maximum, maxLength, pattern, items } = schema
  if (items) return refused(items)
  if (schema.enum || schema.const !== undefined) return ['no-such-choice', '']
  if (type === 'boolean') return ['maybe', '1', '']
  if (type === 'integer') {
    const beyond = [
      minimum === undefined ? null : minimum - 1,
      maximum === undefined ? null : maximum + 1,
    ]
    return ['x', '', '1.5', ...beyond.filter((edge) => edge !== null).map(String)]
  }
  if (pattern) return texts.filter((text) => !new RegExp(pattern, 'u').test(text)).slice(0, 1)
  return maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]
}

const checked = places.filter(({ operation }) => operation['x-ignored-parameters'] !== 'everything')

describe('as the document says, of the query the server takes what it may hold and nothing else', () => {
  for (const place of checked) {
    const { method, path, operation } = place
    const ignored = operation['x-ignored-parameters'] ?? {}

    for (const { name, required, schema, explode } of queryOf(place)) {
      if (explode) continue
      it(`${method} ${path} ${name}`, async () => {
        for (const value of accepted(schema)) {
          assert.ok(await takes(place, [[name, value]]), `${name}=${value.slice(0, 99)}`)
        }
        for (const value of refused(schema)) {
          assert.ok(!(await takes(place, [[name, value]])), `${name}=${value.slice(0, 99)}`)
        }
        const [value = ''] = accepted(schema)
        const twice: Pair[] = [
          [name, value],
          [name, value],
        ]
        assert.equal(await takes(place, twice), schema.type === 'array', `${name} twice`)
        if (required) await assertNeeded(place, name)
      })
    }

    // Whether there is such a column is asked of the table.
    const takesColumns = queryOf(place).some(({ explode }) => explode)
    it(`${method} ${path} and ${takesColumns ? 'columns of the table' : 'no other'}`, async () => {
      assert.equal(await takes(place, [['no-such', '1']]), takesColumns)
      assert.equal(await takes(place, [['_', '1790000000000']]), method === 'GET')
      for (const name of Object.keys(ignored)) assert.ok(await takes(place, [[name, '1']]), name)
    })
  }
})

async function assertNeeded({ method, path }: Place, name: string): Promise<void> {
  const address = `http://here${path.replaceAll(/\{\w+\}/g, 'some')}`
  const response = await triptych.fetch(new Request(address, { method }))
  const problem = (await response.json()) as Record<string, unknown>
  assert.deepEqual([response.status, problem['parameter']], [422, name])
}

describe('the document', () => {
  it('has parameters of every kind, so that none of this was in vain', () => {
    const schemas = checked.flatMap((place) => queryOf(place).map(({ schema }) => schema))

    assert.ok(schemas.length > 40)
    for (const kind of ['boolean', 'integer', 'string']) {
      assert.ok(
        schemas.some(({ type }) => type === kind),
        kind,
      )
    }
    for (const bound of ['enum', 'minimum', 'maximum', 'maxLength', 'pattern'] as const) {
      assert.ok(
        schemas.some((schema) => (schema.items ?? schema)[bound] !== undefined),
        bound,
      )
    }
  })
})
