import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Row } from '@triptych/contract/tables'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { api, assertProblem, filmColumns, someFilms } from '../../../test/fixtures/api.ts'
import type { OpenApiDocument } from './openapi.ts'
import type { JsonSchema } from './openapi-schemas.ts'

const { call, rows } = await api()
const ajv = new Ajv2020({ strict: false, validateFormats: false })

async function described(path = '/openapi.json?tables=true'): Promise<OpenApiDocument> {
  const { status, json } = await call('GET', path)
  assert.equal(status, 200, JSON.stringify(json))
  return json as OpenApiDocument
}

function fits({ components }: OpenApiDocument, schema: string, value: unknown): boolean {
  const key = `#/components/schemas/${schema}`
  return ajv.validate({ components, $ref: key }, value)
}

/** A value that the schema allows, and that no other row has. */
function valueFor(schema: JsonSchema, seed: number): unknown {
  if (schema.enum) return schema.enum[seed % schema.enum.length]
  if (schema.anyOf) return `somebody${seed}@example.org`
  if (schema.pattern) return `/photos/${seed}.jpg`
  const type = [schema.type].flat()[0]
  if (schema.format === 'date') return `2026-04-${10 + seed}`
  if (schema.format === 'date-time') return `2026-04-${10 + seed}T08:30:00.000Z`
  if (type === 'array') return schema.items?.enum?.slice(0, seed)
  if (type === 'boolean') return seed % 2 === 0
  if (type === 'integer' || type === 'number') return seed
  return type === 'string' ? `text ${seed}` : { any: ['json', seed] }
}

const peopleColumns = [
  { name: 'e-mail', type: 'text', nullable: false, format: { kind: 'email' } },
  { name: 'film', type: 'integer', reference: { table: 'films', onDelete: 'clear' } },
  { name: 'limit', type: 'integer' },
  { name: 'field', type: 'text' },
  { name: 'share', type: 'number', format: { kind: 'percent' } },
  { name: 'photo', type: 'text', format: { kind: 'file' } },
]

describe('the document with tables', () => {
  it('is valid, and has all that the other has', async () => {
    const made = await call('POST', '/tables', { name: 'people-of-films', columns: peopleColumns })
    assert.equal(made.status, 200)
    const document = await described()

    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
    assert.ok(valid, JSON.stringify(errors))
    const { paths } = await described('/openapi.json')
    for (const [path, operations] of Object.entries(paths)) {
      assert.deepEqual(document.paths[path], operations)
    }
    const ids = Object.values(document.paths).flatMap((one) =>
      Object.values(one).map(({ operationId }) => operationId),
    )
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(ids.includes('listRowsOfPeopleOfFilms'))
  })

  it('names the columns of a table with their types, choices and references', async () => {
    const { components } = await described()

    const { FilmsRow, NewFilmsRow, PeopleOfFilmsRow } = components.schemas
    const columns = filmColumns.map(({ name }) => name)
    assert.deepEqual(FilmsRow!.required, ['id', ...columns])
    assert.deepEqual(Object.keys(FilmsRow!.properties!), ['id', ...columns])
    assert.deepEqual(NewFilmsRow!.required, ['name'])
    const { name, year, votes, premiere, aired, genre, tags, extra, code } = FilmsRow!.properties!
    assert.deepEqual(name, { type: 'string' })
    assert.deepEqual(year, { type: ['integer', 'null'] })
    assert.deepEqual(premiere, { type: ['string', 'null'], format: 'date' })
    assert.deepEqual(aired, { type: ['string', 'null'], format: 'date-time' })
    assert.deepEqual(genre, { enum: ['drama', 'horror', 'comedy', null] })
    assert.deepEqual(tags, { type: ['array', 'null'], items: { enum: ['a', 'b', 5] } })
    assert.deepEqual(extra, { description: 'Any JSON.' })
    assert.match(code!.description!, /No two rows/)
    assert.equal(votes!.default, undefined)
    assert.equal(NewFilmsRow!.properties!['votes']!.default, 0)
    const { film } = PeopleOfFilmsRow!.properties!
    assert.deepEqual(film!['x-reference'], { table: 'films', onDelete: 'clear' })
    const mail = PeopleOfFilmsRow!.properties!['e-mail']
    const { photo } = PeopleOfFilmsRow!.properties!
    assert.deepEqual([photo!.type, photo!.pattern], [['string', 'null'], '^(/[^/]+)*$'])
    assert.deepEqual(mail, { anyOf: [{ type: 'string', format: 'email' }, { const: '' }] })
  })

  it('allows every row that the server answers, and none that lacks a column', async () => {
    const document = await described()

    const found = await rows()
    assert.equal(found.length, someFilms.length)
    for (const row of found) {
      assert.ok(fits(document, 'FilmsRow', row), ajv.errorsText())
      const { year: _, ...less } = row as Row & { year: unknown }
      assert.ok(!fits(document, 'FilmsRow', less))
      assert.ok(!fits(document, 'FilmsRow', { ...row, genre: 'western' }))
    }
  })

  it('allows bodies that the server takes: new rows, and changed ones', async () => {
    const document = await described()
    for (const [schema, table] of [
      ['FilmsRow', 'films'],
      ['PeopleOfFilmsRow', 'people-of-films'],
    ] as const) {
      const { post } = document.paths[`/${table}`]!
      const { put } = document.paths[`/${table}/{id}`]!
      const body = post!.requestBody!.content['application/json']!.schema
      const { properties } = document.components.schemas[`New${schema}`]!
      for (const seed of [1, 2, 3]) {
        const row = Object.fromEntries(
          Object.entries(properties!).map(([name, one]) => [name, valueFor(one, seed)]),
        )
        assert.ok(fits(document, `New${schema}`, row), ajv.errorsText())
        const added = await call('POST', `/${table}`, body.properties ? { row } : row)
        assert.equal(added.status, 200, JSON.stringify(added.json))
        assert.ok(fits(document, schema, added.json), ajv.errorsText())
        const { id, ...rest } = added.json as Row
        assert.deepEqual(rest, row)

        const changed = await call('PUT', `/${table}/${id}`, row)
        assert.equal(changed.status, 200)
        assert.ok(fits(document, `Changed${schema}`, row))
        assert.equal(put!.operationId, `updateRowOf${schema.slice(0, -3)}`)
      }
    }
  })

  it('has a parameter for each column that can be asked for, also where the name is another one’s', async () => {
    const document = await described()
    const { parameters } = document.paths['/people-of-films']!['get']!

    const names = parameters.map(({ name }) => name)
    assert.ok(['e-mail', 'limit', 'limit:eq'].every((name) => names.includes(name)))
    assert.ok(!names.includes('fields') && !names.includes('where'))
    const { json } = await call('GET', '/people-of-films?limit:eq=2')
    assert.equal((json as Row[]).length, 1)
    assert.equal((json as Row[])[0]!['limit'], 2)
    for (const asked of ['year=1979', 'seen=false', 'genre=horror', 'premiere=1995-12-15']) {
      const { status, json } = await call('GET', `/films?${asked}`)
      assert.deepEqual([status, (json as Row[]).length > 0], [200, true], asked)
    }
  })

  it('is of the workspace where it is asked for', async () => {
    assert.equal((await call('POST', '/workspaces', { name: 'other' })).status, 200)
    const { status } = await call('POST', '/w/other/tables', {
      name: 'städte',
      columns: [{ name: 'name', type: 'text' }],
    })
    assert.equal(status, 200)
    const document = await described('/w/other/openapi.json?tables=true')

    assert.deepEqual(
      document.servers.map(({ url }) => url),
      ['/w/other', '/v1/w/other'],
    )
    assert.ok(document.components.schemas['StadteRow'])
    assert.equal(document.components.schemas['FilmsRow'], undefined)
    assert.ok(document.paths[`/${encodeURIComponent('städte')}`])
    assert.deepEqual(document.paths['/health']!['get']!.servers![0]!.url, '/')
  })

  it('tells tables apart whose names programs would write alike', async () => {
    const columns = [{ name: 'a', type: 'text' }]
    for (const name of ['a-b', 'a_b', 'Ж', '1']) {
      assert.equal((await call('POST', '/tables', { name, columns })).status, 200)
    }
    const { components, paths } = await described()

    for (const name of ['ABRow', 'AB_2Row', 'TableRow', 'Table1Row']) {
      assert.ok(components.schemas[name]?.properties?.['a'], name)
    }
    assert.equal(paths['/a_b']!['get']!.operationId, 'listRowsOfAB_2')
  })

  it('has as many columns as fit, and beyond them is refused with 413', async () => {
    const wide = await api()
    const table = (name: string, columns: number) =>
      wide.call('POST', '/tables', {
        name,
        columns: Array.from({ length: columns }, (_, index) => ({
          name: `c${index}`,
          type: 'text',
        })),
      })
    for (let left = 20_000 - filmColumns.length, at = 0; left > 0; left -= 400, at++) {
      assert.equal((await table(`t${at}`, Math.min(400, left))).status, 200)
    }
    assert.equal((await wide.call('GET', '/openapi.json?tables=true')).status, 200)
    assert.equal((await table('last', 1)).status, 200)

    const refused = await wide.call('GET', '/openapi.json?tables=true')

    const { error } = assertProblem(refused, [413, 'request.too_costly'])
    assert.match(error, /more than 20,000 columns/)
    assert.equal((await wide.call('GET', '/openapi.json')).status, 200)
  })
})

describe('with accounts, the document with tables', () => {
  it('is for those who may read the tables, and has what they see and may do', async () => {
    const people = await accountsServer()
    const { owner } = people
    const columns = [
      { name: 'name', type: 'text' },
      { name: 'pay', type: 'integer' },
      { name: 'room', type: 'integer' },
    ]
    for (const name of ['staff', 'secrets']) {
      assert.equal((await owner.ask('POST', '/tables', { name, columns })).status, 200)
    }
    const editor = await people.invite('Ed', 'editor')
    const reader = await people.invite('Rea', 'reader')
    assert.equal((await owner.ask('POST', '/workspaces', { name: 'far' })).status, 200)
    const stranger = await people.invite('Far', 'owner', 'far')
    for (const [thing, access] of [
      [{ kind: 'table', table: 'secrets' }, 'none'],
      [{ kind: 'column', table: 'staff', column: 'pay' }, 'none'],
      [{ kind: 'column', table: 'staff', column: 'room' }, 'read'],
    ]) {
      const subject = { kind: 'account', id: editor.id }
      const { status, json } = await owner.ask('PUT', '/auth/rules', { thing, subject, access })
      assert.equal(status, 200, JSON.stringify(json))
    }
    const path = '/openapi.json?tables=true'

    assertProblem(await people.ask('GET', path), [401, 'unauthenticated'])
    assert.equal((await people.ask('GET', '/openapi.json')).status, 200)
    assertProblem(await stranger.ask('GET', path), [404, 'workspaces.not_found'])
    const seen = (await editor.ask('GET', path)).json as OpenApiDocument
    assert.equal(seen.components.schemas['SecretsRow'], undefined)
    assert.equal(seen.paths['/secrets'], undefined)
    const { StaffRow, ChangedStaffRow } = seen.components.schemas
    assert.deepEqual(Object.keys(StaffRow!.properties!), ['id', 'name', 'room'])
    assert.deepEqual(Object.keys(ChangedStaffRow!.properties!), ['name'])
    const read = (await reader.ask('GET', path)).json as OpenApiDocument
    assert.deepEqual(Object.keys(read.paths['/staff']!), ['get'])
    assert.deepEqual(Object.keys(read.paths['/staff/{id}']!), ['get'])
    assert.equal(read.components.schemas['NewStaffRow'], undefined)
  })
})
