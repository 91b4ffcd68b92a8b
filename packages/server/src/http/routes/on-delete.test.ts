import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { done, filterAddress, filterBy, upTo, versionAt } from '../../../test/fixtures/rows-api.ts'

const named = (onDelete: string, table = 'films') => ({
  name: 'film',
  type: 'integer',
  reference: { table, onDelete },
})

/** Films of the ids 1 to 3, and in other tables columns that name them. */
async function referring(tables: Record<string, 'clear' | 'restrict'>): Promise<Api> {
  const set = await api()
  for (const [name, onDelete] of Object.entries(tables)) {
    await done(set, 'POST', '/tables', { name, columns: [named(onDelete)] })
  }
  return set
}

async function name(set: Api, table: string, film: number, count: number): Promise<void> {
  for (let at = 0; at < count; at += 10_000) {
    const rows = upTo(Math.min(10_000, count - at)).map(() => ({ film }))
    await done(set, 'POST', `/${table}/rows`, { rows })
  }
}

const told = async (set: Api, head: number) =>
  (await set.changes(head)).map(({ operation, entity }) => `${operation} ${entity}`)

const filmsIn = async (set: Api, table: string) =>
  new Set((await set.rows(table)).map(({ film }) => film))

const upToN = (n: number) => filterAddress(filterBy('n', n, 'lessOrEqual'), 'tree')

describe('rows that name a row which is deleted', () => {
  it('have an entry each up to 1,000, and one for 1,001', async () => {
    const set = await referring({ roles: 'clear' })
    await name(set, 'roles', 1, 1000)
    await name(set, 'roles', 2, 1001)
    await name(set, 'roles', 3, 1)
    const head = await set.head()

    await done(set, 'DELETE', '/films/1')
    assert.equal(await set.head(), head + 1001)
    await done(set, 'DELETE', '/films/2')

    const entries = await set.changes(head + 1001)
    assert.deepEqual(
      entries.map(({ operation, entity, before, after }) => [
        operation,
        entity,
        ...(operation === 'rows-updated' ? [before, after] : []),
      ]),
      [
        ['rows-updated', 'roles', null, { count: 1001 }],
        ['row-deleted', 'films/2'],
      ],
    )
    const rows = await set.rows('roles')
    assert.deepEqual(
      rows.map(({ film }) => film),
      [...upTo(2001).map(() => null), 3],
    )
    for (const path of ['/roles/1001', '/roles/2001', '/roles']) {
      assert.equal(await versionAt(set, path), head + 1002, path)
    }
    assert.equal(await versionAt(set, '/roles/1000'), head + 1000)
  })

  it('are all found, whichever of many rows they name', async () => {
    const set = await referring({ roles: 'clear' })
    await done(set, 'POST', '/films/rows', { rows: upTo(4500).map(() => ({ name: 'x' })) })
    const ids = [4503, 1, 2500, 4, 4503, 3, 4000, 2001, 2000]
    await done(set, 'POST', '/roles/rows', { rows: ids.map((film) => ({ film })) })

    await done(set, 'DELETE', filterAddress(filterBy('name', 'x')))

    assert.deepEqual(
      (await set.rows('roles')).map(({ film }) => film),
      ids.map((id) => (id > 3 ? null : id)),
    )
  })

  it('are cleared up to 100,000 at once, and no more', async () => {
    const set = await referring({ cast: 'clear', roles: 'clear' })
    await name(set, 'cast', 1, 1)
    await name(set, 'roles', 1, 100_000)

    const refusal = [409, 'tables.too_many_rows'] as const
    const problem = await set.refuses(refusal, 'DELETE', '/films/1')
    assert.equal(problem['limit'], 100_000)
    const all = filterAddress({})
    await set.refuses(refusal, 'DELETE', all)
    await set.refuses(refusal, 'DELETE', `${all}&dryRun=true`)
    assert.deepEqual(
      [await filmsIn(set, 'cast'), await filmsIn(set, 'roles')],
      [new Set([1]), new Set([1])],
    )

    await done(set, 'PUT', '/cast/1', { film: null })
    const head = await set.head()
    await done(set, 'DELETE', all)
    assert.deepEqual(await filmsIn(set, 'roles'), new Set([null]))
    assert.deepEqual(await told(set, head), [
      'rows-updated roles',
      ...[1, 2, 3].map((id) => `row-deleted films/${id}`),
    ])
  })

  it('are not cleared when others hold the row, wherever those stand', async () => {
    const set = await referring({ cast: 'clear', prizes: 'restrict', roles: 'clear' })
    await name(set, 'cast', 1, 3)
    await name(set, 'prizes', 1, 1)
    await name(set, 'roles', 1, 100_000)

    for (const path of ['/films/1', filterAddress({}), `${filterAddress({})}&dryRun=true`]) {
      const problem = await set.refuses([409, 'tables.row_in_use'], 'DELETE', path)
      assert.deepEqual([problem['table'], problem['row'], problem['column']], ['prizes', 1, 'film'])
    }
    assert.deepEqual(await filmsIn(set, 'cast'), new Set([1]))
  })

  it('hold it when they stay, and not when all of thousands go', async () => {
    const set = await api()
    const columns = [named('restrict', 'tree'), { name: 'n', type: 'integer' }]
    await done(set, 'POST', '/tables', { name: 'tree', columns })
    const rows = upTo(3000).map((n) => ({ n, ...(n > 0 && { film: n < 1500 ? 1 : n }) }))
    await done(set, 'POST', '/tree/rows', { rows })

    const problem = await set.refuses([409, 'tables.row_in_use'], 'DELETE', upToN(2998))
    assert.deepEqual([problem['table'], problem['row']], ['tree', 3000])
    assert.deepEqual(await done(set, 'DELETE', upToN(2999)), { deleted: 3000 })
  })
})
