import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellValue, Column, ColumnType, Table } from '@triptych/contract/tables'
import type { Database } from './database.ts'
import type { Condition } from './row-query.ts'
import { everyRow, groupBytes, pageBytes } from './table-query.ts'
import type { RowForm, RowPage, RowPlace, RowQuery } from './table-query.ts'
import type { TableStore, Values } from './table-store.ts'

/** What `TableQueries` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function tableQueryContract(open: () => Promise<Database>): void {
  const filled = async (rows: readonly Values[], table = films) => {
    const db = await open()
    await fill(db, table, rows)
    return db
  }
  const using = async (rows: readonly Values[], work: (db: Database) => Promise<void>) => {
    const db = await filled(rows)
    try {
      await work(db)
    } finally {
      await db.close()
    }
  }

  describe('pages of a query', () => {
    it('have the rows that pass, in the order of the sort, and of the table where that is equal', () =>
      using(few, async (db) => {
        const pages: [RowQuery, ids: number[]][] = [
          [everyRow, [1, 2, 3, 4, 5, 6]],
          [sortedBy('name'), [3, 1, 5, 2, 4, 6]],
          [sortedBy('-name'), [6, 2, 4, 1, 5, 3]],
          [sortedBy('-votes', 'name'), [6, 1, 2, 4, 3, 5]],
          [{ ...sortedBy('id'), where: votesAbove(1) }, [1, 2, 4, 6]],
          [{ ...everyRow, where: votesAbove(100) }, []],
          [{ ...sortedBy('-id'), where: none }, []],
        ]

        for (const [query, ids] of pages) {
          const page = await pageOf(db, query)
          assert.deepEqual(idsIn(page), ids)
          assert.deepEqual([page.count, page.next], [ids.length, null])
        }
      }))

    it('begin behind a place and pass over rows, with the place of the last one while more follow', () =>
      using(few, async (db) => {
        for (const query of [everyRow, sortedBy('-votes', 'name'), { ...everyRow, where: some }]) {
          const all = idsIn(await pageOf(db, query))
          for (let limit = 1; limit <= all.length + 1; limit++) {
            for (let skip = 0; skip <= all.length + 1; skip++) {
              const page = await pageOf(db, query, { skip, limit })
              assert.deepEqual(idsIn(page), all.slice(skip, skip + limit))
              assert.equal(page.next?.id ?? null, all[skip + limit] ? all[skip + limit - 1] : null)
              if (!page.next) continue
              const rest = await pageOf(db, query, { after: page.next, skip: 1 })
              assert.deepEqual(idsIn(rest), all.slice(skip + limit + 1))
            }
          }
        }
      }))

    it('have the rows whose lists have one or all of some values, each as what it is', async () => {
      const lists = [['a'], ['a', 'b,"'], [5], ['5'], [], null]
      const table: Table = { ...films, columns: [column('value', 'json')] }
      const db = await filled(
        lists.map((value) => ({ value })),
        table,
      )
      const cases: ['any' | 'all', (string | number)[], ids: number[], others: number[]][] = [
        ['any', ['a'], [1, 2], [3, 4, 5, 6]],
        ['any', ['b,"', 5, 'nope'], [2, 3], [1, 4, 5, 6]],
        ['all', ['b,"', 'a'], [2], [1, 3, 4, 5, 6]],
        ['all', ['5'], [4], [1, 2, 3, 5, 6]],
      ]
      for (const [which, values, ids, others] of cases) {
        const where: Condition = { kind: 'has', column: 'value', which, values }
        const page = { after: null, skip: 0, limit: 9 }
        await db.read(async ({ tables }) => {
          assert.deepEqual(idsIn(await tables.page(table, { ...everyRow, where }, page)), ids)
          const not = { ...everyRow, where: { kind: 'not', of: where } as const }
          assert.deepEqual(idsIn(await tables.page(table, not, page)), others)
        })
      }
      await db.close()
    })

    it('have the columns that were named, in that order, and the id', () =>
      using(few, async (db) => {
        const text = async (fields: string[] | null, query = everyRow) => {
          const { json } = await pageOf(db, { ...query, fields }, { limit: 1 })
          return new TextDecoder().decode(json)
        }

        assert.equal(await text(['votes', 'name']), '[{"id":1,"votes":5,"name":"b"}]')
        assert.equal(await text([], sortedBy('votes')), '[{"id":5}]')
        assert.equal(await text(null), '[{"id":1,"name":"b","votes":5}]')
      }))

    it('are shorter where rows are large, and leave none out', () => {
      const name = 'x'.repeat(pageBytes / 3)
      const large = [...Array.from({ length: 8 }, () => ({ name, votes: 1 })), huge]
      return using(large, async (db) => {
        for (const query of [sortedBy('-id'), { ...everyRow, where: votesAbove(0) }]) {
          const ids: number[] = []
          let after: RowPlace | null = null
          do {
            const page: RowPage = await pageOf(db, query, { after, limit: 100 })
            assert.ok(page.count === 1 || page.json.length < pageBytes * 1.1)
            ids.push(...idsIn(page))
            after = page.next
          } while (after)
          const all = [1, 2, 3, 4, 5, 6, 7, 8, 9]
          assert.deepEqual(ids, query.where ? all : all.toReversed())
        }
      })
    })
  })

  describe('all rows of a query', () => {
    it('are one document, with or without rows', () =>
      using(few, async (db) => {
        const query = { ...sortedBy('-name'), fields: ['votes'], where: votesAbove(1) }

        assert.equal(await textOf(db, query, 'json'), '[{"id":6,"votes":7},{"id":2,"votes":4},{"id":4,"votes":4},{"id":1,"votes":5}]') // prettier-ignore
        assert.equal(
          await textOf(db, { ...query, where: votesAbove(5) }, 'ndjson'),
          '{"id":6,"votes":7}\n',
        )
        assert.equal(
          await textOf(db, { ...query, where: votesAbove(5) }, 'csv'),
          'id,votes\r\n6,7\r\n',
        )
        assert.equal(
          await textOf(db, query, 'tsv'),
          'id\tvotes\r\n6\t7\r\n2\t4\r\n4\t4\r\n1\t5\r\n',
        )
        for (const sort of [[], query.sort]) {
          const nothing = { ...query, sort, where: none }
          const texts: string[] = []
          for (const form of ['json', 'ndjson', 'csv', 'tsv'] as const) {
            texts.push(await textOf(db, nothing, form))
          }
          assert.deepEqual(texts, ['[]', '', 'id,votes\r\n', 'id\tvotes\r\n'])
        }
      }))

    it('come in pieces where there are many, each row once', () => {
      const many = Array.from({ length: 2500 }, (_, n) => ({ name: `n${n % 7}`, votes: n % 100 }))
      return using(many, async (db) => {
        for (const query of [everyRow, sortedBy('votes'), { ...everyRow, where: votesAbove(10) }]) {
          const rows = JSON.parse(await textOf(db, query, 'json')) as { id: number }[]
          const expected = many
            .map((row, index) => ({ id: index + 1, ...row }))
            .filter(({ votes }) => query.where === null || votes > 10)
          if (query.sort.length > 0) expected.sort((a, b) => a.votes - b.votes || a.id - b.id)
          assert.deepEqual(rows, expected)
          const lines = await textOf(db, query, 'csv')
          assert.equal(lines.split('\r\n').length, expected.length + 2)
        }
      })
    })

    it('show one state of the table while it changes, also when several are read at once', () => {
      const many = Array.from({ length: 1500 }, (_, n) => ({ name: null, votes: n }))
      return using(many, async (db) => {
        const queries = [sortedBy('-votes'), sortedBy('name'), everyRow]
        const streams = queries.map((query) =>
          db.stream(({ tables }) => tables.rows(films, query, 'json')),
        )
        const begun: Uint8Array[] = []
        for (const stream of streams) {
          const { value } = await stream.next()
          begun.push(value as Uint8Array)
        }
        await db.transact(({ tables }) => tables.remove(films, 1500, 9))

        for (const [index, stream] of streams.entries()) {
          const pieces = [begun[index]!, ...(await Array.fromAsync(stream))]
          const rows = JSON.parse(Buffer.concat(pieces).toString()) as unknown[]
          assert.equal(rows.length, 1500)
        }
      })
    })

    it('can be left half-way, and read again', () => {
      const many = Array.from({ length: 1500 }, (_, n) => ({ name: null, votes: n }))
      return using(many, async (db) => {
        for (let turn = 0; turn < 10; turn++) {
          const query = turn % 2 === 0 ? sortedBy('-votes') : everyRow
          const stream = db.stream(({ tables }) => tables.rows(films, query, 'json'))
          await stream.next()
          await stream.return?.()
        }
        const rows = JSON.parse(await textOf(db, sortedBy('-votes'), 'json')) as unknown[]
        assert.equal(rows.length, 1500)
      })
    })
  })

  describe('counts', () => {
    it('go as far as the cap', () =>
      using(few, async (db) => {
        const count = (where: Condition | null, cap: number) =>
          db.read(({ tables }) => tables.count(films, where, cap))

        assert.deepEqual(
          [await count(null, 100), await count(null, 6), await count(null, 5)],
          [6, 6, 5],
        )
        assert.equal(await count(some, 100), 4)
        assert.deepEqual([await count(some, 4), await count(some, 3)], [4, 3])
        assert.equal(await count(none, 100), 0)
      }))

    it('are told as JSON with the row before each, in the order of the table', () =>
      using(few, async (db) => {
        await db.transact(async ({ tables }) => {
          await tables.move(films, 5, 'a0', 2)
          await tables.removeMany(films, [2], 3)
        })
        await db.read(async ({ tables }) => {
          assert.deepEqual(await tables.placedRows(films, [6, 1, 5, 2, 9]), [
            { json: '{"id":5,"name":"b","votes":null}', behind: null },
            { json: '{"id":1,"name":"b","votes":5}', behind: 5 },
            { json: '{"id":6,"name":"long","votes":7}', behind: 4 },
          ])
          assert.deepEqual(await tables.placedRows(films, []), [])
        })
      }))

    it('are told between two revisions by the log, where that names each row', () =>
      using(few, (db) =>
        db.transact(async ({ tables, changes }) => {
          const by = { actor: 'me', origin: null, at: new Date(0) }
          const facts: [string, string, string, number | null, boolean?][] = [
            ['tables', 'row-added', 'films/1', 1, false],
            ['tables', 'row-deleted', 'films/1', -1, false],
            ['tables', 'row-moved', 'films/2', 0, false],
            ['tables', 'rows-moved', 'films', 0, false],
            ['tables', 'row-updated', 'films/2', 0, true],
            ['tables', 'rows-updated', 'films', 0, true],
            ['tables', 'row-added', 'films2/9', 0, true],
            ['tables', 'row-added', 'film/9', 0, true],
            ['tables', 'rows-added', 'others', 0, true],
            ['gantt', 'row-added', 'films/9', 0, true],
            ['tables', 'rows-added', 'films', null],
            ['tables', 'rows-deleted', 'films', null],
            ['tables', 'table-changed', 'films', null],
            ['tables', 'table-created', 'films', null],
          ]
          let before = await changes.head()
          for (const [area, operation, entity, gained, isInPlace] of facts) {
            const change = { area, operation, entity, before: null, after: null } as never
            const revision = await changes.append(change, by)
            const expected = gained === null ? null : { gained, isInPlace }
            const found = await tables.changeOfRows(films, before, revision)
            assert.deepEqual(found, expected, `${operation} ${entity}`)
            before = revision
          }
          const all = await tables.changeOfRows(films, 0, facts.length - 4)
          assert.deepEqual(all, { gained: 0, isInPlace: false })
        }),
      ))

    it('take a sample of rows from all over the table', () => {
      const many = Array.from({ length: 1000 }, (_, n) => ({ name: null, votes: n }))
      return using(many, async (db) => {
        const sampled = (where: Condition, sample: number) =>
          db.read(({ tables }) => tables.sampled(films, where, sample))

        assert.deepEqual(await sampled(votesAbove(499), 1000), { looked: 1000, passed: 500 })
        assert.deepEqual(await sampled(votesAbove(499), 5000), { looked: 1000, passed: 500 })
        assert.deepEqual(await sampled(votesAbove(499), 100), { looked: 100, passed: 50 })
        assert.deepEqual(await sampled(none, 100), { looked: 100, passed: 0 })
      })
    })

    it('take no sample of a table without rows', () =>
      using([], async (db) => {
        const { looked, passed } = await db.read(({ tables }) => tables.sampled(films, some, 10))
        assert.deepEqual([looked, passed], [0, 0])
      }))
  })

  describe('places', () => {
    it('are those of each so many rows, and pages go on behind them', () => {
      const many = Array.from({ length: 23 }, (_, n) => ({
        name: n % 3 === 0 ? null : `n${n % 4}`,
        votes: n % 5,
      }))
      return using(many, async (db) => {
        const queries = [everyRow, sortedBy('-name', 'votes'), sortedBy('id'), sortedBy('-id')]
        for (const query of [
          ...queries,
          { ...sortedBy('votes'), where: some },
          { ...everyRow, where: some },
        ]) {
          const all = idsIn(await pageOf(db, query))
          for (const step of [1, 5, 23, 24]) {
            const places = await db.read(({ tables }) => tables.places(films, query, step))
            assert.deepEqual(
              places.map(({ id }) => id),
              all.filter((_, index) => (index + 1) % step === 0),
            )
            for (const [index, after] of places.entries()) {
              const page = await pageOf(db, query, { after })
              assert.deepEqual(idsIn(page), all.slice((index + 1) * step))
            }
          }
        }
      })
    })
  })

  describe('all rows of a query', () => {
    const queries = [
      sortedBy('votes'),
      sortedBy('-votes', 'name'),
      sortedBy('name', '-votes'),
      { ...sortedBy('-name'), where: some },
      { ...everyRow, where: some },
    ]

    it('are looked for in the whole table where no index leads to them', () =>
      using([], (db) =>
        db.read(async ({ tables }) => {
          const indexed: Table = {
            ...films,
            indexes: [{ name: 'votes', columns: ['votes'], unique: false }],
          }
          const looks = (table: Table, query: RowQuery) => tables.looksThrough(table, query)

          for (const query of queries) assert.ok(await looks(films, query))
          for (const query of [everyRow, sortedBy('id'), { ...sortedBy('-id'), where: some }]) {
            assert.ok(!(await looks(films, query)))
          }
          const [byVotes, , byName, , plain] = queries as [RowQuery, RowQuery, ...RowQuery[]]
          assert.deepEqual(
            await Promise.all([byVotes, byName, plain].map((query) => looks(indexed, query!))),
            [false, true, false],
          )
        }),
      ))

    it('are those of its pages', () =>
      using(few, async (db) => {
        for (const query of [...queries, everyRow, { ...everyRow, where: none }]) {
          const all = await db.read(({ tables }) => tables.allIds(films, query))
          assert.deepEqual(all, idsIn(await pageOf(db, query)))
        }
      }))

    it('are the same after changes, however few or many of them changed', () => {
      const many = Array.from({ length: 40 }, (_, n) => ({
        name: n % 3 === 0 ? null : `n${n % 4}`,
        votes: n % 7 === 0 ? null : n % 5,
      }))
      return using(many, async (db) => {
        const rounds: [changed: number[], name: string | null, votes: number | null][] = [
          [[1], 'n2', 3],
          [[40], null, 0],
          [[7, 3, 22], 'a', 4],
          [[7, 8, 9, 10, 11], 'zz', null],
          [Array.from({ length: 40 }, (_, n) => n + 1), 'n1', 2],
          [[], null, null],
        ]
        for (const [changed, name, votes] of rounds) {
          const before = await allOf(db, queries)
          await db.transact(async ({ tables }) => {
            for (const id of changed) await tables.update(films, id, { name, votes }, 2)
          })
          await expectFollowed(db, before, changed)
        }
      })
    })

    it('are the same after rows came, went and were moved', () =>
      using(few, async (db) => {
        const works: [changed: number[], (tables: TableStore) => Promise<void>][] = [
          [[3, 6], async (tables) => tables.removeMany(films, [3, 6], 2)],
          [[2], async (tables) => tables.move(films, 2, 'a000004x', 3)],
          [
            [7, 3],
            async (tables) => {
              const [order, values] = ['a000000x', { name: 'ba', votes: 4 }]
              await tables.insert(films, { id: 7, version: 4, order, values })
              await tables.insert(films, { id: 3, version: 4, order: 'a9', values })
            },
          ],
          // A row that came and went again.
          [[9], async () => {}],
        ]
        for (const [changed, work] of works) {
          const before = await allOf(db, queries)
          await db.transact(({ tables }) => work(tables))
          await expectFollowed(db, before, changed)
        }
      }))

    it('are told between two revisions by the log, where that names each that changed', () =>
      using(few, (db) =>
        db.transact(async ({ tables, changes }) => {
          const by = { actor: 'me', origin: null, at: new Date(0) }
          const facts: [string, string, string, number[] | null][] = [
            ['tables', 'row-added', 'films/1', [1]],
            ['tables', 'row-deleted', 'films/1', [1]],
            ['tables', 'row-moved', 'films/2', [2]],
            ['tables', 'row-updated', 'films/3', [3]],
            ['tables', 'row-added', 'films2/9', []],
            ['tables', 'row-added', 'film/9', []],
            ['gantt', 'row-added', 'films/9', []],
            ['tables', 'rows-moved', 'films', null],
            ['tables', 'rows-updated', 'films', null],
            ['tables', 'rows-added', 'films', null],
            ['tables', 'rows-deleted', 'films', null],
            ['tables', 'table-changed', 'films', null],
          ]
          const first = await changes.head()
          let before = first
          for (const [area, operation, entity, expected] of facts) {
            const change = { area, operation, entity, before: null, after: null } as never
            const revision = await changes.append(change, by)
            const found = await tables.changedRows(films, before, revision, 9)
            assert.deepEqual(found, expected, `${operation} ${entity}`)
            before = revision
          }
          const told = async (count: number, most: number) =>
            (await tables.changedRows(films, first, first + count, most))?.toSorted()
          assert.deepEqual(await told(7, 3), [1, 2, 3])
          assert.equal(await told(7, 2), undefined)
          assert.equal(await told(8, 9), undefined)
        }),
      ))
  })

  describe('values and groups', () => {
    it('suggest each value once, in order, with how many rows have it', () =>
      using(few, async (db) => {
        const suggested = (column: string, where: Condition | null, limit: number, longest = 10) =>
          db.read(({ tables }) => tables.suggestions(films, column, { where, limit, longest }))

        assert.deepEqual(await suggested('name', null, 10), [
          { value: 'b', count: 2 },
          { value: 'ba', count: 2 },
          { value: 'long', count: 1 },
        ])
        assert.deepEqual(await suggested('name', null, 10, 1), [{ value: 'b', count: 2 }])
        assert.deepEqual(await suggested('votes', some, 2), [
          { value: 4, count: 2 },
          { value: 5, count: 1 },
        ])
        assert.deepEqual(await suggested('id', none, 2), [])
      }))

    it('are counted and added up, those without a value first', () =>
      using(few, async (db) => {
        const groups = await db.read(({ tables }) =>
          tables.groups(films, {
            where: null,
            keys: [{ column: 'name', unit: null, zone: 'UTC' }],
            aggregates: [
              { operator: 'count', column: null },
              { operator: 'sum', column: 'votes' },
              { operator: 'max', column: 'id' },
            ],
            limit: 3,
          }),
        )
        assert.deepEqual(groups, [
          [null, 1, 0, 3],
          ['b', 2, 5, 5],
          ['ba', 2, 8, 4],
        ])
      }))

    it('are refused where they hold too much text', () => {
      const [a, b] = ['a'.repeat(groupBytes / 2), 'b'.repeat(groupBytes / 2)]
      const rows = [a, b, 'c'].map((name) => ({ name, votes: 1 }))
      return using(rows, async (db) => {
        const groups = (limit: number) =>
          db.read(({ tables }) =>
            tables.groups(films, {
              where: null,
              keys: [{ column: 'name', unit: null, zone: 'UTC' }],
              aggregates: [{ operator: 'count', column: null }],
              limit,
            }),
          )

        assert.equal((await groups(2)).length, 2)
        await assert.rejects(groups(3), { code: 'tables.query_too_large' })
      })
    })
  })

  describe('odd names', () => {
    for (const name of oddTables) {
      it(`are no hindrance: ${name}`, async () => {
        const columns = oddColumns.map((each, index) => column(each, types[index % types.length]!))
        const table: Table = { name, columns, indexes: [] }
        const rows = [0, 1, 2].map((n) =>
          Object.fromEntries(columns.map((each) => [each.name, valueOf(each.type, n)])),
        )
        const db = await filled(rows, table)
        try {
          await queryEverything(db, table, rows)
        } finally {
          await db.close()
        }
      })
    }
  })
}

/** Names that the statements have for something of their own, or that mean something in SQL. */
const oddTables = words(
  `wanted list json_each numbered found sizes page counted groups t pragma_index_list select order
   temp main json_object a-b ordered`,
)
const oddColumns = words(
  `position id2 list t page item bytes key value json found wanted numbered number count sum rowid
   temp order a"b it's ? groups sizes looked films _sorted true null 0 日本 select zone`,
)
const types: ColumnType[] = ['text', 'integer', 'number', 'boolean', 'date', 'datetime', 'json']

function valueOf(type: ColumnType, n: number): CellValue {
  if (n === 2) return null
  if (type === 'text') return `t${n}`
  if (type === 'boolean') return n === 1
  if (type === 'date') return `2026-04-0${n + 1}`
  if (type === 'datetime') return `2026-04-0${n + 1}T00:00:00.000Z`
  return type === 'json' ? [n] : n
}

async function queryEverything(db: Database, table: Table, rows: readonly Values[]): Promise<void> {
  const complete = rows.map((row, index) => ({ id: index + 1, ...row }))
  await db.read(async ({ tables }) => {
    for (const { name, type } of table.columns) {
      const where: Condition = { kind: 'hasValue', column: name }
      const query: RowQuery = { where, sort: [{ column: name, descending: true }], fields: null }
      const range = { after: null, skip: 0, limit: 1 }
      const page = await tables.page(table, query, range)
      assert.deepEqual(rowsIn(page), [complete[1]], name)
      const next = await tables.page(table, query, { ...range, after: page.next })
      assert.deepEqual(rowsIn(next), [complete[0]], name)
      assert.equal(await tables.count(table, where, 10), 2)
      const sample = await tables.sampled(table, where, 10)
      assert.deepEqual([sample.looked, sample.passed], [3, 2])
      const places = await tables.places(table, query, 1)
      assert.deepEqual(
        places.map(({ id }) => id),
        [2, 1],
      )
      const values = await tables.suggestions(table, name, { where, limit: 9, longest: 9 })
      assert.deepEqual(
        values,
        [0, 1].map((n) => ({ value: valueOf(type, n), count: 1 })),
      )
      const keys = type === 'json' ? [] : [{ column: name, unit: null, zone: 'UTC' }]
      const aggregates = [{ operator: 'count' as const, column: name }]
      const groups = await tables.groups(table, { where, keys, aggregates, limit: 1 })
      assert.deepEqual(groups, type === 'json' ? [[2]] : [[valueOf(type, 0), 1]])
    }
    const [placed] = await tables.placedRows(table, [2])
    assert.deepEqual([placed?.behind, JSON.parse(placed?.json ?? '')], [1, complete[1]])
    const ofIds: Condition = {
      kind: 'oneOf',
      cell: { column: 'id', read: 'value' },
      values: [1, 3],
    }
    const chosen = await tables.page(
      table,
      { ...everyRow, where: ofIds },
      { after: null, skip: 0, limit: 9 },
    )
    assert.deepEqual(rowsIn(chosen), [complete[0], complete[2]])
  })
  for (const query of [everyRow, sortedBy('id')]) {
    assert.deepEqual(JSON.parse(await textOf(db, query, 'json', table)), complete)
    assert.equal((await textOf(db, query, 'csv', table)).split('\r\n').length, 5)
  }
}

const films: Table = {
  name: 'films',
  columns: [column('name', 'text'), column('votes', 'integer')],
  indexes: [],
}
const few: Values[] = [
  { name: 'b', votes: 5 },
  { name: 'ba', votes: 4 },
  { name: null, votes: 0 },
  { name: 'ba', votes: 4 },
  { name: 'b', votes: null },
  { name: 'long', votes: 7 },
]
const huge: Values = { name: 'y'.repeat(pageBytes * 2), votes: 2 }
const some = votesAbove(1)
const none: Condition = { kind: 'any', of: [] }

function words(text: string): string[] {
  return text.split(/\s+/)
}

function votesAbove(value: number): Condition {
  return { kind: 'compare', cell: { column: 'votes', read: 'value' }, operator: '>', value }
}

/** `-name` is the last name first. */
function sortedBy(...columns: string[]): RowQuery {
  const sort = columns.map((name) => ({
    column: name.replace('-', ''),
    descending: name.startsWith('-'),
  }))
  return { ...everyRow, sort }
}

function column(name: string, type: ColumnType): Column {
  const rules = { nullable: true, unique: false, default: null, options: null, reference: null }
  return { name, type, ...rules }
}

function fill(db: Database, table: Table, rows: readonly Values[]): Promise<void> {
  return db.transact(async ({ tables }) => {
    await tables.create(table, 1)
    for (const [index, values] of rows.entries()) {
      const order = `a${String(index).padStart(6, '0')}`
      await tables.insert(table, { id: index + 1, version: 1, order, values })
    }
  })
}

function pageOf(
  db: Database,
  query: RowQuery,
  {
    after = null,
    skip = 0,
    limit = 100,
  }: { after?: RowPlace | null; skip?: number; limit?: number } = {},
): Promise<RowPage> {
  return db.read(({ tables }) => tables.page(films, query, { after, skip, limit }))
}

type AllOf = Map<RowQuery, readonly number[]>

async function allOf(db: Database, queries: readonly RowQuery[]): Promise<AllOf> {
  const found: AllOf = new Map()
  for (const query of queries) {
    found.set(query, await db.read(({ tables }) => tables.allIds(films, query)))
  }
  return found
}

async function expectFollowed(
  db: Database,
  before: AllOf,
  changed: readonly number[],
): Promise<void> {
  for (const [query, ids] of before) {
    await db.read(async ({ tables }) => {
      const followed = await tables.idsAfter(films, query, ids, changed)
      assert.deepEqual(followed, await tables.allIds(films, query), JSON.stringify(query))
    })
  }
}

function rowsIn({ json }: Pick<RowPage, 'json'>): { id: number }[] {
  return JSON.parse(new TextDecoder().decode(json)) as { id: number }[]
}

function idsIn(page: RowPage): number[] {
  return rowsIn(page).map(({ id }) => id)
}

async function textOf(
  db: Database,
  query: RowQuery,
  form: RowForm,
  table = films,
): Promise<string> {
  const stream = db.stream(({ tables }) => tables.rows(table, query, form))
  return Buffer.concat(await Array.fromAsync(stream)).toString()
}
