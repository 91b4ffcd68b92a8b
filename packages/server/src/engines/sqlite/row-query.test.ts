import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  everyColumn,
  queryColumn,
  queryTable,
  rowsInSql,
} from '../../../test/fixtures/query-table.ts'
import type { QueryRow, RowsInSql } from '../../../test/fixtures/query-table.ts'
import { someCell } from '../../../test/model/query-values.ts'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { filterLimits } from '../../domain/tables/query/filter-limits.ts'
import { readFilter } from '../../domain/tables/query/read-filter.ts'
import { readSort } from '../../domain/tables/query/read-sort.ts'
import { searchCondition } from '../../domain/tables/query/search-condition.ts'
import type { RowPlace } from '../../ports/table-query.ts'
import { conditionSql } from '../sql/tables/condition-sql.ts'
import { afterSql, orderSql, stretches } from '../sql/tables/sort-sql.ts'
import { identifier, join, sql } from '../sql/core/sql.ts'
import type { Sql, SqlValue } from '../sql/core/sql.ts'
import { sqliteDialect } from './dialect.ts'

let table: RowsInSql

before(async () => {
  table = await rowsInSql(everyColumn)
})
after(() => table.close())

const plain: QueryRow = {
  id: 1,
  name: null,
  title: '',
  votes: null,
  year: 2026,
  score: null,
  weight: 0.5,
  seen: null,
  open: false,
  day: null,
  born: '2026-01-31',
  at: null,
  made: '2026-02-01T02:00:00.000Z',
  extra: null,
  more: 0,
}

function where(filter: unknown, zone = 'UTC'): Sql {
  const condition = readFilter(everyColumn, filter, zone)
  return condition ? conditionSql(sqliteDialect, everyColumn, condition) : sql`true`
}

/** The numbers of the rows that pass, counted from 1. */
async function passing(rule: object, rows: Partial<QueryRow>[], zone?: string): Promise<number[]> {
  await table.putRows(rows.map((row, index) => ({ ...plain, ...row, id: index + 1 })))
  return table.ids(where({ rules: [rule] }, zone))
}

function sorted(text: string, condition: Sql): Sql {
  return sql`select * from "films" where ${condition}
    order by ${orderSql(sqliteDialect, everyColumn, readSort(everyColumn, text))} limit 10`
}

function equalText(field: string, value: unknown): object {
  return { field, type: 'text', filter: 'equal', value }
}

async function planOf(statement: Sql): Promise<string> {
  const steps = await table.session.all(sql`explain query plan ${statement}`)
  return steps.map((step) => String(step[3])).join('; ')
}

describe('where the client fails or finds something by accident', () => {
  it('compares what is no text as the text JavaScript makes of it', async () => {
    assert.deepEqual(await passing(equalText('votes', '5'), [{ votes: 5 }, { votes: 55 }, {}]), [1])
    assert.deepEqual(
      await passing(equalText('score', '1E+21'), [{ score: 1e21 }, { score: 5 }]),
      [1],
    )
    assert.deepEqual(
      await passing(equalText('seen', 'TRUE'), [{ seen: true }, { seen: false }]),
      [1],
    )
    assert.deepEqual(
      await passing(equalText('extra', 'A,1'), [{ extra: ['a', 1] }, { extra: 'b' }]),
      [1],
    )
    assert.deepEqual(await passing(equalText('title', 5), [{ title: '5' }, { title: '5.0' }]), [1])
  })

  it('takes no value for the empty text', async () => {
    const rows = [{ name: '' }, { name: 'a' }, { name: null }]
    const rule = { field: 'name', type: 'text' }

    assert.deepEqual(await passing({ ...rule, filter: 'equal' }, rows), [1])
    assert.deepEqual(await passing({ ...rule, filter: 'notEqual', value: null }, rows), [2, 3])
    assert.deepEqual(await passing({ ...rule, filter: 'contains', value: null }, rows), [1, 2])
  })

  it('knows no month and no year of an empty date', async () => {
    const rows = [{ day: '2026-04-05' }, { day: '1970-01-05' }, { day: null }]
    const rule = { field: 'day', type: 'number', predicate: 'month' }

    assert.deepEqual(await passing({ ...rule, filter: 'equal', value: 0 }, rows), [2])
    assert.deepEqual(await passing({ ...rule, filter: 'notEqual', value: 0 }, rows), [1, 3])
    assert.deepEqual(await passing({ ...rule, filter: 'less', value: 12 }, rows), [1, 2])
    assert.deepEqual(await passing({ ...rule, filter: 'notContains', value: '3' }, rows), [2, 3])
  })

  it('looks for text in a date as it is sent', async () => {
    const rule = { type: 'date', filter: 'beginsWith', value: '2026-04' }
    const rows = [
      { day: '2026-04-05', at: '2026-04-05T01:00:00.000Z' },
      { day: '2026-05-04', at: '2026-05-04T01:00:00.000Z' },
      {},
    ]

    assert.deepEqual(await passing({ ...rule, field: 'day' }, rows), [1])
    assert.deepEqual(await passing({ ...rule, field: 'at' }, rows), [1])
    assert.deepEqual(
      await passing({ ...rule, field: 'day', filter: 'contains', value: '0' }, rows),
      [1, 2],
    )
    const ends = { ...rule, field: 'at', type: 'text', filter: 'endsWith', value: '01:00:00.000Z' }
    assert.deepEqual(await passing(ends, rows), [1, 2])
  })

  it('lets everything pass where a range has no ends at all', async () => {
    const rule = { field: 'votes', type: 'number', filter: 'between', value: null }

    assert.deepEqual(await passing(rule, [{ votes: 5 }, {}]), [1, 2])
    assert.deepEqual(await passing({ ...rule, filter: 'notBetween' }, [{ votes: 5 }, {}]), [1, 2])
  })

  it('takes a range without a start that ends with a plain day', async () => {
    const rule = { field: 'day', type: 'date', filter: 'between', value: { end: '2026-04-05' } }

    assert.deepEqual(await passing(rule, [{ day: '2026-04-04' }, { day: '2026-04-05' }]), [1])
  })

  it('reads the parts of an instant on the clocks of the client', async () => {
    const rows = [{ made: '2026-01-01T04:59:59.999Z' }, { made: '2026-01-01T05:00:00.000Z' }]
    const rule = { field: 'made', type: 'number', predicate: 'year', filter: 'equal', value: 2026 }

    assert.deepEqual(await passing(rule, rows), [1, 2])
    assert.deepEqual(await passing(rule, rows, 'America/New_York'), [2])
    const month = { ...rule, predicate: 'yearMonth', value: 2025 * 12 + 12 }
    assert.deepEqual(await passing(month, rows, 'America/New_York'), [1])
  })

  it('finds many days of an instant as it finds a few', async () => {
    const rows = [{ at: '2026-03-08T04:59:59.999Z' }, { at: '2026-03-08T05:00:00.000Z' }, {}]
    const includes = Array.from({ length: 30 }, (_, day) => `2026-03-${day + 8}`)

    for (const count of [1, 30]) {
      const rule = { field: 'at', type: 'date', includes: includes.slice(0, count) }
      assert.deepEqual(await passing(rule, rows, 'America/New_York'), [2])
    }
  })
})

describe('a search', () => {
  it('finds a phrase in any text column, with its wildcards as they are', async () => {
    await table.putRows([
      { ...plain, name: 'Straße 100%' },
      { ...plain, id: 2, title: 'STRASSE 1000' },
      { ...plain, id: 3, title: 'straße  100%' },
    ])
    const ids = (text: string) =>
      table.ids(conditionSql(sqliteDialect, everyColumn, searchCondition(everyColumn, text)!))

    assert.deepEqual(await ids('STRAßE'), [1, 2, 3])
    assert.deepEqual(await ids('strasse  100'), [3])
    assert.deepEqual(await ids('e 100%'), [1])
    assert.deepEqual(await ids('_'), [])
  })
})

describe('the largest filters', () => {
  it('are not too deep for the database', async () => {
    const rule = { field: 'title', filter: 'notContains', value: 'a' }
    const rest = Array.from({ length: filterLimits.rules - 32 }, () => rule)
    let filter: object = { glue: 'or', rules: rest }
    // One group is around what is tried.
    for (let depth = 3; depth <= filterLimits.depth; depth++) {
      filter = { glue: depth % 2 ? 'and' : 'or', rules: [rule, filter] }
    }

    assert.deepEqual(await passing(filter, [{ title: 'b' }, { title: 'a' }]), [1])
  })

  it('have not too many values for the database', async () => {
    const wide = queryTable(
      Array.from({ length: 400 }, (_, index) => queryColumn(`c${index}`, 'text')),
    )
    const rules = Array.from({ length: 2 }, (_, index) => ({
      field: '*',
      filter: 'contains',
      value: `${index}`,
    }))
    const inSql = await rowsInSql(wide)
    await inSql.putRows([
      { id: 1, c399: '0 1 2 3 4 5 6 7 8 9 10 11' },
      { id: 2, c0: '1' },
    ])

    const condition = readFilter(wide, { rules }, 'UTC')!

    assert.deepEqual(await inSql.ids(conditionSql(sqliteDialect, wide, condition)), [1])
    inSql.close()
  })

  it('pass a set of ten thousand values as one', async () => {
    const includes = Array.from({ length: filterLimits.includes }, (_, index) => index * 2)
    const statement = where({ rules: [{ field: 'votes', includes }] })

    assert.equal(statement.values.length, 1)
    assert.deepEqual(
      await passing({ field: 'votes', includes }, [{ votes: 400 }, { votes: 401 }]),
      [1],
    )
  })
})

describe('an index on a column', () => {
  before(async () => {
    for (const name of ['name', 'votes', 'year', 'score', 'seen', 'day', 'at', 'made']) {
      const index = identifier(`by_${name}`)
      await table.session.run(sql`create index ${index} on "films" (${identifier(name)})`)
    }
  })

  const plans: [string, object, RegExp][] = [
    ['a number', { field: 'year', filter: 'greater', value: 5 }, /by_year \(year>\?\)/],
    [
      'a number that may be empty',
      { field: 'votes', filter: 'greater', value: 5 },
      /by_votes \(votes>\?\)/,
    ],
    [
      'a number and the empty',
      { field: 'votes', filter: 'less', value: 5 },
      /by_votes \(votes<\?\).*by_votes \(votes=\?\)/,
    ],
    ['an equal number', { field: 'score', filter: 'equal', value: 5 }, /by_score \(score=\?\)/],
    [
      'a range',
      { field: 'year', filter: 'between', value: { start: 1, end: 9 } },
      /by_year \(year>\? AND year<\?\)/,
    ],
    ['a set of numbers', { field: 'votes', includes: [1, 2] }, /by_votes \(votes=\?\)/],
    ['a set of texts', { field: 'name', includes: ['a'] }, /by_name \(name=\?\)/],
    ['true', { field: 'seen', includes: [true] }, /by_seen \(seen=\?\)/],
    ['a later day', { field: 'day', filter: 'greater', value: '2026-04-05' }, /by_day \(day>\?\)/],
    ['a set of days', { field: 'day', includes: ['2026-04-05'] }, /by_day \(day=\?\)/],
    [
      'the day of an instant',
      { field: 'made', filter: 'equal', value: '2026-04-05' },
      /by_made \(made>\? AND made<\?\)/,
    ],
    [
      'a few days of instants',
      { field: 'at', includes: ['2026-04-05', '2026-05-05'] },
      /by_at \(at>\? AND at<\?\)/,
    ],
    ['a row', { field: 'id', filter: 'equal', value: 5 }, /INTEGER PRIMARY KEY \(rowid=\?\)/],
  ]
  for (const [what, rule, expected] of plans) {
    it(`serves ${what}`, async () => {
      const plan = await planOf(
        sql`select * from "films" where ${where({ rules: [rule] }, 'America/New_York')}`,
      )

      assert.match(plan, expected)
      assert.doesNotMatch(plan, /SCAN films/)
    })
  }

  it('tells where the rows behind a place begin', async () => {
    const place = { values: [5], order: 'a', id: 1 }
    for (const text of ['year', '-year', 'votes']) {
      const condition = afterSql(sqliteDialect, everyColumn, readSort(everyColumn, text), place)

      const plan = await planOf(sorted(text, condition))

      assert.match(plan, /^SEARCH films USING INDEX by_(year|votes) \((year|votes)[<>]\?\)/)
      assert.doesNotMatch(plan, /TEMP B-TREE FOR ORDER BY/)
    }
  })

  it('serves each stretch of a sort, from the start and from any row on', async () => {
    const [beyondEmpty, beyondFive] = [null, 5].map((value) => ({
      values: [value, value],
      order: 'a',
      id: 1,
    }))
    for (const text of ['votes', '-votes', 'year', '-year', 'votes,-score', '-votes,score']) {
      const mayBeEmpty = text.includes('votes')
      for (const last of [null, beyondFive!, ...(mayBeEmpty ? [beyondEmpty!] : [])]) {
        for (const part of stretches(
          sqliteDialect,
          everyColumn,
          readSort(everyColumn, text),
          last,
        )) {
          const plan = await planOf(sorted(text, part))
          assert.match(plan, /^SEARCH films USING INDEX by_(votes|year|score)/, part.text)
          assert.doesNotMatch(plan, /TEMP B-TREE FOR ORDER BY/, part.text)
        }
      }
    }
  })

  it('leaves nothing to be sorted when the order of the table is in it', async () => {
    await table.session.run(sql`create index "by_open" on "films" ("open", "$order", "id")`)
    const sort = readSort(everyColumn, 'open')
    const last = { values: [1], order: 'a', id: 1 }

    for (const part of [
      ...stretches(sqliteDialect, everyColumn, sort, null),
      ...stretches(sqliteDialect, everyColumn, sort, last),
    ]) {
      const plan = await planOf(sorted('open', part))
      assert.match(plan, /^SEARCH films USING INDEX by_open/)
      assert.doesNotMatch(plan, /TEMP B-TREE/)
    }
  })
})

describe('a page that begins after a row', () => {
  it('has exactly the rows that follow, with empty cells and mixed directions', async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`seed ${seed}`)
    const random = seededRandom(seed)
    const columns = everyColumn.columns.filter(({ name }) =>
      ['votes', 'seen', 'name', 'open'].includes(name),
    )
    const few = queryTable(columns)
    const inSql = await rowsInSql(few)

    for (let round = 0; round < 60; round++) {
      const rows = Array.from({ length: 25 }, (_, index) => ({
        ...Object.fromEntries(columns.map((column) => [column.name, someCell(random, column)])),
        id: 25 - index,
      }))
      await inSql.putRows(rows)
      const sort = readSort(
        few,
        Array.from({ length: random.between(0, 3) }, () => ({
          key: random.pick([...columns.map(({ name }) => name), 'id']),
          order: random.pick(['asc', 'desc']),
        })),
      )
      const sortColumns = sort.map(({ column }) => sql`${identifier(column)}`)
      const select = (condition: Sql) =>
        sql`select ${join([sql`"$order"`, sql`"id"`, ...sortColumns], ', ')} from "films"
            where ${condition} order by ${orderSql(sqliteDialect, few, sort)}`
      const inStretches = async (last: RowPlace | null) => {
        const found = []
        for (const part of stretches(sqliteDialect, few, sort, last)) {
          found.push(...(await inSql.session.all(select(part))))
        }
        return found
      }
      const all = await inSql.session.all(select(sql`true`))
      assert.deepEqual(await inStretches(null), all)

      for (const [place, [order, id, ...values]] of all.entries()) {
        const last = { order: String(order), id: Number(id), values: values as SqlValue[] }
        const rest = all.slice(place + 1)
        const message = `seed ${seed}, ${JSON.stringify(sort)} after ${JSON.stringify(last)}`
        assert.deepEqual(
          await inSql.session.all(select(afterSql(sqliteDialect, few, sort, last))),
          rest,
          message,
        )
        assert.deepEqual(await inStretches(last), rest, message)
      }
    }
    inSql.close()
  })
})
