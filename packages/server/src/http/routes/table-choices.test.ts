import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'

const options = ['red', 'blue', 'a,b', '5', 5, '"', ',']
const columns = [
  // Names that a database has for parts of its own.
  { name: 'value', type: 'json', options },
  { name: 'name', type: 'text' },
  { name: 'extra', type: 'json' },
]

const rows = [
  { value: ['red'], name: 'Alien' },
  { value: ['red', 'blue'], name: '' },
  { value: ['a,b', 5], extra: ['red'] },
  { value: [] },
  { value: null },
  { value: ['5', '"', ','] },
]

async function filled(): Promise<Api> {
  const set = await api({}, columns)
  for (const row of rows) {
    const { status, json } = await set.call('POST', '/films', { row })
    assert.equal(status, 200, JSON.stringify(json))
  }
  return set
}

const idsOf = (json: unknown) => (json as { id: number }[]).map(({ id }) => id)

const addresses: [string, number[]][] = [
  ['value:any=red', [1, 2]],
  ['value:any=blue,a,b', [2, 3]],
  ['value:any=red,nothing,5', [1, 2, 3]],
  ['value:any=blue&value:any=5', [2, 3]],
  ['value:any=["5"]', [6]],
  ['value:any=nothing', []],
  ['value:all=red,blue', [2]],
  ['value:all=red&value:all=blue', [2]],
  ['value:all=red,nothing', []],
  ['value:all=["\\"",","]', [6]],
  ['value:none=red', [3, 4, 5, 6]],
  ['value:none=red&value:none=5', [4, 5, 6]],
  ['value:none=nothing', [1, 2, 3, 4, 5, 6]],
  ['value=', [4, 5]],
  ['value:ne=', [1, 2, 3, 6]],
  ['value:any=red&name=Alien', [1]],
]

const rules: [object, number[]][] = [
  [{ field: 'value', filter: 'anyOf', value: ['red', 5] }, [1, 2, 3]],
  [{ field: 'value', type: 'tuple', filter: 'anyOf', value: ['5'] }, [6]],
  [{ field: 'value', filter: 'allOf', value: ['red', 'blue'] }, [2]],
  [{ field: 'value', filter: 'noneOf', value: ['red', 'a,b'] }, [4, 5, 6]],
  [{ field: 'value', filter: 'isEmpty' }, [4, 5]],
  [{ field: 'value', filter: 'isNotEmpty' }, [1, 2, 3, 6]],
  [{ field: 'name', filter: 'isEmpty' }, [2, 3, 4, 5, 6]],
  [{ field: 'extra', filter: 'isNotEmpty' }, [3]],
  [{ field: '*', filter: 'anyOf', value: ['blue'] }, [2]],
]

describe('a filter on a column of several choices', () => {
  it('finds rows by the address', async () => {
    const { call } = await filled()
    for (const [query, expected] of addresses) {
      const { status, json } = await call('GET', `/films?${encodeURI(query)}`)
      assert.equal(status, 200, `${query} ${JSON.stringify(json)}`)
      assert.deepEqual(idsOf(json), expected, query)
    }
  })

  it('finds rows by a rule, and by what it is in a group', async () => {
    const { call } = await filled()
    for (const [rule, expected] of rules) {
      const filter = { glue: 'and', rules: [{ glue: 'or', rules: [rule] }] }
      const { status, json } = await call('POST', '/films/query', { filter })
      assert.equal(status, 200, JSON.stringify([rule, json]))
      const { data, total } = json as { data: unknown; total: number }
      assert.deepEqual([idsOf(data), total], [expected, expected.length], JSON.stringify(rule))
    }
  })

  it('is kept in a view, and counts for groups and files', async () => {
    const { call } = await filled()
    const filter = { rules: [{ field: 'value', filter: 'anyOf', value: ['blue', 5] }] }
    const made = await call('POST', '/tables/films/views', { name: 'cold', filter })
    assert.equal(made.status, 200, JSON.stringify(made.json))

    assert.deepEqual(idsOf((await call('GET', '/films?view=cold')).json), [2, 3])
    const count = await call('GET', '/films/groups?by=name&value:none=red')
    assert.deepEqual(count.json, [{ name: null, count: 4 }])
    const csv = await call('GET', '/films/export?value:all=red,blue&fields=name')
    assert.equal(csv.json, 'id,name\r\n2,""\r\n')
  })
})

describe('a filter on several choices that makes no sense', () => {
  const compares = ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte']
  const texts = ['contains', 'startsWith', 'endsWith']
  const known: [string, string[]][] = [
    ['name:any=red', [...compares, ...texts]],
    ['value:lt=5', ['eq', 'ne', 'in', ...texts, 'any', 'all', 'none']],
    ['extra:any=red', ['eq', 'ne', 'in', ...texts]],
    ['id:some=5', [...compares, ...texts]],
  ]

  it('is refused by the address, with the operators that there are', async () => {
    const { call } = await filled()
    for (const [query, operators] of known) {
      const { status, json } = await call('GET', `/films?${query}`)
      const told = json as Record<string, unknown>
      assert.deepEqual([status, told['code']], [422, 'tables.unknown_operator'], query)
      assert.deepEqual(told['operators'], operators, query)
      assert.ok(String(told['error']).endsWith(`there are ${operators.join(', ')}.`), query)
    }
  })

  it('is refused in a tree, with the operators that there are for the column', async () => {
    const { call } = await filled()
    for (const [rule, has, hasNot] of [
      [{ field: 'name', filter: 'anyOf', value: ['a'] }, 'contains', 'anyOf'],
      [{ field: 'value', filter: 'like', value: 'a' }, 'noneOf', 'between'],
      [{ field: 'id', filter: 'like', value: 'a' }, 'between', 'allOf'],
      [{ field: '*', filter: 'like', value: 'a' }, 'equal', 'isEmpty'],
      [{ field: '*', filter: 'isEmpty' }, 'equal', 'isEmpty'],
    ] as const) {
      const { status, json } = await call('POST', '/films/query', { filter: { rules: [rule] } })
      const { code, operators } = json as { code: string; operators: string[] }
      assert.deepEqual([status, code], [422, 'tables.unknown_operator'], JSON.stringify(rule))
      assert.deepEqual([operators.includes(has), operators.includes(hasNot)], [true, false])
    }
  })

  it('is refused where choices are missing, are too many or can be none', async () => {
    const { call } = await filled()
    const many = Array.from({ length: 1001 }, (_, index) => index)
    for (const value of [undefined, null, 'red', [], [null], [['red']], [true], ['\0'], many]) {
      const filter = { rules: [{ field: 'value', filter: 'anyOf', value }] }
      const { status, json } = await call('POST', '/films/query', { filter })
      const { code, field } = json as Record<string, unknown>
      assert.deepEqual([status, code, field], [400, 'tables.bad_query', 'value'])
    }
    for (const query of ['value:any=', 'value:none=[]', 'value:all=[[1]]']) {
      assert.equal((await call('GET', `/films?${query}`)).status, 400, query)
    }
  })
})
