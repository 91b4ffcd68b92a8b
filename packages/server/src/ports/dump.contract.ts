import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column, Table } from '@triptych/contract/tables'
import { note, stateOf } from './change-log.contract.ts'
import type { Database, ReadStores } from './database.ts'
import type { DumpPage } from './dump.ts'
import { topOfPlan } from './gantt-store.ts'

/** What `Dump` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function dumpContract(
  open: () => Promise<Database>,
  openOther: () => Promise<Database> = open,
): void {
  async function using(work: (one: Database, other: Database) => Promise<void>): Promise<void> {
    const [one, other] = [await open(), await openOther()]
    try {
      await work(one, other)
    } finally {
      await one.close()
      await other.close()
    }
  }

  describe('a dump', () => {
    it('makes the same of an empty database', () =>
      using(async (one, other) => {
        await fill(one)
        const pages = await dumpOf(one)
        await load(other, pages)

        assert.deepEqual(rowsOf(await dumpOf(other)), rowsOf(pages))
        assert.deepEqual(await seen(other), await seen(one))
      }))

    it('lets the other go on where the first has ended', () =>
      using(async (one, other) => {
        await fill(one)
        await load(other, await dumpOf(one))

        await other.transact(async ({ tables, gantt, baselines, changes, attempt }) => {
          assert.equal(await gantt.nextId('task'), 3)
          assert.equal(await baselines.nextId(), 3)
          assert.equal(await tables.nextRowId(films), 4)
          const twice = { id: 4, order: 'zz', version: 9, values: { ...someFilm, code: 'c1' } }
          await assert.rejects(attempt(() => tables.insert(films, twice)))
          await tables.create({ ...films, name: 'more' }, 9)
          await tables.saveView(films, null, { name: 'second' } as never, 9)
          const author = { actor: 'ann', origin: null, at: new Date(0) }
          assert.equal(await changes.append(someChange, author), 2)
        })
      }))

    it('lets its log be continued in the transaction that loads it', () =>
      using(async (one, other) => {
        await fill(one)
        const log = (await dumpOf(one)).find(({ table }) => table === '_changes')!
        const author = { actor: 'ann', origin: null, at: new Date(0) }

        const revisions = await other.transact(async ({ dump, changes }) => {
          await dump.load(log)
          return [
            await changes.append(someChange, author),
            await changes.append(someChange, author),
          ]
        })

        assert.deepEqual(revisions, [2, 3])
      }))

    it('brings the chain of the log along, which goes on behind it', () =>
      using(async (one, other) => {
        await fill(one)
        await one.transact((stores) => note(stores, 'Ä \u0000 \uffff 😀'))
        await load(other, await dumpOf(one))

        const state = await stateOf(other)
        assert.deepEqual(state, await stateOf(one))
        assert.ok(state.isWhole)
        assert.deepEqual([state.end.revision, state.unhashed], [2, 0])

        await other.transact((stores) => note(stores, 'next'))
        const next = await stateOf(other, state.end)
        assert.ok(next.isWhole)
        assert.equal(next.end.revision, 3)
      }))

    it('may come from before entries had hashes, and the chain begins behind it', () =>
      using(async (one, other) => {
        await fill(one)
        const pages = (await dumpOf(one)).map((page) =>
          page.table === '_changes' ? withoutColumns(page, newColumns) : page,
        )
        await load(other, pages)

        await other.transact((stores) => note(stores, 'first'))
        const state = await stateOf(other)
        assert.ok(state.isWhole)
        assert.deepEqual([state.end.revision, state.unhashed], [2, 1])
      }))

    it('comes in pages, however long a table is', () =>
      using(async (one) => {
        await fill(one, 2500)
        const pages = (await dumpOf(one)).filter(({ table }) => table === 'films')

        assert.ok(pages.length > 2)
        const ids = pages.flatMap(({ rows }) => rows.map(([id]) => id))
        assert.deepEqual(
          ids,
          ids.toSorted((a, b) => Number(a) - Number(b)),
        )
        assert.equal(new Set(ids).size, 2500)
      }))

    it('holds no page of very many bytes, though long rows follow short ones', () =>
      using(async (one) => {
        await fill(one)
        await insertLong(one, 40)
        for (const page of await dumpOf(one)) assert.ok(JSON.stringify(page).length < 1_500_000)
      }))

    it('shows one instant, whatever is written meanwhile', () =>
      using(async (one) => {
        await fill(one, 500)
        const before = await dumpOf(one)
        const pages: DumpPage[] = []
        for await (const page of one.stream(({ dump }) => dump.pages())) {
          if (pages.length === 0) await insertLong(one, 1)
          pages.push(page)
        }

        assert.deepEqual(rowsOf(pages), rowsOf(before))
      }))
  })

  describe('a dump of a state that was', () => {
    it('has what one has of a workspace that is so, but for what passes', () =>
      using(async (one, other) => {
        await fill(one)
        await one.transact(({ gantt }) => gantt.keepElements('project', [{ id: 0, xml: '' }], 0))
        const pages = await Array.fromAsync(one.stream(dumpAgain))

        const now = rowsOf(await Array.fromAsync(one.stream(({ dump }) => dump.pages(true))))
        const { _temp_ids, _kept_answers, _own_views, ...kept } = now
        const { _baselines, _baseline_tasks, _tables = [], ...rest } = kept
        const tables = _tables.map((row) => [...(row as unknown[]).slice(0, -1), null])
        assert.deepEqual(rowsOf(pages), { ...rest, _tables: tables })
        await load(other, pages)
        assert.deepEqual(rowsOf(await dumpOf(other)), rowsOf(pages))
      }))

    it('has nothing of what came with the next change', () =>
      using(async (one) => {
        await fill(one)
        await one.transact(({ gantt }) => gantt.keepElements('project', [{ id: 0, xml: '' }], 1))

        const { _plan_elements, _log_start } = rowsOf(await Array.fromAsync(one.stream(dumpAgain)))

        assert.equal(_plan_elements, undefined)
        assert.partialDeepStrictEqual(_log_start, [[1]])
      }))
  })

  describe('what cannot be loaded', () => {
    const refused: [string, DumpPage][] = [
      ['a table that nobody knows', { table: 'nothing', columns: ['id'], rows: [[1]] }],
      ['a column that nobody knows', { table: '_links', columns: ['colour'], rows: [[1]] }],
      ['a row with too few values', { table: '_links', columns: ['id', 'source'], rows: [[1]] }],
      [
        'a piece of SQL in the place of a value',
        { table: '_links', columns: ['id'], rows: [[{ text: '1', values: [] } as never]] },
      ],
      ['a page without rows', { table: '_links', columns: ['id'] } as never],
    ]
    for (const [what, page] of refused) {
      it(`is ${what}`, () =>
        using(async (one) => {
          await assert.rejects(
            one.transact(({ dump }) => dump.load(page)),
            { code: 'bad_request' },
          )
        }))
    }
  })
}

const newColumns = ['actor_id', 'address', 'step', 'hash']

function withoutColumns({ table, columns, rows }: DumpPage, names: readonly string[]): DumpPage {
  const kept = columns.map((name) => !names.includes(name))
  const some = <T>(values: readonly T[]): T[] => values.filter((_, at) => kept[at])
  return { table, columns: some(columns), rows: rows.map(some) }
}

/** What the ports show of it. */
function seen(database: Database): Promise<object> {
  return database.read(async ({ tables, gantt, baselines, changes, idempotency: answers }) => ({
    tables: await tables.all(),
    found: await tables.find('films'),
    row: await tables.row(films, 1),
    views: await tables.views(films),
    ownViews: await tables.allOwnViews(films),
    task: await gantt.task(2),
    links: await gantt.allLinks(),
    assignments: await gantt.allAssignments(),
    resources: await gantt.allResources(),
    baselines: await baselines.all(),
    kept: await Array.fromAsync(baselines.tasksOf(1)),
    real: await gantt.realId('client', 'temp://1'),
    head: await changes.head(),
    answer: await answers.find('main/ann', 'key'),
  }))
}

/** What `fill` has written, as if it were of the past. */
async function* dumpAgain({ tables, gantt, dump }: ReadStores): AsyncGenerator<DumpPage> {
  const all = await tables.all()
  yield* dump.pagesAt({
    revision: 1,
    tables: await Promise.all(
      all.map(async (table) => ({
        table,
        nextId: (await tables.find(table.name))!.nextId,
        views: await tables.views(table),
        rows: async function* () {
          yield* await tables.rowsAfter(table, null, 1000)
        },
      })),
    ),
    tasks: (await Array.fromAsync(gantt.placedTasks())).flat().toReversed(),
    links: await gantt.allLinks(),
    resources: await gantt.allResources(),
    assignments: await gantt.allAssignments(),
    calendars: await gantt.allCalendars(),
    schedule: await gantt.schedule(),
  })
}

async function dumpOf(database: Database): Promise<DumpPage[]> {
  return Array.fromAsync(database.stream(({ dump }) => dump.pages()))
}

async function load(database: Database, pages: readonly DumpPage[]): Promise<void> {
  for (const page of pages) {
    // As it comes out of an archive.
    const read = JSON.parse(JSON.stringify(page)) as DumpPage
    await database.transact(({ dump }) => dump.load(read))
  }
  await database.transact(({ dump }) => dump.finish())
}

function rowsOf(pages: readonly DumpPage[]): Record<string, unknown[]> {
  const rows: Record<string, unknown[]> = {}
  for (const page of pages) rows[page.table] = [...(rows[page.table] ?? []), ...page.rows]
  return rows
}

const films: Table = {
  name: 'films',
  title: 'Filme, die wir haben',
  columns: [
    column('name', 'text'),
    { ...column('code', 'text'), unique: true },
    column('rating', 'number'),
    column('votes', 'integer'),
    column('seen', 'boolean'),
    column('extra', 'json'),
    {
      ...column('maker', 'integer'),
      reference: { table: 'makers', onDelete: 'restrict' } as never,
    },
  ],
  indexes: [],
}

const someBaseline = {
  name: 'As agreed',
  at: '2026-04-05T00:00:00.000Z',
  author: 'Ann',
  authorId: null,
  revision: 1,
  tasks: 0,
  isWhole: true,
  number: 0,
  version: 1,
}

const someFilm = { name: 'Ran', rating: null, votes: null, seen: null, extra: null, maker: null }

const someChange = {
  area: 'tables',
  operation: 'row-added',
  entity: 'films/1',
  before: null,
  after: { text: 'a\u0000 \uffff 😀' },
} as never

/** What is read with one that an earlier version has kept. */
const emptyView = { widths: {}, frozen: null, group: null, subgroups: [], totals: {} }

/** Something of everything, with all that is awkward. */
async function fill(database: Database, rows = 3): Promise<void> {
  const version = 1
  await database.transact(async ({ tables, gantt, baselines, changes, idempotency }) => {
    await tables.create({ name: 'makers', columns: [column('name', 'text')], indexes: [] }, 1)
    await tables.create(films, version)
    await tables.insertMany(
      films,
      Array.from({ length: rows }, (_, n) => ({
        id: n + 1,
        order: `a${String(n).padStart(6, '0')}`,
        version,
        values: {
          name: `it's \u0000 \uffff 😀 ${n}`,
          code: `c${n + 1}`,
          rating: n === 0 ? 5e-324 : n / 3,
          votes: 2 ** 53 - 1 - n,
          seen: n % 2 === 0,
          extra: { a: [null, true, '\u0000'] },
          maker: null,
        },
      })),
    )
    await tables.saveView(films, null, { ...emptyView, name: 'first' } as never, 1)
    const own = { ...emptyView, name: 'own' } as never
    await tables.saveOwnView(films, null, { owner: 'ann', view: own })
    const ids = [await gantt.nextId('task'), await gantt.nextId('task')]
    await gantt.insertTasks(
      ids.map((id, n) => ({
        id,
        parent: n === 0 ? topOfPlan : 1,
        place: 'a',
        type: 'task',
        text: 'Täsk \u0000',
        start: '2026-04-05T00:00:00',
        end: null,
        duration: 1.5,
        progress: 0.1,
        open: true,
        lazy: null,
        fields: { colour: '\uffff' },
        version,
      })),
    )
    await gantt.insertLinks([
      { id: 1, source: 1, target: 2, type: 'e2s', lag: 0.5, fields: {}, version },
    ] as never)
    await gantt.insertResource({ id: 1, parent: 0, place: 'a', fields: { name: 'Ann' }, version })
    await gantt.insertAssignments([
      { id: 1, task: 1, resource: 1, units: 0.5, fields: {}, version },
    ] as never)
    await baselines.insert({ ...someBaseline, id: await baselines.nextId() })
    await baselines.keepTasks(1, 'all')
    await baselines.insert({ ...someBaseline, id: await baselines.nextId(), number: null })
    await baselines.keepTasks(2, [1])
    await gantt.keepBranch(1, ids)
    await gantt.rememberId('client', 'temp://1', 2, 5)
    await gantt.touch(version)
    await changes.append(someChange, { actor: 'ann', origin: 'o', at: new Date(0) })
    const answer = { status: 200, headers: { etag: 'x' }, body: 'ö\u0000' }
    await idempotency.keep('main/ann', 'key', { digest: 'd', at: 1, answer })
  })
}

async function insertLong(database: Database, count: number): Promise<void> {
  await database.transact(async ({ tables }) => {
    for (let n = 0; n < count; n++) {
      const id = await tables.nextRowId(films)
      const values = { ...someFilm, name: 'x'.repeat(300_000), code: `long${n}` }
      await tables.insert(films, {
        id,
        order: `z${String(n).padStart(3, '0')}`,
        version: 1,
        values,
      })
    }
  })
}

function column(name: string, type: Column['type']): Column {
  return {
    name,
    type,
    nullable: true,
    unique: false,
    default: null,
    options: null,
    reference: null,
  }
}
