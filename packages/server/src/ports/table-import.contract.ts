import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellValue, Column, Table } from '@triptych/contract/tables'
import type { Database } from './database.ts'
import type { StagedRow } from './table-import.ts'

/** What `TableImport` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function tableImportContract(open: () => Promise<Database>): void {
  describe('staged rows', () => {
    it('are in no table until they are adopted, and then keep ids, order and versions', () =>
      using(open, async (db) => {
        const staged = await stagedIn(db, films, true, [
          staging(7, ['Alien', 1], { order: 'a2', line: -5 }),
          staging(3, ['Heat', null], { order: 'a1', line: -5 }),
        ])
        assert.deepEqual(await db.read(({ tables }) => tables.all()), [])
        assert.equal(await db.read(({ tables }) => tables.find(staged.name)), null)

        await db.transact(({ tables }) => tables.adopt(staged, films, 9, 7))

        const found = await db.read(({ tables }) => tables.find('films'))
        assert.deepEqual(found, {
          table: films,
          revision: 9,
          nextId: 8,
          widest: found?.widest,
          referrers: [],
        })
        assert.deepEqual(await rowsOf(db, films), [
          { id: 3, version: -5, order: 'a1', values: { name: 'Heat', votes: null } },
          { id: 7, version: -5, order: 'a2', values: { name: 'Alien', votes: 1 } },
        ])
      }))

    it('may be none', () =>
      using(open, async (db) => {
        const staged = await stagedIn(db, films, true, [])

        await db.transact(({ tables }) => tables.adopt(staged, films, 9, 7))

        const found = await db.read(({ tables }) => tables.find('films'))
        assert.equal(found?.nextId, 1)
      }))

    it('keep values of every type', () =>
      using(open, async (db) => {
        const columns = types.map((type) => ({ ...column(type), type }))
        const all = { name: 'all', columns, indexes: [] }
        const values = ['=1', 2 ** 53 - 1, 0.1, false, '2026-04-05', at, { a: [null, 'x'] }]
        const none = types.map(() => null)
        const staged = await stagedIn(db, all, true, [staging(1, values), staging(2, none)])

        await db.transact(({ tables }) => tables.adopt(staged, all, 9, 7))

        const [one, two] = await rowsOf(db, all)
        assert.deepEqual(Object.values(one!.values), values)
        assert.deepEqual(Object.values(two!.values), none)
      }))

    it('are merged in many pieces: after what is there, with other ids, one version', () =>
      using(open, async (db) => {
        await db.transact(async ({ tables }) => {
          await tables.create(films, 1)
          await tables.insert(films, { id: 4, version: 2, order: 'a5', values: film('there') })
        })
        const ids = Array.from({ length: 25_000 }, (_, n) => 25_000 - n)
        const rows = ids.map((id, n) => staging(id, ['x', n], { order: orderOf(n) }))
        const staged = await stagedIn(db, films, false, rows)

        const numbers = { idOffset: 4, orderPrefix: 'a6', revision: 9, widest: 7 }
        await db.transact(({ tables }) => tables.merge(staged, films, numbers))

        const [first, ...others] = await rowsOf(db, films)
        assert.deepEqual([first?.id, first?.version], [4, 2])
        assert.deepEqual(
          others.map(({ id, version, values }) => [id, version, values['votes']]),
          ids.map((id, n) => [id + 4, 9, n]),
        )
        const found = await db.read(({ tables }) => tables.find('films'))
        assert.deepEqual([found?.revision, found?.nextId], [9, 25_005])
      }))

    it('do not lower the next id', () =>
      using(open, async (db) => {
        await db.transact(async ({ tables }) => {
          await tables.create(films, 1)
          await tables.insert(films, { id: 40, version: 2, order: 'a5', values: film('there') })
        })
        const staged = await stagedIn(db, films, false, [staging(7, ['a', 1])])

        const numbers = { idOffset: 0, orderPrefix: 'a6', revision: 9, widest: 7 }
        await db.transact(({ tables }) => tables.merge(staged, films, numbers))

        assert.equal((await db.read(({ tables }) => tables.find('films')))?.nextId, 41)
      }))

    it('are gone with what was staged, also when that is done twice', () =>
      using(open, async (db) => {
        const staged = await stagedIn(db, films, true, [staging(1, ['a', 1])])

        for (let n = 0; n < 2; n++) await db.transact(({ tables }) => tables.unstage(staged))

        const rows = [staging(2, ['b', 2])]
        await assert.rejects(db.transact(({ tables }) => tables.addStaged(staged, rows)))
      }))

    it('are known by their ids', () =>
      using(open, async (db) => {
        const rows = [1, 5, 7].map((id) => staging(id, ['a', 1]))
        const staged = await stagedIn(db, films, true, rows)
        const among = (ids: number[]) => db.read(({ tables }) => tables.stagedAmong(staged, ids))

        assert.deepEqual(new Set(await among([7, 2, 1, 9])), new Set([1, 7]))
        assert.deepEqual(await among([]), [])
      }))

    it('stay where they were when their transaction fails', () =>
      using(open, async (db) => {
        const staged = await stagedIn(db, films, true, [staging(1, ['a', 1])])
        const failing = db.transact(async ({ tables }) => {
          await tables.adopt(staged, films, 9, 7)
          throw new Error('no')
        })
        await assert.rejects(failing, /no/)
        assert.deepEqual(await db.read(({ tables }) => tables.all()), [])

        await db.transact(({ tables }) => tables.adopt(staged, films, 9, 7))

        assert.equal((await rowsOf(db, films)).length, 1)
      }))
  })

  describe('staged rows that clash', () => {
    const unique: Table = {
      name: 'films',
      columns: [
        { ...column('name'), unique: true },
        { ...column('votes'), type: 'integer' },
        { ...column('parent'), type: 'integer', reference: { table: 'films', onDelete: 'clear' } },
      ],
      indexes: [{ name: 'pair', columns: ['votes', 'parent'], unique: true }],
    }

    async function clashing(db: Database, idOffset: number, rows: StagedRow[], limit = 100) {
      await db.transact(async ({ tables }) => {
        await tables.create(unique, 1)
        const values = { name: 'there', votes: 1, parent: 1 }
        await tables.insert(unique, { id: 1, version: 2, order: 'a5', values })
      })
      const staged = await stagedIn(db, unique, false, rows)
      const drop = () =>
        db.transact(({ tables }) => tables.dropClashes(staged, unique, idOffset, limit))
      return { staged, drop }
    }

    it('are dropped, counted, and told with the reason', () =>
      using(open, async (db) => {
        const { staged, drop } = await clashing(db, 0, [
          staging(1, ['a', null, null], { line: 2 }),
          staging(2, ['there', null, null], { line: 3 }),
          staging(3, ['b', 1, 1], { line: 4 }),
          staging(4, ['c', null, 99], { line: 5 }),
          staging(6, ['d', 5, 1], { line: 6 }),
          staging(5, ['d', 6, 1], { line: 7 }),
          staging(7, ['e', 5, 1], { line: 8 }),
          staging(8, ['f', null, 8], { line: 9 }),
          staging(9, [null, null, 8], { line: 10 }),
          staging(10, [null, null, 8], { line: 11 }),
        ])

        const { count, first } = await drop()

        assert.equal(count, 6)
        assert.deepEqual(
          first.map(({ id, line, columns, kind }) => [id, line, kind, ...columns]),
          [
            [1, 2, 'taken', 'id'],
            [2, 3, 'taken', 'name'],
            [3, 4, 'taken', 'votes', 'parent'],
            [4, 5, 'missing', 'parent'],
            [5, 7, 'repeated', 'name'],
            [7, 8, 'repeated', 'votes', 'parent'],
          ],
        )
        assert.deepEqual(await drop(), { count: 0, first: [] })
        const left = await db.read(({ tables }) => tables.stagedAmong(staged, [6, 8, 9, 10, 5]))
        assert.deepEqual(
          left.toSorted((a, b) => a - b),
          [6, 8, 9, 10],
        )
      }))

    it('are told up to the limit, and all counted', () =>
      using(open, async (db) => {
        const rows = Array.from({ length: 50 }, (_, n) =>
          staging(n + 1, ['there', n, null], { line: 100 - n }),
        )
        const { drop } = await clashing(db, 1, rows, 3)

        const { count, first } = await drop()

        assert.equal(count, 50)
        assert.deepEqual(
          first.map(({ line }) => line),
          [51, 52, 53],
        )
      }))

    it('may name each other by the ids they will have, and go with those they name', () =>
      using(open, async (db) => {
        const { drop } = await clashing(db, 10, [
          staging(1, ['a', null, 12], { line: 1 }),
          staging(2, ['b', null, 13], { line: 2 }),
          staging(3, ['there', null, 1], { line: 3 }),
          staging(4, ['c', null, 14], { line: 4 }),
        ])

        const lines = []
        for (let n = 0; n < 4; n++) lines.push((await drop()).first.map(({ line }) => line))

        assert.deepEqual(lines, [[3, 2], [1], [], []])
      }))
  })
}

const at = '2026-04-05T08:30:00.000Z'
const types = ['text', 'integer', 'number', 'boolean', 'date', 'datetime', 'json'] as const

const films: Table = {
  name: 'films',
  columns: [column('name'), { ...column('votes'), type: 'integer' }],
  indexes: [],
}

function column(name: string): Column {
  const rules = { nullable: true, unique: false, default: null, options: null, reference: null }
  return { name, type: 'text', ...rules }
}

function film(name: string) {
  return { name, votes: null }
}

function staging(id: number, values: CellValue[], more: Partial<StagedRow> = {}): StagedRow {
  return { id, order: orderOf(id), line: id, values, ...more }
}

/** Keys in the order of their numbers. */
function orderOf(number: number): string {
  return `c${String(number + 1_000_000)}`
}

async function stagedIn(
  db: Database,
  table: Table,
  isNew: boolean,
  rows: StagedRow[],
): Promise<Table> {
  const staged = await db.transact(({ tables }) => tables.stage(table, isNew))
  await db.transact(({ tables }) => tables.addStaged(staged, rows))
  return staged
}

async function rowsOf(db: Database, table: Table) {
  return db.read(async ({ tables }) => {
    const ids = await tables.ids(table, null, 100_000)
    return Promise.all(ids.map(async (id) => (await tables.row(table, id))!))
  })
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
