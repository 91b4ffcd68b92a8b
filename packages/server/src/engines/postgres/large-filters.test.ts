import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyPostgres, postgresForTests } from '../../../test/fixtures/postgres.ts'
import { queryColumn, queryTable, rowsInSql } from '../../../test/fixtures/query-table.ts'
import { filterLimits } from '../../domain/tables/query/filter-limits.ts'
import { readFilter } from '../../domain/tables/query/read-filter.ts'
import { conditionSql } from '../sql/tables/condition-sql.ts'
import { postgresDialect } from './dialect.ts'

const { postgres, newSchema } = postgresForTests()
const open = () => emptyPostgres(postgres(), newSchema())
const films = queryTable([queryColumn('title', 'text', false), queryColumn('votes', 'integer')])

async function passing(filter: object, table: typeof films, rows: object[]): Promise<number[]> {
  const inSql = await rowsInSql(table, open)
  await inSql.putRows(rows.map((row, index) => ({ ...row, id: index + 1 })))
  const condition = readFilter(table, filter, 'UTC')!
  const ids = await inSql.ids(conditionSql(postgresDialect, table, condition))
  inSql.close()
  return ids
}

describe('the largest filters', () => {
  it('are not too deep for PostgreSQL', async () => {
    const rule = { field: 'title', filter: 'notContains', value: 'a' }
    const rest = Array.from({ length: filterLimits.rules - 32 }, () => rule)
    let filter: object = { glue: 'or', rules: rest }
    for (let depth = 3; depth <= filterLimits.depth; depth++) {
      filter = { glue: depth % 2 ? 'and' : 'or', rules: [rule, filter] }
    }

    assert.deepEqual(await passing(filter, films, [{ title: 'b' }, { title: 'a' }]), [1])
  })

  it('have not too many values for it', async () => {
    const columns = Array.from({ length: 400 }, (_, index) => queryColumn(`c${index}`, 'text'))
    const rules = [0, 1].map((index) => ({ field: '*', filter: 'contains', value: `${index}` }))
    const rows = [{ c399: '0 1 2 3 4 5 6 7 8 9 10 11' }, { c0: '1' }]

    assert.deepEqual(await passing({ rules }, queryTable(columns), rows), [1])
  })

  it('have sets of ten thousand values', async () => {
    const includes = Array.from({ length: filterLimits.includes }, (_, index) => index * 2)
    const rows = [
      { title: '', votes: 400 },
      { title: '', votes: 401 },
    ]

    assert.deepEqual(await passing({ rules: [{ field: 'votes', includes }] }, films, rows), [1])
  })
})
