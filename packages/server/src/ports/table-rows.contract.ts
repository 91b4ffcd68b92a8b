import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellValue, Column, ColumnType, Table } from '@triptych/contract/tables'
import type { Database } from './database.ts'
import type { Condition } from './row-query.ts'
import { pageBytes } from './table-query.ts'
import type { StoredRow, TableReader, TableStore, Values } from './table-store.ts'

/** What `TableRows` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function tableRowsContract(open: () => Promise<Database>): void {
  describe('rows in numbers', () => {
    it('are inserted in any number, wide or not, and the next id is behind them', () =>
      using(open, async (db) => {
        const columns = Array.from({ length: 400 }, (_, n) => column(`c${n}`, 'integer'))
        const wide: Table = { name: 'wide', columns, indexes: [] }
        await write(db, (tables) => tables.create(wide, 1))

        for (const count of [1, 74, 75, 250]) {
          const next = await write(db, (tables) => tables.nextRowId(wide))
          const rows = ids(count, next).map((id) =>
            row(id, Object.fromEntries(columns.map(({ name }, n) => [name, id * n])), 7),
          )
          await write(db, (tables) => tables.insertMany(wide, rows))
          const last = await read(db, (tables) => tables.row(wide, next + count - 1))
          assert.deepEqual(last, rows.at(-1))
        }
        await write(db, (tables) => tables.insertMany(wide, []))
        await write(db, (tables) => tables.insertMany(wide, [row(900, {}, 8), row(800, {}, 9)]))
        assert.deepEqual(await state(db, 'wide'), { revision: 9, nextId: 901 })
      }))

    it('hold every type of value as single rows do', () =>
      using(open, async (db) => {
        const values = {
          name: "it's \u2028 😀",
          code: '',
          votes: -(2 ** 53) + 1,
          rating: 5e-324,
          seen: false,
          extra: { a: [null, true, 'x'] },
        }
        await write(db, (tables) => tables.insertMany(films, [row(9, values, 9)]))

        assert.deepEqual((await read(db, (tables) => tables.row(films, 9)))?.values, values)
      }))

    it('tell how long their texts are at most, however they came in', () =>
      using(open, async (db) => {
        const notes: Table = { name: 'notes', columns: [column('text', 'text')], indexes: [] }
        const widest = async () => (await read(db, (tables) => tables.find('notes')))?.widest
        await write(db, (tables) => tables.create(notes, 1))
        assert.equal(await widest(), 0)
        await write(db, (tables) => tables.insert(notes, row(1, { text: 'ä'.repeat(10) }, 2)))
        assert.equal(await widest(), 20)
        await write(db, (tables) => tables.update(notes, 1, { text: 'x'.repeat(30) }, 3))
        assert.equal(await widest(), 30)
        await write(db, (tables) => tables.insertMany(notes, [row(2, { text: '€'.repeat(20) }, 4)]))
        assert.equal(await widest(), 60)
        await write(db, (tables) =>
          tables.replaceMany(notes, [row(2, { text: 'y'.repeat(70) }, 5)]),
        )
        assert.equal(await widest(), 70)
        await write(db, (tables) => tables.updateMany(notes, [1], { text: 'z'.repeat(80) }, 6))
        assert.equal(await widest(), 80)
        await write(db, (tables) => tables.update(notes, 1, { text: 'short' }, 7))
        assert.equal(await widest(), 80)
      }))

    it('are replaced as a whole, and may pass unique values on', () =>
      using(open, async (db) => {
        const [one, two, three] = (await allRows(db)) as [StoredRow, StoredRow, StoredRow]
        const swapped = [
          { ...one, version: 20, values: { ...one.values, code: two.values['code']!, votes: 5 } },
          { ...two, version: 21, values: { ...two.values, code: one.values['code']! } },
        ]

        await write(db, (tables) => tables.replaceMany(films, swapped))

        assert.deepEqual(await allRows(db), [...swapped, three])
        assert.deepEqual(await state(db), { revision: 21, nextId: 4 })
        await write(db, (tables) => tables.replaceMany(films, []))
        assert.deepEqual(await state(db), { revision: 21, nextId: 4 })
      }))

    it('get the same values, those of other columns and rows stay', () =>
      using(open, async (db) => {
        const before = await allRows(db)

        const values = { votes: null, extra: ['x'], seen: true }
        await write(db, (tables) => tables.updateMany(films, [3, 1], values, 30))

        assert.deepEqual(
          await allRows(db),
          before.map((each) =>
            each.id === 2 ? each : { ...each, version: 30, values: { ...each.values, ...values } },
          ),
        )
        assert.deepEqual(await state(db), { revision: 30, nextId: 4 })
      }))

    it('are removed, and their ids do not come again', () =>
      using(open, async (db) => {
        await write(db, (tables) => tables.removeMany(films, [3, 1, 77], 40))

        assert.deepEqual(await idsOf(db), [2])
        assert.deepEqual(await state(db), { revision: 40, nextId: 4 })
      }))

    it('are changed and removed by the ten thousand', () =>
      using(open, async (db) => {
        const many = ids(20_000, 10)
        await write(db, (tables) =>
          tables.insertMany(
            films,
            many.map((id) => row(id, { name: `n${id}` }, 50)),
          ),
        )

        await write(db, (tables) => tables.updateMany(films, many, { votes: 1 }, 51))
        const changed = await read(db, (tables) => tables.ids(films, is('votes', 1), 50_000))
        await write(db, (tables) => tables.removeMany(films, many, 52))

        assert.equal(changed.length, 20_001)
        assert.deepEqual(await idsOf(db), [1, 2, 3])
      }))
  })

  describe('the ids of rows that pass', () => {
    it('come in the order of the table, up to a limit', () =>
      using(open, async (db) => {
        await write(db, (tables) => tables.move(films, 3, 'A', 60))

        assert.deepEqual(await idsOf(db), [3, 1, 2])
        assert.deepEqual(await read(db, (tables) => tables.ids(films, null, 2)), [3, 1])
        const none: Condition = { kind: 'any', of: [] }
        assert.deepEqual(await read(db, (tables) => tables.ids(films, none, 2)), [])
      }))

    it('are those with exactly a value, or with none', () =>
      using(open, async (db) => {
        const values = { code: '', seen: true, rating: 0.1 + 0.2, extra: { a: [1, 'x'] } }
        await write(db, (tables) => tables.update(films, 2, values, 60))

        for (const [name, value] of Object.entries({ name: 'two', votes: 2, ...values })) {
          assert.deepEqual(await idsOf(db, is(name, value)), [2], name)
          assert.deepEqual(await idsOf(db, { kind: 'not', of: is(name, value) }), [1, 3], name)
        }
        assert.deepEqual(await idsOf(db, is('id', 2)), [2])
        assert.deepEqual(await idsOf(db, is('rating', null)), [1, 3])
        assert.deepEqual(await idsOf(db, { kind: 'not', of: is('rating', null) }), [2])
        assert.deepEqual(await idsOf(db, is('rating', 0.3)), [])
      }))
  })

  describe('cells of rows that pass', () => {
    it('come by id, with the id among the columns where it is asked for', () =>
      using(open, async (db) => {
        const where: Condition = { kind: 'not', of: is('votes', 2) }
        const cells = (after: number, limit: number) =>
          read(db, (tables) =>
            tables.cellsWhere(films, where, ['extra', 'id', 'name'], after, limit),
          )

        assert.deepEqual(await cells(0, 10), [
          { id: 1, values: [null, 1, 'one'] },
          { id: 3, values: [null, 3, 'three'] },
        ])
        assert.deepEqual(await cells(0, 1), [{ id: 1, values: [null, 1, 'one'] }])
        assert.deepEqual(await cells(1, 1), [{ id: 3, values: [null, 3, 'three'] }])
        assert.deepEqual(await cells(3, 1), [])
        const all = await read(db, (tables) => tables.cellsWhere(films, null, ['votes'], 0, 10))
        assert.deepEqual(
          all.map(({ values }) => values),
          [[1], [2], [3]],
        )
      }))

    it('are fewer where they are large, and none only at the end', () =>
      using(open, async (db) => {
        const large = 'x'.repeat(pageBytes)
        await write(db, (tables) =>
          tables.updateMany(films, [1, 2], { code: null, extra: large }, 60),
        )

        const cells = await read(db, (tables) => tables.cellsWhere(films, null, ['extra'], 0, 3))

        assert.deepEqual(
          cells.map(({ id }) => id),
          [1],
        )
      }))
  })

  describe('values for all rows that pass', () => {
    it('clash where several of them would have what one may have', () =>
      using(open, async (db) => {
        assert.deepEqual(await clashing(db, null, { code: 'z' }), ['code'])
        assert.equal(await clashing(db, null, { code: null }), null)
        assert.equal(await clashing(db, is('id', 1), { code: 'z' }), null)
        assert.equal(await clashing(db, is('id', 1), { code: 'c1' }), null)
        assert.deepEqual(await clashing(db, is('id', 1), { code: 'c2' }), ['code'])
        assert.equal(await clashing(db, is('id', 99), { code: 'c2' }), null)
        assert.equal(await clashing(db, null, { votes: 1, extra: [] }), null)
      }))

    it('clash where the rest of a unique index does not tell rows apart', () =>
      using(open, async (db) => {
        const pair = ['name', 'seen']
        assert.equal(await clashing(db, null, { seen: true }), null)
        assert.deepEqual(await clashing(db, null, { name: 'x', seen: true }), pair)
        assert.deepEqual(await clashing(db, null, { name: 'x' }), pair)
        await write(db, (tables) => tables.update(films, 1, { seen: null }, 60))
        assert.deepEqual(await clashing(db, null, { name: 'x' }), pair)
        await write(db, (tables) => tables.update(films, 2, { seen: null }, 61))
        assert.equal(await clashing(db, null, { name: 'x' }), null)
        // With a row that does not pass.
        await write(db, (tables) => tables.update(films, 1, { seen: false }, 62))
        assert.deepEqual(await clashing(db, is('id', 1), { name: 'three' }), pair)
        assert.equal(await clashing(db, is('id', 1), { name: 'three', seen: null }), null)
      }))
  })

  describe('places of rows', () => {
    it('are written one by one with a version, and many without', () =>
      using(open, async (db) => {
        await write(db, (tables) => tables.move(films, 1, 'x', 60))
        const places = [
          { id: 2, order: 'k' },
          { id: 3, order: 'm' },
        ]
        await write(db, (tables) => tables.renumber(films, places))

        const rows = await allRows(db)
        assert.deepEqual(
          rows.map(({ id, order, version }) => [id, order, version]),
          [
            [2, 'k', 10],
            [3, 'm', 10],
            [1, 'x', 60],
          ],
        )
        assert.deepEqual(await state(db), { revision: 60, nextId: 4 })
      }))

    it('are read by their ids in any number, and those that are not there are left out', () =>
      using(open, async (db) => {
        const more = ids(2500, 4).map((id) => row(id, { name: `${id}`, seen: true }, 11))
        await write(db, (tables) => tables.insertMany(films, more))
        const byId = (wanted: number[]) => read(db, (tables) => tables.rowsById(films, wanted))
        const singly = async (id: number) => (await read(db, (tables) => tables.row(films, id)))!

        assert.deepEqual(await byId([3, 9999, 1]), [await singly(3), await singly(1)])
        assert.deepEqual(await byId([]), [])
        const all = ids(2503, 1).toReversed()
        const found = await byId(all)
        assert.deepEqual(
          found.map(({ id }) => id),
          all,
        )
        assert.deepEqual(found[0], await singly(2503))
      }))

    it('are read with some of their columns alone, and are weighed without being read', () =>
      using(open, async (db) => {
        await write(db, (tables) =>
          tables.insertMany(films, [row(4, { name: 'é'.repeat(5), seen: true }, 11)]),
        )

        const [found] = await read(db, (tables) => tables.rowsById(films, [4], ['seen']))
        assert.deepEqual([found!.id, found!.version, found!.values], [4, 11, { seen: true }])
        const bytes = (columns?: string[]) =>
          read(db, (tables) => tables.bytesOf(films, [4, 9999], columns))
        assert.equal(await bytes(['name']), 10)
        assert.equal(await bytes(['seen']), 0)
        assert.ok((await bytes()) >= 10)
        assert.equal(await read(db, (tables) => tables.bytesOf(films, [])), 0)
      }))

    it('are told of the rows beside one, so many on each side', () =>
      using(open, async (db) => {
        await write(db, (tables) =>
          tables.insertMany(
            films,
            ids(6, 4).map((id) => row(id, {}, 11)),
          ),
        )
        const beside = async (id: number, limit: number) => {
          const found = await read(db, (tables) => tables.neighbours(films, id, limit))
          for (const each of found) assert.equal(each.order, orderOf(each.id))
          return found.map((each) => each.id)
        }

        assert.deepEqual(await beside(5, 2), [3, 4, 5, 6, 7])
        assert.deepEqual(await beside(1, 2), [1, 2, 3])
        assert.deepEqual(await beside(9, 1), [8, 9])
        assert.deepEqual(await beside(5, 100), ids(9, 1))
      }))
  })
}

function column(name: string, type: ColumnType, more: Partial<Column> = {}): Column {
  const plain = { nullable: true, unique: false, default: null, options: null, reference: null }
  return { name, type, ...plain, ...more }
}

const films: Table = {
  name: 'films',
  columns: [
    column('name', 'text'),
    column('code', 'text', { unique: true }),
    column('votes', 'integer'),
    column('rating', 'number'),
    column('seen', 'boolean'),
    column('extra', 'json'),
  ],
  indexes: [{ name: 'pair', columns: ['name', 'seen'], unique: true }],
}

const ids = (count: number, first: number) => Array.from({ length: count }, (_, n) => first + n)
const orderOf = (id: number) => `a${String(id).padStart(6, '0')}V`
const is = (name: string, value: CellValue): Condition => ({ kind: 'is', column: name, value })

function row(id: number, values: Values, version: number): StoredRow {
  return { id, version, order: orderOf(id), values }
}

/** With the rows 1, 2 and 3 in `films`. */
async function using(
  open: () => Promise<Database>,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const db = await open()
  try {
    await write(db, async (tables) => {
      await tables.create(films, 1)
      const names = ['one', 'two', 'three']
      const rows = names.map((name, n) => {
        const votes = n + 1
        const values = { name, code: `c${votes}`, votes, rating: null, seen: false, extra: null }
        return row(votes, values, 10)
      })
      await tables.insertMany(films, rows)
    })
    await work(db)
  } finally {
    await db.close()
  }
}

function write<T>(db: Database, work: (tables: TableStore) => Promise<T>): Promise<T> {
  return db.transact(({ tables }) => work(tables))
}

function read<T>(db: Database, work: (tables: TableReader) => Promise<T>): Promise<T> {
  return db.read(({ tables }) => work(tables))
}

function clashing(
  db: Database,
  where: Condition | null,
  values: Values,
): Promise<readonly string[] | null> {
  return read(db, (tables) => tables.clashingColumns(films, where, values))
}

function idsOf(db: Database, where: Condition | null = null): Promise<number[]> {
  return read(db, (tables) => tables.ids(films, where, 1000))
}

/** In their order. */
function allRows(db: Database): Promise<StoredRow[]> {
  return read(db, async (tables) => {
    const rows: StoredRow[] = []
    for (const id of await tables.ids(films, null, 1000)) rows.push((await tables.row(films, id))!)
    return rows
  })
}

async function state(db: Database, name = 'films') {
  const found = await read(db, (tables) => tables.find(name))
  return { revision: found?.revision, nextId: found?.nextId }
}
