import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewChange } from '@triptych/contract/changes'
import type { Table } from '@triptych/contract/tables'
import { AppError } from '../errors.ts'
import type { Database, Stores } from './database.ts'
import { entryBytes, newEntry } from './change-log.ts'
import type { NewEntry } from './change-log.ts'
import { everyRow, pageBytes } from './table-query.ts'
import type { RowPage, RowPlace, RowRange } from './table-query.ts'
import type { StoredRow, Values } from './table-store.ts'

/** What `Database` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function databaseContract(open: () => Promise<Database>): void {
  describe('transactions', () => {
    it('keeps what was committed', () =>
      using(open, async (db) => {
        await db.transact((stores) => note(stores, 'one'))

        assert.deepEqual(await entities(db), ['one'])
      }))

    it('undoes everything a failed transaction did, and passes its error on', () =>
      using(open, async (db) => {
        await assert.rejects(
          db.transact(async (stores) => {
            await stores.tables.create(films, await note(stores, 'lost'))
            throw new AppError('forbidden', 'No.')
          }),
          { code: 'forbidden' },
        )

        assert.deepEqual(await entities(db), [])
        assert.equal(await db.read(({ tables }) => tables.find('films')), null)
      }))

    it('keeps the others of a group when one in their midst fails', () =>
      using(open, async (db) => {
        const results = await Promise.allSettled(
          Array.from({ length: 20 }, (_, n) =>
            db.transact(async (stores) => {
              await note(stores, `n${n}`)
              if (n % 3 === 1) throw new Error(`failed ${n}`)
              return n
            }),
          ),
        )

        const kept = Array.from({ length: 20 }, (_, n) => n).filter((n) => n % 3 !== 1)
        assert.deepEqual(
          await entities(db),
          kept.map((n) => `n${n}`),
        )
        for (const [n, result] of results.entries()) {
          if (n % 3 === 1) assert.match(String((result as PromiseRejectedResult).reason), /failed/)
          else assert.equal((result as PromiseFulfilledResult<number>).value, n)
        }
      }))

    it('is ended by its budget before any statement, whole, and the others of its group are kept', () =>
      using(open, async (db) => {
        let begun = 0
        let statements = 0
        const budget = {
          begin: () => void begun++,
          check() {
            if (++statements > 5) throw new AppError('request.too_costly', 'Too much.')
          },
        }
        const results = await Promise.allSettled([
          db.transact((stores) => note(stores, 'before')),
          db.transact(async (stores) => {
            for (let n = 0; n < 10; n++) await note(stores, `n${n}`)
          }, budget),
          db.transact((stores) => note(stores, 'after')),
        ])

        assert.deepEqual(
          results.map(({ status }) => status),
          ['fulfilled', 'rejected', 'fulfilled'],
        )
        assert.deepEqual(await entities(db), ['before', 'after'])
        assert.ok(begun > 0)
        assert.equal(statements > 5, true)
      }))

    it('lets others have their turns however long it takes', () =>
      using(open, async (db) => {
        let turns = 0
        let isOver = false
        const taking = (async () => {
          for (; !isOver; turns++) await nextTurn()
        })()
        await db.transact(async (stores) => {
          // The first ones may have to wait for the database, which gives others their turns, too.
          for (let n = 0; n < 100; n++) await stores.changes.head()
          turns = 0
          for (let n = 0; n < 10_000_000 && turns < 5; n++) await stores.changes.head()
        })
        isOver = true
        await taking

        assert.ok(turns >= 5, `${turns} turns`)
      }))

    it('runs transactions as if one came after the other', () =>
      using(open, async (db) => {
        await db.transact(async (stores) =>
          stores.tables.create(films, await note(stores, 'films')),
        )
        await db.transact((stores) => stores.tables.insert(films, row(1, { votes: 0 })))

        await Promise.all(
          Array.from({ length: 100 }, () =>
            db.transact(async ({ tables }) => {
              const found = await tables.row(films, 1)
              await Promise.resolve()
              await tables.update(films, 1, { votes: Number(found?.values['votes']) + 1 }, 2)
            }),
          ),
        )

        const stored = await db.read(({ tables }) => tables.row(films, 1))
        assert.equal(stored?.values['votes'], 100)
      }))

    it('shows a transaction its own writes, and nobody else before the commit', () =>
      using(open, async (db) => {
        let seenInside = -1
        let seenOutside: Promise<number> | undefined
        await db
          .transact(async (stores) => {
            await note(stores, 'one')
            seenOutside = db.read(({ changes }) => changes.head())
            seenInside = await stores.changes.head()
            throw new Error('never mind')
          })
          .catch(() => {})

        assert.equal(seenInside, 1)
        assert.equal(await seenOutside, 0)
      }))

    it('answers a read that comes after a commit with what was committed', () =>
      using(open, async (db) => {
        for (let n = 1; n <= 30; n++) {
          await db.transact((stores) => note(stores, `n${n}`))
          assert.equal(await db.read(({ changes }) => changes.head()), n)
        }
      }))

    it('tells listeners after a commit, when the log shows it', () =>
      using(open, async (db) => {
        const heads: Promise<number>[] = []
        const unlisten = db.onCommit(() => heads.push(db.read(({ changes }) => changes.head())))

        await db.transact((stores) => note(stores, 'one'))
        // An engine may wake its listeners at other times too.
        assert.equal((await Promise.all(heads)).at(-1), 1)
        unlisten()
        const calls = heads.length
        await db.transact((stores) => note(stores, 'two'))

        assert.equal(heads.length, calls)
      }))

    it('finishes what is under way when it is closed, and refuses what comes later', async () => {
      const db = await open()
      const underWay = db.transact(async (stores) => note(stores, 'last'))
      const closed = db.close()

      assert.equal(await underWay, 1)
      await closed
      await assert.rejects(
        db.transact(async () => {}),
        { code: 'unavailable' },
      )
      await assert.rejects(
        db.read(async () => {}),
        { code: 'unavailable' },
      )
    })
  })

  describe('attempts', () => {
    it('keeps what an attempt did, and answers what it answers', () =>
      using(open, async (db) => {
        const answer = await db.transact((stores) =>
          stores.attempt(async () => {
            await note(stores, 'one')
            return 'done'
          }),
        )

        assert.equal(answer, 'done')
        assert.deepEqual(await entities(db), ['one'])
      }))

    it('undoes only what a failed attempt did, and passes its error on', () =>
      using(open, async (db) => {
        await db.transact(async (stores) => {
          await note(stores, 'before')
          const attempt = stores.attempt(async () => {
            await stores.tables.create(films, await note(stores, 'lost'))
            await fail()
          })
          await assert.rejects(attempt, { code: 'forbidden' })
          await note(stores, 'after')
        })

        assert.deepEqual(await entities(db), ['before', 'after'])
        assert.equal(await db.read(({ tables }) => tables.find('films')), null)
      }))

    it('undoes all of a transaction that does not catch the error', () =>
      using(open, async (db) => {
        const failed = db.transact(async (stores) => {
          await note(stores, 'before')
          await stores.attempt(async () => {
            await note(stores, 'lost')
            await fail()
          })
        })

        await assert.rejects(failed, { code: 'forbidden' })
        assert.deepEqual(await entities(db), [])
      }))

    it('undoes attempts within an attempt that fails, and an inner one alone', () =>
      using(open, async (db) => {
        await db.transact(async (stores) => {
          const add = (entity: string) => () => note(stores, entity)
          const addAndFail = (entity: string) => () => note(stores, entity).then(fail)
          await stores
            .attempt(async () => {
              await stores.attempt(add('lost with the outer one'))
              await fail()
            })
            .catch(() => {})
          await stores.attempt(async () => {
            await add('outer')()
            await stores.attempt(addAndFail('lost alone')).catch(() => {})
            await stores.attempt(add('inner'))
          })
        })

        assert.deepEqual(await entities(db), ['outer', 'inner'])
      }))

    it('keeps all of a group when attempts in its midst fail and are caught', () =>
      using(open, async (db) => {
        await Promise.all(
          Array.from({ length: 10 }, (_, n) =>
            db.transact(async (stores) => {
              const attempt = stores.attempt(() => note(stores, 'lost').then(fail))
              await attempt.catch(() => note(stores, `n${n}`))
            }),
          ),
        )

        assert.deepEqual(
          await entities(db),
          Array.from({ length: 10 }, (_, n) => `n${n}`),
        )
      }))

    it('works the same in a group with transactions that fail', () =>
      using(open, async (db) => {
        const results = await Promise.allSettled(
          Array.from({ length: 10 }, (_, n) =>
            db.transact(async (stores) => {
              await stores.attempt(() => note(stores, `kept ${n}`))
              await stores.attempt(() => note(stores, 'lost').then(fail)).catch(() => {})
              if (n % 2) await fail()
            }),
          ),
        )

        assert.deepEqual(await entities(db), ['kept 0', 'kept 2', 'kept 4', 'kept 6', 'kept 8'])
        assert.equal(results.filter(({ status }) => status === 'rejected').length, 5)
      }))
  })

  describe('the log', () => {
    it('numbers entries 1, 2, 3 in commit order and without gaps, whatever fails in between', () =>
      using(open, async (db) => {
        await Promise.allSettled(
          Array.from({ length: 60 }, (_, n) =>
            db.transact(async (stores) => {
              await note(stores, `n${n}`)
              if (n % 2) throw new Error('no')
              await note(stores, `n${n} again`)
            }),
          ),
        )

        const entries = await db.read(({ changes }) => changes.since(0, 1000))
        assert.deepEqual(
          entries.map(({ revision }) => revision),
          Array.from({ length: 60 }, (_, n) => n + 1),
        )
        assert.equal(JSON.parse(entries[1]?.json ?? '').entity, 'n0 again')
      }))

    it('takes many entries at once, which get the next revisions in their order', () =>
      using(open, async (db) => {
        const many = Array.from({ length: 120 }, (_, n) => rowEntry(n))

        const last = await db.transact(async (stores) => {
          await note(stores, 'first')
          await stores.changes.appendAll(many)
          await stores.changes.appendAll([])
          return note(stores, 'last')
        })

        assert.equal(last, 122)
        assert.deepEqual(await entities(db), [
          'first',
          ...many.map(({ change }) => change.entity),
          'last',
        ])
        const [, , second] = await db.read(({ changes }) => changes.since(0, 3))
        const { revision, actor, after } = JSON.parse(second?.json ?? '')
        assert.deepEqual([revision, actor, after], [3, 'tester', { n: 1 }])
      }))

    it('answers an entry exactly as it was appended', () =>
      using(open, async (db) => {
        const change: NewChange = {
          area: 'tables',
          operation: 'row-updated',
          entity: 'films/7',
          before: { name: 'Ä "quoted" \\ \n 🎬', votes: null },
          after: { name: '', votes: 1.5, tags: ['a', { b: true }] },
        }
        await db.transact(({ changes }) => changes.append(change, { ...author, origin: 'tab-1' }))

        const [entry] = await db.read(({ changes }) => changes.since(0, 10))
        assert.deepEqual(JSON.parse(entry?.json ?? ''), {
          revision: 1,
          at: '2026-01-02T03:04:05.678Z',
          actor: 'tester',
          actorId: null,
          origin: 'tab-1',
          step: null,
          ...change,
        })
      }))

    it('makes pages shorter where entries are large, and never empty before the end', () =>
      using(open, async (db) => {
        const text = 'x'.repeat(entryBytes / 2)
        for (let n = 1; n <= 4; n++) {
          await db.transact(({ changes }) =>
            changes.append(
              {
                area: 'tables',
                operation: 'row-added',
                entity: `${n}`,
                before: null,
                after: { text },
              },
              author,
            ),
          )
        }

        const revisions = async (since: number) =>
          (await db.read(({ changes }) => changes.since(since, 1000))).map(
            ({ revision }) => revision,
          )
        assert.deepEqual(await revisions(0), [1])
        assert.deepEqual(await revisions(1), [2])
        assert.deepEqual(await revisions(3), [4])
        assert.deepEqual(await revisions(4), [])
      }))

    it('pages through the entries after a revision', () =>
      using(open, async (db) => {
        await db.transact(async (stores) => {
          for (let n = 1; n <= 5; n++) await note(stores, `n${n}`)
        })

        const revisions = async (since: number, limit: number) =>
          (await db.read(({ changes }) => changes.since(since, limit))).map(
            ({ revision }) => revision,
          )
        assert.deepEqual(await revisions(0, 2), [1, 2])
        assert.deepEqual(await revisions(2, 2), [3, 4])
        assert.deepEqual(await revisions(4, 2), [5])
        assert.deepEqual(await revisions(5, 2), [])
      }))
  })

  describe('tables', () => {
    let db: Database
    before(async () => {
      db = await open()
      await db.transact(({ tables }) => tables.create(everyType, 1))
      await db.transact(({ tables }) => tables.create(films, 2))
    })
    after(() => db.close())

    it('lists tables oldest first and finds them by their exact name', async () => {
      assert.deepEqual(await db.read(({ tables }) => tables.all()), [everyType, films])
      assert.deepEqual(await db.read(({ tables }) => tables.find('films')), {
        table: films,
        revision: 2,
        nextId: 1,
        widest: 0,
        referrers: [],
      })
      assert.equal(await db.read(({ tables }) => tables.find('Films')), null)
      assert.equal(await db.read(({ tables }) => tables.find('_changes')), null)
    })

    it('hands out the same object while a definition is the same', async () => {
      const [one, other] = await db.read(({ tables }) =>
        Promise.all([tables.find('films'), tables.find('films')]),
      )
      assert.equal(one?.table, other?.table)
    })

    it('refuses a second table of the same name, whatever its letter case', async () => {
      await assert.rejects(
        db.transact(({ tables }) => tables.create({ ...films, name: 'FILMS' }, 3)),
        { code: 'tables.name_taken' },
      )
    })

    it('keeps a value of every type, and null in each', async () => {
      const full = {
        text: `it's "quoted" — ÄÖ 日本 🎬\n\\`,
        integer: -(2 ** 53 - 1),
        number: 0.1 + 0.2,
        boolean: false,
        date: '2024-02-29',
        datetime: '2024-04-05T08:30:00.123Z',
        json: { a: [1, 'two', null, { b: false }], 'odd "key"': 1e21 },
      }
      const none = Object.fromEntries(everyType.columns.map(({ name }) => [name, null]))
      await db.transact(async ({ tables }) => {
        await tables.insert(everyType, row(1, full, 'a1'))
        await tables.insert(everyType, row(2, none, 'a2'))
      })

      const stored = await db.read(({ tables }) =>
        Promise.all([tables.row(everyType, 1), tables.row(everyType, 2)]),
      )
      assert.deepEqual(stored, [row(1, full, 'a1'), row(2, none, 'a2')])
      const page = await db.read(({ tables }) => tables.page(everyType, everyRow, behind(null, 10)))
      assert.deepEqual(rowsOf(page), [
        { id: 1, ...full },
        { id: 2, ...none },
      ])
    })

    it('gives every double back unchanged, in rows and in lists', async () => {
      const doubles = [
        0,
        1,
        -1,
        5,
        0.1,
        1 / 3,
        1e15,
        1e21,
        -1e300,
        5e-324,
        123456789.12345679,
        2 ** 53,
        1e15 + 0.5,
      ]
      await db.transact(async ({ tables }) => {
        for (const [n, number] of doubles.entries()) {
          await tables.insert(
            everyType,
            row(100 + n, { ...blank(everyType), number }, `b${n + 10}`),
          )
        }
      })

      const page = await db.read(({ tables }) =>
        tables.page(everyType, everyRow, behind({ order: 'b', id: 0, values: [] }, 100)),
      )
      const listed = rowsOf(page).map(({ number }: { number: number }) => number)
      assert.deepEqual(listed, doubles)
      assert.doesNotMatch(new TextDecoder().decode(page.json), /"number":5\.0/)
    })

    it('reads rows by order key and then id, page by page', async () => {
      await db.transact(async ({ tables }) => {
        for (const [id, order] of [
          [1, 'b'],
          [2, 'a'],
          [3, 'B'],
          [4, 'a'],
          [5, 'Z'],
        ] as const) {
          await tables.insert(films, row(id, { name: null, votes: id }, order))
        }
      })

      const pages = await db.read(async ({ tables }) => {
        const first = await tables.page(films, everyRow, behind(null, 2))
        const second = await tables.page(films, everyRow, behind(first.next, 2))
        const third = await tables.page(films, everyRow, behind(second.next, 2))
        return [first, second, third]
      })
      const ids = pages.map(({ json }) => rowsOf({ json }).map(({ id }: { id: number }) => id))
      assert.deepEqual(ids, [[3, 5], [2, 4], [1]])
      assert.deepEqual(
        pages.map(({ next }) => next?.id ?? null),
        [5, 4, null],
      )
    })

    it('makes pages shorter where rows are large, and leaves none out', async () => {
      const columns = [{ ...films.columns[0]!, unique: false }]
      const large: Table = { name: 'large', columns, indexes: [] }
      const name = 'x'.repeat(pageBytes / 4)
      await db.transact(async ({ tables }) => {
        await tables.create(large, 5)
        for (let id = 1; id <= 12; id++)
          await tables.insert(large, row(id, { name }, `a${id + 10}`))
        await tables.insert(large, row(13, { name: 'y'.repeat(pageBytes * 2) }, 'b'))
      })

      const ids: number[] = []
      for (let last: RowPage['next'] = null, isFirst = true; isFirst || last; isFirst = false) {
        const page: RowPage = await db.read(({ tables }) =>
          tables.page(large, everyRow, behind(last, 1000)),
        )
        assert.ok(page.json.length < pageBytes * 2.1)
        ids.push(...rowsOf(page).map(({ id }) => id))
        last = page.next
      }
      assert.deepEqual(ids, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    })

    it('tells that nothing follows a page that ends with the table', async () => {
      const { next } = await db.read(({ tables }) => tables.page(films, everyRow, behind(null, 5)))
      assert.equal(next, null)
    })

    it('finds the gap beside a row, open where the table ends', async () => {
      const gaps = await db.read(({ tables }) =>
        Promise.all([
          tables.gapBeside(films, 3, 'before'),
          tables.gapBeside(films, 3, 'after'),
          tables.gapBeside(films, 1, 'before'),
          tables.gapBeside(films, 1, 'after'),
          tables.gapBeside(films, 99, 'after'),
        ]),
      )
      assert.deepEqual(gaps, [
        { lower: null, upper: 'B' },
        { lower: 'B', upper: 'Z' },
        { lower: 'a', upper: 'b' },
        { lower: 'b', upper: null },
        null,
      ])
      assert.equal(await db.read(({ tables }) => tables.lastOrder(films)), 'b')
    })

    it('never hands out an id twice, not even that of a deleted row', async () => {
      await db.transact(({ tables }) =>
        tables.insert(films, row(50, { name: null, votes: 0 }, 'c')),
      )
      await db.transact(({ tables }) => tables.remove(films, 50, 9))

      assert.equal(await db.transact(({ tables }) => tables.nextRowId(films)), 51)
      assert.equal(await db.read(({ tables }) => tables.row(films, 50)), null)
    })

    it('refuses a value that another row has in a unique column, naming the column', async () => {
      const refuse = (id: number, values: Values) =>
        db.transact(({ tables }) => tables.refuseDuplicates(films, id, values))
      await db.transact(({ tables }) =>
        tables.insert(films, row(60, { name: 'Metropolis', votes: 0 }, 'd60')),
      )

      await assert.rejects(refuse(61, { name: 'Metropolis', votes: 0 }), {
        code: 'tables.not_unique',
        details: { column: 'name' },
      })
      await refuse(60, { name: 'Metropolis' })
      await refuse(61, { name: 'metropolis' })
      await refuse(61, { name: null })
      await refuse(61, { votes: 0 })
    })

    it('keeps a unique column unique even where nobody asked first', async () => {
      const nosferatu = row(64, { name: 'Nosferatu', votes: 0 }, 'd64')
      await db.transact(({ tables }) => tables.insert(films, nosferatu))

      for (const id of [64, 65]) {
        await assert.rejects(
          db.transact(({ tables }) => tables.insert(films, { ...nosferatu, id })),
        )
      }
    })

    it('moves the revision of a table with every change to its rows', async () => {
      const revision = async () => (await db.read(({ tables }) => tables.find('films')))?.revision
      await db.transact(({ tables }) =>
        tables.insert(films, row(70, { name: null, votes: 1 }, 'e1', 101)),
      )
      assert.equal(await revision(), 101)
      await db.transact(({ tables }) => tables.update(films, 70, { votes: 2 }, 102))
      assert.equal(await revision(), 102)
      await db.transact(({ tables }) => tables.remove(films, 70, 103))
      assert.equal(await revision(), 103)
    })

    it('writes the given columns only', async () => {
      await db.transact(({ tables }) =>
        tables.insert(films, row(80, { name: 'M', votes: 1 }, 'f1')),
      )
      await db.transact(({ tables }) => tables.update(films, 80, { votes: 2 }, 7))

      const stored = await db.read(({ tables }) => tables.row(films, 80))
      assert.deepEqual(stored, row(80, { name: 'M', votes: 2 }, 'f1', 7))
    })

    it('takes any name for a column, and 400 columns', async () => {
      const odd = [
        'constructor',
        'a"b',
        "it's",
        'select',
        '*',
        'ä',
        '日本',
        'x;--',
        '`',
        ']',
        '\\',
        '?',
        '🎬',
        'toString',
        ' ',
      ]
      const names = [...odd, ...Array.from({ length: 400 - odd.length }, (_, n) => `c${n}`)]
      const wide: Table = {
        name: 'wide',
        columns: names.map((name) => ({ ...films.columns[1]!, name })),
        indexes: [],
      }
      const values = Object.fromEntries(names.map((name, n) => [name, n]))
      await db.transact(({ tables }) => tables.create(wide, 4))
      await db.transact(({ tables }) => tables.insert(wide, row(1, values)))

      assert.deepEqual((await db.read(({ tables }) => tables.row(wide, 1)))?.values, values)
      const { json } = await db.read(({ tables }) => tables.page(wide, everyRow, behind(null, 10)))
      assert.deepEqual(rowsOf({ json }), [{ id: 1, ...values }])
    })
  })

  describe('streams', () => {
    it('shows one snapshot to the end, while writers go on', () =>
      using(open, async (db) => {
        await db.transact(async (stores) => {
          for (let n = 1; n <= 10; n++) await note(stores, `n${n}`)
        })
        const stream = db.stream(async function* ({ changes }) {
          for (let from = 0; from < 20; from += 2) {
            for (const entry of await changes.since(from, 2)) yield entry.revision
          }
        })

        const seen = [(await stream.next()).value]
        for (let n = 11; n <= 15; n++) await db.transact((stores) => note(stores, `n${n}`))
        for await (const revision of stream) seen.push(revision)

        assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      }))

    it('can be left half-way, many times over', () =>
      using(open, async (db) => {
        await db.transact((stores) => note(stores, 'one'))
        for (let n = 0; n < 50; n++) {
          const stream = db.stream(async function* ({ changes }) {
            for (let n = 0; n < 10; n++) yield await changes.head()
          })
          await stream.next()
          await stream.return?.()
        }
        assert.equal(await db.transact((stores) => note(stores, 'two')), 2)
      }))
  })
}

const column = { nullable: true, unique: false, default: null, options: null, reference: null }
const films: Table = {
  name: 'films',
  columns: [
    { ...column, name: 'name', type: 'text', unique: true },
    { ...column, name: 'votes', type: 'integer' },
  ],
  indexes: [],
}
const everyType: Table = {
  name: 'every-type',
  columns: (['text', 'integer', 'number', 'boolean', 'date', 'datetime', 'json'] as const).map(
    (type) => ({ ...column, name: type, type }),
  ),
  indexes: [],
}

function row(id: number, values: StoredRow['values'], order = 'a', version = 5): StoredRow {
  return { id, version, order, values }
}

function behind(place: RowPlace | null, limit: number): RowRange {
  return { after: place, skip: 0, limit }
}

function rowsOf({ json }: Pick<RowPage, 'json'>) {
  return JSON.parse(new TextDecoder().decode(json)) as (Values & { id: number; number: number })[]
}

function blank(table: Table): StoredRow['values'] {
  return Object.fromEntries(table.columns.map(({ name }) => [name, null]))
}

const author = { actor: 'tester', origin: null, at: new Date('2026-01-02T03:04:05.678Z') }

function fail(): Promise<never> {
  return Promise.reject(new AppError('forbidden', 'No.'))
}

function note({ changes }: Stores, entity: string): Promise<number> {
  return changes.append(
    { area: 'tables', operation: 'table-created', entity, before: null, after: null },
    author,
  )
}

function rowEntry(n: number): NewEntry {
  const change = { area: 'tables', operation: 'row-added', entity: `n${n}` } as const
  return newEntry({ ...change, before: null, after: { n } }, author)
}

async function entities(db: Database): Promise<string[]> {
  const entries = await db.read(({ changes }) => changes.since(0, 1000))
  return entries.map(({ json }) => JSON.parse(json).entity)
}

async function using(
  open: () => Promise<Database>,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const db = await open()
  try {
    await work(db)
  } finally {
    await db.close()
  }
}
