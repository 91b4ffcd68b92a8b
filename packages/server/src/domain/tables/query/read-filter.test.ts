import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { everyColumn, queryColumn, queryTable } from '../../../../test/fixtures/query-table.ts'
import { filterLimits } from './filter-limits.ts'
import { readFilter } from './read-filter.ts'

const read = (filter: unknown, zone = 'UTC') => readFilter(everyColumn, filter, zone)
const readRule = (rule: object, zone?: string) => read({ rules: [rule] }, zone)

const votes = { field: 'votes', type: 'number', filter: 'greater', value: 5 }
const overFive = {
  kind: 'compare',
  cell: { column: 'votes', read: 'value' },
  operator: '>',
  value: 5,
}

function refuses(filter: unknown, code: string, details: object = { parameter: 'filter' }): void {
  assert.throws(() => read(filter), { code, details }, JSON.stringify(filter)?.slice(0, 200))
}

/** A filter with so many groups around one rule. */
function nested(depth: number): object {
  return depth === 0 ? votes : { glue: 'and', rules: [nested(depth - 1)] }
}

function many(count: number, each: object): object {
  return { rules: Array.from({ length: count }, () => each) }
}

function set(length: number): object {
  const includes = Array.from({ length }, (_, index) => index)
  return { rules: [{ field: 'votes', includes }] }
}

describe('readFilter', () => {
  it('lets everything pass where nothing is asked', () => {
    const incomplete = { field: 'nope', type: 'text', includes: [] }
    for (const filter of [null, undefined, {}, { rules: [] }, { rules: [{}] }, incomplete]) {
      assert.equal(read(filter), null)
    }
  })

  it('takes a group, groups in groups, and a rule on its own', () => {
    assert.deepEqual(read(votes), overFive)
    assert.deepEqual(read({ rules: [votes] }), overFive)
    assert.deepEqual(read({ glue: 'or', rules: [{ rules: [votes] }, votes] }), {
      kind: 'any',
      of: [overFive, overFive],
    })
  })

  it('lets everything pass beside an empty group in an or, but not beside an empty rule', () => {
    assert.equal(read({ glue: 'or', rules: [votes, { rules: [] }] }), null)
    assert.deepEqual(read({ glue: 'or', rules: [votes, {}] }), overFive)
  })

  it('knows id as a column', () => {
    assert.deepEqual(readRule({ field: 'id', filter: 'equal', value: '7' }), {
      kind: 'compare',
      cell: { column: 'id', read: 'value' },
      operator: '=',
      value: 7,
    })
  })

  it('takes the type of the column where a rule has none', () => {
    for (const [field, type] of [
      ['name', 'text'],
      ['votes', 'number'],
      ['day', 'date'],
      ['at', 'date'],
      ['seen', 'tuple'],
    ]) {
      const rule = { field, filter: 'equal', value: '2026-04-05' }
      assert.deepEqual(readRule(rule), readRule({ ...rule, type }), field)
    }
  })

  it('reads a day, an instant and a local midnight as the same date', () => {
    const rule = { field: 'day', type: 'date', filter: 'less' }
    const expected = {
      kind: 'compare',
      cell: { column: 'day', read: 'value' },
      operator: '<',
      value: '2026-04-05',
    }
    for (const value of [
      '2026-04-05',
      '2026-4-5',
      '2026-04-05T04:00:00.000Z',
      '2026-04-05T00:00-04:00',
    ]) {
      assert.deepEqual(
        readRule({ ...rule, field: 'born', value }, 'America/New_York'),
        { ...expected, cell: { column: 'born', read: 'value' } },
        value,
      )
    }
  })

  it('keeps a datetime of a day comparable with an index', () => {
    const cell = { column: 'made', read: 'value' }
    assert.deepEqual(
      readRule(
        { field: 'made', type: 'date', filter: 'equal', value: '2026-03-08' },
        'America/New_York',
      ),
      {
        kind: 'all',
        of: [
          { kind: 'compare', cell, operator: '>=', value: '2026-03-08T05:00:00.000Z' },
          { kind: 'compare', cell, operator: '<', value: '2026-03-09T04:00:00.000Z' },
        ],
      },
    )
  })

  it('takes * for every column of the table, and contains only for text', () => {
    assert.deepEqual(readRule({ field: '*', filter: 'contains', value: 'Ä' }), {
      kind: 'any',
      of: ['name', 'title'].map((column) => ({
        kind: 'match',
        cell: { column, read: 'value' },
        part: 'anywhere',
        text: 'ä',
      })),
    })
    const equal = readRule({ field: '*', filter: 'equal', value: 5 })
    assert.equal(equal?.kind, 'any')
    // Of a range only numbers and dates can be asked.
    assert.deepEqual(
      readFilter(
        queryTable([queryColumn('name', 'text'), queryColumn('year', 'integer', false)]),
        { rules: [{ field: '*', filter: 'between', value: { start: 1 } }] },
        'UTC',
      ),
      { kind: 'compare', cell: { column: 'year', read: 'value' }, operator: '>', value: 1 },
    )
  })

  it('refuses a field that the table has not, and does not say its name again', () => {
    for (const field of ['nope', '__proto__', 'constructor', '$order', '$version', 'VOTES', '']) {
      refuses({ rules: [{ ...votes, field }] }, 'tables.bad_query')
    }
    refuses({ rules: [{ ...votes, field: 'password_hash" or 1=1 --' }] }, 'tables.bad_query')
    assert.throws(
      () => readRule({ ...votes, field: 'secret' }),
      (error: Error) => !JSON.stringify([error.message, error]).includes('secret'),
    )
  })

  it('refuses a tree that is none', () => {
    const rules = [votes]
    for (const filter of [
      5,
      'votes',
      [],
      [votes],
      { rules: {} },
      { rules: 'abc' },
      { rules: [null] },
      { rules: ['votes'] },
      { rules: [[votes]] },
      { glue: 'xor', rules },
      { glue: 'toString', rules },
      { rules: [{ ...votes, field: 5 }] },
      { rules: [{ ...votes, field: undefined }] },
      { rules: [{ ...votes, type: 5 }] },
      { rules: [{ ...votes, includes: 'abc' }] },
      { rules: [{ ...votes, includes: { length: 1 } }] },
      { rules: [{ ...votes, field: 'day', predicate: 'week' }] },
      { rules: [{ ...votes, field: 'day', predicate: 'constructor' }] },
    ]) {
      refuses(filter, 'tables.bad_query')
    }
  })

  it('refuses an operator that does not exist, or not for the type', () => {
    const field = 'votes'
    const compares = ['greater', 'less', 'greaterOrEqual', 'lessOrEqual']
    const equals = ['equal', 'notEqual']
    const matches = ['contains', 'beginsWith', 'endsWith'].flatMap((name) => [
      name,
      `not${name[0]!.toUpperCase()}${name.slice(1)}`,
    ])
    const ranges = ['between', 'notBetween']
    const always = ['isEmpty', 'isNotEmpty']
    const known = (...operators: string[][]) => ({
      parameter: 'filter',
      field,
      operators: operators.flat(),
    })
    for (const filter of ['like', 'toString', 'anyOf', { a: 1 }]) {
      const details = known(compares, equals, matches, ranges, always)
      refuses({ rules: [{ ...votes, filter }] }, 'tables.unknown_operator', details)
    }
    for (const type of ['text', 'tuple']) {
      const details = known(compares, equals, matches, always)
      refuses({ rules: [{ field, type, filter: 'between' }] }, 'tables.unknown_operator', details)
    }
    for (const filter of ['between', 'equal']) {
      const details = known(compares, matches, always)
      const rule = { field, type: 'money', filter }
      refuses({ rules: [rule] }, 'tables.unknown_operator', details)
    }
    assert.deepEqual(readRule({ ...votes, type: 'money' }), overFive)
  })

  it('refuses dates asked of a column that holds none', () => {
    for (const field of ['name', 'votes', 'score', 'seen', 'extra', 'id']) {
      const details = { parameter: 'filter', field }
      const rule = { field, filter: 'equal', value: '2026-04-05' }
      refuses({ rules: [{ ...rule, type: 'date' }] }, 'tables.bad_query', details)
      refuses({ rules: [{ ...rule, predicate: 'month' }] }, 'tables.bad_query', details)
    }
  })

  it('refuses values that no cell can have', () => {
    const details = { parameter: 'filter', field: 'name' }
    for (const value of ['a\0', '\ud83d', ['a']]) {
      refuses(
        { rules: [{ field: 'name', filter: 'contains', value }] },
        'tables.bad_query',
        details,
      )
    }
    refuses({ rules: [{ field: 'name', includes: ['a', '\0'] }] }, 'tables.bad_query', details)
  })

  it('nests groups as deep as the limit and not deeper', () => {
    assert.deepEqual(read(nested(filterLimits.depth)), overFive)
    refuses(nested(filterLimits.depth + 1), 'tables.bad_query')
  })

  it('takes as many rules and groups as the limit and not one more', () => {
    assert.notEqual(read(many(filterLimits.rules, votes)), null)
    refuses(many(filterLimits.rules + 1, votes), 'tables.bad_query')
    refuses(many(filterLimits.rules + 1, {}), 'tables.bad_query')
    assert.equal(read(many(filterLimits.rules, { rules: [] })), null)
    refuses(many(filterLimits.rules + 1, { rules: [] }), 'tables.bad_query')
  })

  it('takes a text as long as the limit and not longer', () => {
    const details = { parameter: 'filter', field: 'name' }
    const rule = { field: 'name', filter: 'contains' }
    const [fits, tooLong] = [filterLimits.textLength, filterLimits.textLength + 1].map((length) =>
      'x'.repeat(length),
    )

    assert.notEqual(readRule({ ...rule, value: fits }), null)
    refuses({ rules: [{ ...rule, value: tooLong }] }, 'tables.bad_query', details)
    refuses({ rules: [{ ...rule, includes: [tooLong] }] }, 'tables.bad_query', details)
    const range = { field: 'name', type: 'number', filter: 'between', value: { end: tooLong } }
    refuses({ rules: [range] }, 'tables.bad_query', details)
  })

  it('takes a set as large as the limit and not larger', () => {
    assert.notEqual(read(set(filterLimits.includes)), null)
    refuses(set(filterLimits.includes + 1), 'tables.query_too_large')
  })

  it('counts what * stands for', () => {
    const table = queryTable(
      Array.from({ length: 400 }, (_, index) => queryColumn(`c${index}`, 'text')),
    )
    const star = { field: '*', filter: 'contains', value: 'a' }

    assert.notEqual(readFilter(table, many(2, star), 'UTC'), null)
    assert.throws(() => readFilter(table, many(3, star), 'UTC'), {
      code: 'tables.query_too_large',
    })
  })
})
