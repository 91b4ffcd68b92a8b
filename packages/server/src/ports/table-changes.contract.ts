import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KeptView } from '@triptych/contract/table-schema'
import type { CellValue, Column, Table } from '@triptych/contract/tables'
import type { Database } from './database.ts'
import { keptView } from './table-changes.ts'
import type { Holder, Reshape } from './table-changes.ts'
import { pageBytes } from './table-query.ts'
import type { StoredRow } from './table-store.ts'

/** What `TableChanges` promises. Every engine runs it; `open` answers a new, empty database each time. */
/**
 * `duringReads`: what becomes of a change while a long read of the table is under way. PostgreSQL
 * locks a table for whoever reads it until his transaction ends, so there it has to be refused.
 */
export function tableChangesContract(
  open: () => Promise<Database>,
  duringReads: 'made' | 'refused' = 'made',
): void {
  describe('changes of tables', () => {
    it('keep values by their origin, and give new columns their default', () =>
      using(open, async (db) => {
        const after = tableWith([
          { ...column('votes'), type: 'integer' },
          { ...column('title'), unique: true },
          { ...column('seen'), type: 'boolean', nullable: false, default: true },
        ])

        await reshape(db, after, { votes: 'votes', title: 'name', seen: null })

        assert.deepEqual(await allRows(db, after), [
          { votes: 1, title: 'one', seen: true },
          { votes: 2, title: 'two', seen: true },
        ])
        assert.deepEqual(await db.read(({ tables }) => tables.find('films')), {
          table: after,
          revision: 9,
          nextId: 3,
          widest: 3,
          referrers: [],
        })
        assert.equal((await db.read(({ tables }) => tables.row(after, 1)))?.version, 5)
        assert.equal(await db.read(async ({ tables }) => (await tables.all()).length), 1)
      }))

    it('give each of thousands of rows the default, however far apart their ids are', () =>
      using(open, async (db) => {
        const ids = Array.from({ length: 4500 }, (_, n) => 10 + n * 1000)
        await db.transact(({ tables }) =>
          tables.insertMany(
            films,
            ids.map((id) => row(id, { name: `${id}`, votes: 0 })),
          ),
        )
        const seen: Column = { ...column('seen'), type: 'boolean', nullable: false, default: true }
        const after = tableWith([...films.columns, seen])

        await reshape(db, after, { name: 'name', votes: 'votes', seen: null })

        const cells = await db.read(({ tables }) => tables.cells(after, ['seen'], 0, 5000))
        assert.equal(cells.length, 4502)
        assert.ok(cells.every(({ values }) => values[0] === true))
      }))

    it('convert values where the type changes, and do not ask for those that are null', () =>
      using(open, async (db) => {
        await db.transact(({ tables }) => tables.update(films, 2, { votes: null }, 6))
        const after = tableWith([column('name'), { ...column('votes'), type: 'json' }])
        const asked: CellValue[] = []

        await reshape(db, after, { name: 'name', votes: 'votes' }, (from, to, value) => {
          assert.deepEqual([from.type, to.type], ['integer', 'json'])
          asked.push(value)
          return { was: value }
        })

        assert.deepEqual(asked, [1])
        assert.deepEqual(await allRows(db, after), [
          { name: 'one', votes: { was: 1 } },
          { name: 'two', votes: null },
        ])
      }))

    it('can exchange the names of columns, also while they get other types', () =>
      using(open, async (db) => {
        const after = tableWith([column('votes'), { ...column('name'), type: 'json' }])

        const origins = { votes: 'name', name: 'votes' }
        await reshape(db, after, origins, (_from, _to, value) => [value])

        assert.deepEqual(await allRows(db, after), [
          { votes: 'one', name: [1] },
          { votes: 'two', name: [2] },
        ])
      }))

    it('keep unique what is to be, and nothing else', () =>
      using(open, async (db) => {
        const pair = { name: 'pair', columns: ['title', 'votes'], unique: true }
        const after = {
          ...tableWith([column('title'), { ...column('votes'), type: 'integer' }]),
          indexes: [pair],
        }
        await reshape(db, after, { title: 'name', votes: 'votes' })

        const insert = (id: number, title: string, votes: number | null) =>
          db.transact(async ({ tables }) => {
            await tables.refuseDuplicates(after, id, { title, votes })
            await tables.insert(after, row(id, { title, votes }))
          })
        await insert(3, 'one', 2)
        await insert(4, 'one', null)
        await insert(5, 'one', null)
        const refusal = { code: 'tables.not_unique', details: { column: 'title', index: 'pair' } }
        await assert.rejects(insert(6, 'one', 1), refusal)
        const update = (id: number, votes: number) =>
          db.transact(({ tables }) => tables.refuseDuplicates(after, id, { votes }))
        await assert.rejects(update(4, 2), refusal)
        await update(3, 2)
        await update(4, 7)
      }))

    it(`are ${duringReads} while a long read is under way, which does not see them`, () =>
      using(open, async (db) => {
        const after = { ...tableWith([column('title')]), name: 'movies' }
        const stream = db.stream(async function* ({ tables }) {
          for (let n = 0; n < 3; n++) {
            const found = await tables.find('films')
            yield [found?.table, found && (await tables.row(found.table, 1))?.values]
          }
        })
        const seen = [(await stream.next()).value]

        const changed = reshape(db, after, { title: 'name' })
        if (duringReads === 'made') await changed
        else await assert.rejects(changed, { code: 'unavailable' })
        for await (const each of stream) seen.push(each)
        if (duringReads === 'refused') await reshape(db, after, { title: 'name' })

        assert.deepEqual(
          seen,
          Array.from({ length: 3 }, () => [films, { name: 'one', votes: 1 }]),
        )
        assert.equal(await db.read(({ tables }) => tables.find('films')), null)
        assert.deepEqual(await allRows(db, after), [{ title: 'one' }, { title: 'two' }])
      }))

    it('are undone with their transaction', () =>
      using(open, async (db) => {
        const after = { ...tableWith([column('title')]), name: 'movies' }
        const change = changeTo(after, { title: 'name' })

        const failed = db.transact(async ({ tables }) => {
          await tables.reshape(change, 9)
          assert.deepEqual((await tables.row(after, 1))?.values, { title: 'one' })
          throw new Error('never mind')
        })

        await assert.rejects(failed, /never mind/)
        assert.deepEqual(await allRows(db, films), [
          { name: 'one', votes: 1 },
          { name: 'two', votes: 2 },
        ])
      }))

    it('can be made one after the other, back and forth', () =>
      using(open, async (db) => {
        const other = {
          ...tableWith([{ ...column('title'), unique: true }, column('votes')]),
          indexes: [{ name: 'i', columns: ['votes', 'title'], unique: false }],
        }
        for (let n = 0; n < 5; n++) {
          await reshape(db, other, { title: 'name', votes: 'votes' }, (_f, _t, value) =>
            JSON.stringify(value),
          )
          const back = { ...changeTo(films, { name: 'title', votes: 'votes' }), before: other }
          back.convert = (_f: Column, _t: Column, value: CellValue) => Number(value)
          await db.transact(({ tables }) => tables.reshape(back, 9))
        }

        assert.deepEqual(await allRows(db, films), [
          { name: 'one', votes: 1 },
          { name: 'two', votes: 2 },
        ])
      }))

    it('tell which tables refer to which', () =>
      using(open, async (db) => {
        const reference = { table: 'films', onDelete: 'clear' as const }
        const film: Column = { ...column('film'), type: 'integer', reference }
        const roles: Table = { name: 'roles', columns: [film], indexes: [] }
        const referrers = (name: string) =>
          db.read(async ({ tables }) => (await tables.find(name))?.referrers)
        await db.transact(({ tables }) => tables.create(roles, 6))
        assert.deepEqual(await referrers('films'), ['roles'])

        const movies = { ...films, name: 'movies' }
        const told: Table = {
          ...roles,
          columns: [{ ...film, reference: { ...reference, table: 'movies' } }],
        }
        const change = changeTo(movies, { name: 'name', votes: 'votes' })
        await db.transact(({ tables }) => tables.reshape({ ...change, referring: [told] }, 9))

        assert.deepEqual(await referrers('movies'), ['roles'])
        assert.deepEqual((await db.read(({ tables }) => tables.find('roles')))?.table, told)
        await db.transact(({ tables }) => tables.drop(told, 10, []))
        assert.deepEqual(await referrers('movies'), [])
        assert.equal(await db.read(({ tables }) => tables.find('roles')), null)
      }))

    it('find rows by what they hold', () =>
      using(open, async (db) => {
        await db.transact(async ({ tables }) => {
          for (const id of [3, 4, 5])
            await tables.insert(films, row(id, { name: `${id}`, votes: 1 }))
        })
        const held = { column: 'votes', values: [2, 77, 1] }
        const holding = async (after: Holder | null, limit: number) =>
          (await db.read(({ tables }) => tables.rowsHolding(films, held, after, limit))).map(
            ({ id, value }) => [id, value],
          )

        const ones = [1, 3, 4, 5].map((id) => [id, 1])
        assert.deepEqual(await holding(null, 10), [...ones, [2, 2]])
        assert.deepEqual(await holding({ id: 1, value: 1 }, 2), ones.slice(1, 3))
        assert.deepEqual(await holding({ id: 4, value: 1 }, 9), [
          [5, 1],
          [2, 2],
        ])
        assert.deepEqual(await holding({ id: 2, value: 2 }, 9), [])
        assert.equal(await db.read(({ tables }) => tables.hasRow(films, 5)), true)
        assert.equal(await db.read(({ tables }) => tables.hasRow(films, 6)), false)
      }))

    it('read cells by id, fewer at once where they are large', () =>
      using(open, async (db) => {
        // Not every database can have texts of any length in an index.
        const notes = { ...tableWith([column('name'), films.columns[1]!]), name: 'notes' }
        const name = 'x'.repeat(pageBytes)
        await db.transact(async ({ tables }) => {
          await tables.create(notes, 5)
          await tables.insert(notes, row(1, { name: 'one', votes: 1 }))
          await tables.insert(notes, row(2, { name, votes: 2 }))
          await tables.insert(notes, row(3, { name: `${name}y`, votes: 3 }))
        })
        const cells = (names: string[], after: number) =>
          db.read(({ tables }) => tables.cells(notes, names, after, 10))

        assert.deepEqual(await cells(['votes'], 1), [
          { id: 2, values: [2] },
          { id: 3, values: [3] },
        ])
        assert.deepEqual(
          await cells([], 0),
          [1, 2, 3].map((id) => ({ id, values: [] })),
        )
        const seen: number[] = []
        for (let page = await cells(['name'], 0); page.length > 0;) {
          assert.ok(page.length < 3)
          seen.push(...page.map(({ id }) => id))
          page = await cells(['name'], seen.at(-1)!)
        }
        assert.deepEqual(seen, [1, 2, 3])
      }))
  })

  describe('views', () => {
    it('are kept with their table, oldest first', () =>
      using(open, async (db) => {
        const views = (table: Table) => db.read(({ tables }) => tables.views(table))
        await db.transact(async ({ tables }) => {
          await tables.saveView(films, null, view('b'), 6)
          await tables.saveView(films, null, view('a'), 7)
          await tables.saveView(films, 'b', view('c'), 8)
        })

        assert.deepEqual(await views(films), [view('c'), view('a')])
        assert.equal((await db.read(({ tables }) => tables.find('films')))?.revision, 8)
        const movies = { ...films, name: 'movies' }
        await reshape(db, movies, { name: 'name', votes: 'votes' })
        await db.transact(({ tables }) => tables.dropView(movies, 'c', 10))
        assert.deepEqual(await views(movies), [view('a')])
        await db.transact(({ tables }) => tables.drop(movies, 11, []))
        await db.transact(({ tables }) => tables.create(movies, 12))
        assert.deepEqual(await views(movies), [])
        await db.transact(({ tables }) => tables.drop(movies, 13, []))
        assert.equal(await db.read(({ tables }) => tables.dropped(12)), null)
        assert.deepEqual((await db.read(({ tables }) => tables.dropped(11)))?.table, movies)
        await db.transact(({ tables }) => tables.takeOut(11, 14))
        assert.deepEqual(await views(movies), [view('a')])
        assert.equal((await db.read(({ tables }) => tables.find('movies')))?.revision, 14)
        assert.equal(await db.read(({ tables }) => tables.dropped(11)), null)
      }))

    it('of somebody’s own are kept apart from those of all and of others, and leave the revision', () =>
      using(open, async (db) => {
        const own = (owner: string, name: string) => ({ owner, view: view(name) })
        const of = (owner: string) => db.read(({ tables }) => tables.ownViews(films, owner))
        const found = () => db.read(({ tables }) => tables.find('films'))
        const before = (await found())?.revision
        await db.transact(async ({ tables }) => {
          await tables.saveOwnView(films, null, own('ann', 'b'))
          await tables.saveOwnView(films, null, own('bob', 'b'))
          await tables.saveOwnView(films, null, own('ann', 'a'))
          await tables.saveOwnView(films, 'b', own('ann', 'c'))
        })

        assert.deepEqual(await of('ann'), [view('c'), view('a')])
        assert.deepEqual(await of('bob'), [view('b')])
        assert.deepEqual(await db.read(({ tables }) => tables.views(films)), [])
        assert.equal((await found())?.revision, before)
        await db.transact(({ tables }) => tables.drop(films, 11, []))
        await db.transact(({ tables }) => tables.takeOut(11, 12))
        await db.transact(({ tables }) => tables.dropOwnView(films, 'ann', 'c'))
        const left = await db.read(({ tables }) => tables.allOwnViews(films))
        assert.deepEqual(left, [own('bob', 'b'), own('ann', 'a')])
      }))
  })
}

function column(name: string): Column {
  const rules = { nullable: true, unique: false, default: null, options: null, reference: null }
  return { name, type: 'text', ...rules }
}

function view(name: string): KeptView {
  return keptView({ name, filter: null, sort: [], columns: null })
}

function tableWith(columns: Column[]): Table {
  return { name: 'films', columns, indexes: [] }
}

const films = tableWith([
  { ...column('name'), unique: true },
  { ...column('votes'), type: 'integer', nullable: true },
])

function row(id: number, values: StoredRow['values']): StoredRow {
  return { id, version: 5, order: `a${id}`, values }
}

function changeTo(after: Table, origins: Record<string, string | null>): Reshape {
  return {
    before: films,
    after,
    origins: new Map(Object.entries(origins)),
    optionNames: new Map(),
    referring: [],
    convert: () => assert.fail('nothing is to be converted'),
  }
}

async function reshape(
  db: Database,
  after: Table,
  origins: Record<string, string | null>,
  convert = changeTo(after, origins).convert,
): Promise<void> {
  const change = { ...changeTo(after, origins), convert }
  await db.transact(({ tables }) => tables.reshape(change, 9))
}

async function allRows(db: Database, table: Table): Promise<unknown[]> {
  return db.read(async ({ tables }) => {
    const cells = await tables.cells(table, [], 0, 1000)
    const rows = []
    for (const { id } of cells) rows.push((await tables.row(table, id))?.values)
    return rows
  })
}

async function using(
  open: () => Promise<Database>,
  test: (db: Database) => Promise<void>,
): Promise<void> {
  const db = await open()
  try {
    await db.transact(async ({ tables }) => {
      await tables.create(films, 4)
      await tables.insert(films, row(1, { name: 'one', votes: 1 }))
      await tables.insert(films, row(2, { name: 'two', votes: 2 }))
    })
    await test(db)
  } finally {
    await db.close()
  }
}
