import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Commented } from './comments.ts'
import type { NewChange } from '@triptych/contract/changes'
import type { Column, Table } from '@triptych/contract/tables'
import { localPrincipal } from '../auth/principal.ts'
import { cutLog } from '../domain/changes/cut-log.ts'
import { knownRevision } from '../domain/changes/list-changes.ts'
import { exportLog } from '../domain/changes/export-log.ts'
import { verifyLog } from '../domain/changes/verify-log.ts'
import type { LogState } from '../domain/changes/verify-log.ts'
import { entryBytes, newEntry } from './change-log.ts'
import type { Database, Stores } from './database.ts'
import { topOfPlan } from './gantt-store.ts'
import type { GanttStore } from './gantt-store.ts'
import type { LogEnd } from './log-chain.ts'
import type { RowImage } from './table-images.ts'
import type { Workspace } from './workspaces.ts'

/** A database that can be opened again and again, and what somebody does to it behind our back. */
export interface LogPlace {
  open(): Promise<Database>
  execute(statement: string): Promise<void>
}

const by = {
  actor: 'tester',
  actorId: 'account-1',
  origin: 'tab-1',
  address: '192.0.2.7',
  step: 'step-1',
  at: new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678)),
}

const yearColumn: Column = {
  name: 'year',
  type: 'integer',
  nullable: true,
  unique: false,
  default: null,
  options: null,
  reference: null,
}

function changeOf(entity: string): NewChange {
  return {
    area: 'tables',
    operation: 'row-updated',
    entity,
    before: { year: 1994 },
    after: { year: 1995 },
  }
}

function changeOfLength(length: number): NewChange {
  return {
    area: 'tables',
    operation: 'table-changed',
    entity: 'films',
    before: { name: 'ä'.repeat(length) },
    after: { name: 'b'.repeat(length) },
  }
}

export function note({ changes }: Pick<Stores, 'changes'>, entity: string): Promise<number> {
  return changes.append(changeOf(entity), by)
}

function contextOf(database: Database) {
  const workspace = { name: 'main', database } as Workspace
  return { principal: localPrincipal, workspace, asker: null }
}

export function stateOf(database: Database, noted: LogEnd | null = null): Promise<LogState> {
  return verifyLog(contextOf(database), noted)
}

async function using<T>(place: LogPlace, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await place.open()
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const stateIn = (place: LogPlace, noted?: LogEnd): Promise<LogState> =>
  using(place, (db) => stateOf(db, noted))

async function endIn(place: LogPlace): Promise<LogEnd> {
  const state = await stateIn(place)
  assert.ok(state.isWhole)
  return state.end
}

async function revisions(db: Database): Promise<number[]> {
  const entries = await db.read(({ changes }) => changes.since(0, 100))
  return entries.map(({ revision }) => revision)
}

/** What the log promises to whoever has to trust it. Every engine runs it. */
export function changeLogContract(newPlace: () => Promise<LogPlace>): void {
  /** With entries 1 to 6. */
  async function filled(): Promise<LogPlace> {
    const place = await newPlace()
    await using(place, async (db) => {
      for (const n of [1, 2, 3, 4, 5, 6]) await db.transact((stores) => note(stores, `films/${n}`))
    })
    return place
  }

  /** What verifying says after this was done to entries 1 to 6. */
  async function after(...statements: string[]): Promise<LogState> {
    const place = await filled()
    for (const statement of statements) await place.execute(statement)
    return stateIn(place)
  }

  describe('what an entry is about', () => {
    it('is of files or not, and lies below a path or not', async () => {
      const place = await newPlace()
      await using(place, async (db) => {
        const change: NewChange = {
          ...changeOf('/a/b.txt'),
          area: 'files',
          operation: 'file-added',
        }
        const other = { ...by, step: 'step-2' }
        await db.transact(async ({ changes }) => {
          await changes.append(change, by)
          await changes.append({ ...change, entity: '/a.txt' }, other)
          // What ended out of sight has changed no files.
          const ended: NewChange = { ...change, operation: 'trash-deleted', entity: '/a/b.txt' }
          await changes.append(ended, { ...by, step: 'step-4' })
          await changes.append({ ...change, entity: '/a' }, other)
          await changes.append(changeOf('films/1'), { ...by, step: 'step-3' })
        })
        await db.read(async ({ changes }) => {
          assert.equal(await changes.isOfFiles('step-1'), true)
          assert.equal(await changes.isOfFiles('step-3'), false)
          assert.equal(await changes.isOfFiles('step-4'), false)
          assert.equal(await changes.isOfFiles('none'), false)
          const below = (prefix: string, after: number, except: string) =>
            changes.stepsBelow(prefix, { after, before: 4, except }, 10)
          assert.deepEqual(await below('/a/', 0, 'step-2'), ['step-1'])
          assert.deepEqual(await below('/a/', 0, 'step-1'), [])
          assert.deepEqual(await below('/a/', 1, 'step-2'), [])
          assert.deepEqual(await below('/a/b.txt/', 0, 'x'), [])
          assert.deepEqual(new Set(await below('/', 0, 'x')), new Set(['step-1', 'step-2']))
          assert.deepEqual(await below('/', 0, 'step-1'), ['step-2'])
        })
      })
    })

    it('is known by the id of a file, which nobody outside is told', async () => {
      const place = await newPlace()
      await using(place, async (db) => {
        const change: NewChange = { ...changeOf('/a.txt'), area: 'files' }
        await db.transact(async ({ changes }) => {
          await changes.append({ ...change, thing: 7 }, by)
          await changes.append(change, by)
          await changes.appendAll([newEntry({ ...change, thing: 8 }, by), newEntry(change, by)])
        })
        const entries = await db.read(({ changes }) => changes.ofStep('step-1'))
        assert.deepEqual(
          entries.map(({ thing }) => thing),
          [7, null, 8, null],
        )
        const [told] = await db.read(({ changes }) => changes.since(0, 1))
        const [kept] = await db.read(({ changes }) => changes.keptSince(0, 1))
        assert.ok(!('thing' in JSON.parse(told!.json)) && !('thing' in kept!))
        assert.ok((await stateOf(db)).isWhole)
      })
    })
  })

  describe('what came later', () => {
    it('is of one thing and what is below it, the newest first', async () => {
      const place = await newPlace()
      await using(place, async (db) => {
        const names = [
          'films',
          'films/1',
          'films2/1',
          'films/2',
          'film',
          'films.x',
          'films0',
          'films/3',
        ]
        for (const name of names) await db.transact((stores) => note(stores, name))
        const later = async (after: number, before: number, limit: number) =>
          (
            await db.read(({ changes }) =>
              changes.later({ area: 'tables', entity: 'films' }, after, before, limit),
            )
          ).map(({ entity }) => entity)
        assert.deepEqual(await later(0, 99, 99), ['films/3', 'films/2', 'films/1', 'films'])
        assert.deepEqual(await later(1, 8, 99), ['films/2', 'films/1'])
        assert.deepEqual(await later(0, 99, 1), ['films/3'])
        const all = await db.read(({ changes }) => changes.later({ area: 'tables' }, 0, 99, 99))
        assert.equal(all.length, names.length)
        assert.deepEqual(all.at(-1), {
          revision: 1,
          operation: 'row-updated',
          entity: 'films',
          before: { year: 1994 },
          after: null,
          thing: null,
        })
        const others = await db.read(({ changes }) => changes.later({ area: 'gantt' }, 0, 99, 99))
        assert.deepEqual(others, [])
      })
    })

    it('comes with all its values, and in smaller pages where they are large', async () => {
      const place = await newPlace()
      await using(place, async (db) => {
        const lengths = [10, 5000, entryBytes / 2, entryBytes / 2, 10]
        const changes = lengths.map(changeOfLength)
        for (const change of changes) {
          await db.transact((stores) => stores.changes.append(change, by))
        }
        const pages: number[] = []
        for (let before = 99; ;) {
          const page = await db.read((stores) =>
            stores.changes.later({ area: 'tables' }, 0, before, 99),
          )
          if (page.length === 0) break
          for (const entry of page) {
            const { entity, operation, before: was, after } = changes[entry.revision - 1]!
            const { revision } = entry
            assert.deepEqual(entry, {
              revision,
              operation,
              entity,
              before: was,
              after,
              thing: null,
            })
          }
          before = page.at(-1)!.revision
          pages.push(page.length)
        }
        assert.deepEqual(pages, [2, 1, 2])
      })
    })

    it('is found by a time', async () => {
      const place = await newPlace()
      await using(place, async (db) => {
        const times = [1, 2, 2, 3, 5].map((second) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)))
        for (const at of times) {
          await db.transact(({ changes }) => changes.append(changeOf('films/1'), { ...by, at }))
        }
        const found = await db.read(({ history }) =>
          Promise.all(
            [0, 1, 2, 4, 9].map((second) => history.revisionAt(`2026-01-01T00:00:0${second}.000Z`)),
          ),
        )
        assert.deepEqual(found, [0, 1, 3, 4, 5])
        assert.equal((await db.read(({ history }) => history.cut())).revision, 0)
      })
    })
  })

  describe('a log of which not all is kept', () => {
    const day = 24 * 60 * 60 * 1000
    const now = new Date(by.at.getTime() + 10 * day)

    /** Entries 1 to 6, each a day younger than the one before; 3 and 4 are one step. */
    async function daily(): Promise<LogPlace> {
      const place = await newPlace()
      await using(place, async (db) => {
        for (const n of [1, 2, 3, 4, 5, 6]) {
          const at = new Date(by.at.getTime() + n * day)
          const step = n === 4 ? 'step-3' : `step-${n}`
          await db.transact(({ changes }) =>
            changes.append(changeOf(`n/${n}`), { ...by, at, step }),
          )
        }
      })
      return place
    }

    it('loses the oldest, goes on with its revisions, and can still be verified', async () => {
      const place = await daily()
      const noted = await endIn(place)
      await using(place, async (db) => {
        assert.equal(await cutLog(db, { days: 0, bytes: 0 }, now), 0)
        assert.equal(await cutLog(db, { days: 8, bytes: 0 }, now), 2)
        assert.deepEqual(await revisions(db), [3, 4, 5, 6])
        await db.transact((stores) => note(stores, 'films/7'))
        const state = await stateOf(db, noted)
        assert.ok(state.isWhole)
        assert.deepEqual([state.cut, state.end.revision], [2, 7])
      })
      await place.execute('delete from _changes where revision = 3')
      assert.deepEqual(await stateIn(place), { isWhole: false, revision: 3, why: 'missing' })
    })

    it('takes along what was said of things that cannot come back', async () => {
      await using(await newPlace(), async (db) => {
        const deletion = (entity: string, before: object) => ({
          ...changeOf(entity),
          area: 'gantt' as const,
          operation: 'task-deleted' as const,
          before: { ...before },
          after: null,
        })
        const entries = [
          deletion('tasks/5', { id: 5, parent: 0, $branch: [{ id: 6, parent: 5 }] }),
          deletion('tasks/20', { id: 20, parent: 0, $count: 2 }),
          deletion('tasks/7', { id: 7, parent: 0 }),
          { ...changeOf('films/3'), operation: 'row-deleted' as const },
          // It was there again.
          { ...deletion('tasks/7', {}), operation: 'task-added' as const },
          changeOf('n/1'),
        ]
        await db.transact(({ gantt }) => keepTasks(gantt, 2, [20, 21]))
        for (const [n, entry] of entries.entries()) {
          const at = new Date(by.at.getTime() + n * day)
          await db.transact(({ changes }) => changes.append(entry, { ...by, at, step: `s${n}` }))
        }
        const things: Commented[] = [5, 6, 7, 8, 21].map((id) => ({ kind: 'task', table: '', id }))
        things.push({ kind: 'row', table: 'films', id: 3 })
        await db.transact(async ({ comments }) => {
          for (const on of things) {
            const said = { text: 'x', mentions: [], at: 0, editedAt: null }
            const id = `${on.kind} ${on.id}`
            await comments.add({ id, on, author: 'a', authorId: null, ...said })
          }
        })

        assert.equal(await cutLog(db, { days: 7, bytes: 0 }, now), 4)
        const left = await db.read(async ({ comments }) => [
          ...(await comments.counts('task', '')).keys(),
          ...(await comments.counts('row', 'films')).keys(),
        ])
        assert.deepEqual(left, [7, 8])
      })
    })

    it('takes along what was said of rows that went together, unless a later entry has them', async () => {
      await using(await newPlace(), async (db) => {
        const deletion = { ...changeOf('films'), operation: 'rows-deleted' as const }
        const entries = [
          deletion,
          { ...changeOf('films/5'), operation: 'row-deleted' as const },
          deletion,
          changeOf('n/1'),
        ]
        for (const [n, entry] of entries.entries()) {
          const at = new Date(by.at.getTime() + n * day)
          await db.transact(({ changes }) => changes.append(entry, { ...by, at, step: `s${n}` }))
        }
        await db.transact(async ({ tables, comments }) => {
          await tables.keepImages(1, [3, 4].map(deletedRow))
          await tables.keepImages(3, [4, 5].map(deletedRow))
          for (const id of [3, 4, 5, 6]) {
            const on: Commented = { kind: 'row', table: 'films', id }
            const said = { text: 'x', mentions: [], at: 0, editedAt: null }
            await comments.add({ id: `row ${id}`, on, author: 'a', authorId: null, ...said })
          }
        })
        const left = () =>
          db.read(async ({ comments }) => [...(await comments.counts('row', 'films')).keys()])

        assert.equal(await cutLog(db, { days: 9, bytes: 0 }, now), 2)
        assert.deepEqual(await left(), [4, 5, 6])
        assert.equal(await cutLog(db, { days: 8, bytes: 0 }, now), 1)
        assert.deepEqual(await left(), [6])
      })
    })

    it('sends those who know only what is gone to load everything anew', async () => {
      await using(await daily(), async (db) => {
        await cutLog(db, { days: 8, bytes: 0 }, now)
        await db.read(async (stores) => {
          const from = (since: number | null) => knownRevision(stores, since, 6)
          await assert.rejects(from(1), { code: 'changes.unknown_revision' })
          await assert.rejects(from(7), { code: 'changes.unknown_revision' })
          assert.deepEqual([await from(null), await from(2), await from(6)], [2, 2, 6])
          // What was added and deleted meanwhile is not known any more.
          const table = { name: 'n' } as Table
          assert.equal(await stores.tables.changeOfRows(table, 1, 6), null)
          assert.ok(await stores.tables.changeOfRows(table, 2, 6))
          assert.equal(await stores.tables.changedRows(table, 1, 6, 9), null)
          assert.ok(await stores.tables.changedRows(table, 2, 6, 9))
        })
      })
    })

    it('never has half a step, and always its newest entry', async () => {
      await using(await daily(), async (db) => {
        assert.equal(await cutLog(db, { days: 7, bytes: 0 }, now), 4)
        assert.deepEqual(await revisions(db), [5, 6])
        assert.equal(await cutLog(db, { days: 1, bytes: 0 }, now), 1)
        assert.deepEqual(await revisions(db), [6])
        await db.transact((stores) => note(stores, 'films/7'))
        assert.deepEqual(await revisions(db), [6, 7])
      })
    })

    it('holds no more bytes than it may, but what is younger than an hour', async () => {
      await using(await daily(), async (db) => {
        assert.equal(await cutLog(db, { days: 0, bytes: 500 }, by.at), 0)
        assert.equal(await cutLog(db, { days: 0, bytes: 500 }, now), 4)
        assert.equal(await cutLog(db, { days: 0, bytes: 500 }, now), 0)
        assert.deepEqual(await revisions(db), [5, 6])
      })
    })

    it('loses the tables that were deleted with their entries', async () => {
      await using(await daily(), async (db) => {
        const films = { name: 'films', columns: [yearColumn], indexes: [] }
        await db.transact(async ({ tables }) => {
          for (const revision of [2, 5]) {
            await tables.create(films, revision)
            await tables.drop(films, revision, [])
          }
        })
        const left = async () =>
          db.read(async ({ tables }) => [await tables.dropped(2), await tables.dropped(5)])
        assert.deepEqual(
          (await left()).map((one) => one?.table),
          [films, films],
        )

        assert.equal(await cutLog(db, { days: 8, bytes: 0 }, now), 2)

        assert.deepEqual(
          (await left()).map((one) => one?.table),
          [undefined, films],
        )
        await db.transact(({ tables }) => tables.takeOut(5, 6))
        assert.deepEqual(await db.read(({ tables }) => tables.all()), [films])
      })
    })

    it('loses the images of rows with their entries, and counts them', async () => {
      await using(await daily(), async (db) => {
        const few = Array.from({ length: 6000 }, (_, at) => ({
          id: at + 1,
          order: null,
          before: { n: 'x'.repeat(10) },
          after: null,
        }))
        await db.transact(async ({ tables }) => {
          await tables.keepImages(2, few)
          await tables.keepImages(5, few.slice(0, 100))
        })
        const images = (revision: number) =>
          db.read(({ tables }) => tables.images(revision, 0, 10_000))
        assert.equal((await images(2)).length, 6000)
        assert.equal(await db.read(({ history }) => history.beyond(100_000)), 2)
        assert.equal(await db.read(({ history }) => history.beyond(5000)), 3)
        assert.equal(await db.read(({ history }) => history.beyond(3000)), 5)

        assert.equal(await cutLog(db, { days: 8, bytes: 0 }, now), 2)

        assert.deepEqual(await images(2), [])
        assert.ok(!(await db.read(({ tables }) => tables.hasImages(2))))
        assert.deepEqual(await images(5), few.slice(0, 100))
      })
    })

    it('loses the images of branches with their entries, and counts them', async () => {
      await using(await daily(), async (db) => {
        const many = Array.from({ length: 6000 }, (_, at) => at + 1)
        await db.transact(async ({ gantt }) => {
          await keepTasks(gantt, 2, many)
          await keepTasks(gantt, 5, [7, 8])
        })
        const images = (revision: number) =>
          db.read(async ({ gantt }) => (await Array.fromAsync(gantt.branchTasks(revision))).flat())
        assert.equal((await images(2)).length, 6000)
        assert.equal(await db.read(({ history }) => history.beyond(100_000)), 2)

        assert.equal(await cutLog(db, { days: 8, bytes: 0 }, now), 2)

        assert.deepEqual(await images(2), [])
        assert.ok(!(await db.read(({ gantt }) => gantt.hasBranch(2))))
        assert.deepEqual(
          (await images(5)).map(({ id }) => id),
          [7, 8],
        )
      })
    })
  })

  describe('the chain of the log', () => {
    it('is whole in an empty log', async () => {
      const state = await stateIn(await newPlace())
      assert.deepEqual(state, { isWhole: true, end: { revision: 0, hash: null }, unhashed: 0 })
    })

    it('is whole whatever fails in between, alone, in parts and in groups', async () => {
      const place = await newPlace()
      await using(place, async (db) => {
        await Promise.allSettled(
          Array.from({ length: 60 }, (_, n) =>
            db.transact(async (stores) => {
              await note(stores, `n${n}`)
              const part = stores.attempt(async () => {
                await note(stores, `n${n} in part`)
                if (n % 3) throw new Error('no')
              })
              await part.catch(() => {})
              await stores.changes.appendAll(
                Array.from({ length: 53 }, (__, m) => newEntry(changeOf(`n${n} ${m}`), by)),
              )
              if (n % 2) throw new Error('no')
              await note(stores, `n${n} again`)
            }),
          ),
        )
        const state = await stateOf(db)
        assert.ok(state.isWhole)
        assert.equal(state.end.revision, 30 * 55 + 10)
        assert.match(state.end.hash ?? '', /^[0-9a-f]{64}$/)
      })
    })

    it('goes on behind the last entry after a restart', async () => {
      const place = await filled()
      const { revision } = await endIn(place)
      await using(place, (db) => db.transact((stores) => note(stores, 'films/7')))
      assert.deepEqual([revision, (await endIn(place)).revision], [6, 7])
    })

    it('is whole after many entries of one request, among those of others', async () => {
      const place = await newPlace()
      const entries = Array.from({ length: 175 }, (_, n) => {
        const change: NewChange = {
          ...changeOf(`films/${n}`),
          thing: n < 60 ? 7 : null,
          folder: null,
        }
        const bare = { ...by, actorId: null, origin: null, address: null }
        return newEntry(n % 3 ? change : { ...change, before: null }, n < 120 ? by : bare)
      })
      await using(place, async (db) => {
        await db.transact(({ changes }) => changes.appendAll(entries))
        const kept = await db.read(({ changes }) => changes.keptSince(0, 200))
        const told = kept.map(({ at, actorId, origin, address, entity, before, after }) => {
          return { at, actorId, origin, address, entity, before, after }
        })
        const expected = entries.map(({ change, before, after, by: one }) => {
          const { actorId, origin, address } = one
          const { entity } = change
          return { at: one.at.toISOString(), actorId, origin, address, entity, before, after }
        })
        assert.deepEqual(told, expected)
        const things = await db.read(({ changes }) => changes.ofStep('step-1'))
        assert.deepEqual(
          things.map(({ thing, folder }) => [thing, folder]),
          entries.map(({ change }) => [change.thing, null]),
        )
      })
      assert.equal((await endIn(place)).revision, 175)
    })

    it('is of texts as they are read again, whichever signs they have', async () => {
      const place = await newPlace()
      const texts = ['Ä 🎬', '\uffff0 and \uffff1', 'a\0b', 'alone: \ud83c', '"\\\n', '']
      await using(place, (db) =>
        db.transact(async ({ changes }) => {
          for (const text of texts) {
            const values = { [text]: text }
            const change = { ...changeOf(text), before: values, after: values }
            await changes.append(change, { ...by, actor: text, origin: text, step: text })
          }
        }),
      )
      assert.equal((await endIn(place)).revision, texts.length)
    })

    it('begins with the first entry that has a hash, and tells how many have none', async () => {
      const place = await newPlace()
      await using(place, async () => {})
      for (const n of [1, 2, 3]) {
        await place.execute(`insert into _changes (revision, at, actor, area, operation, entity)
          values (${n}, '2025-01-01T00:00:00.000Z', 'old', 'files', 'file-added', '/${n}')`)
      }
      const old = await stateIn(place)
      assert.deepEqual(old, { isWhole: true, end: { revision: 3, hash: null }, unhashed: 3 })

      await using(place, (db) => db.transact((stores) => note(stores, 'films/4')))

      const state = await stateIn(place)
      assert.ok(state.isWhole)
      assert.deepEqual([state.unhashed, state.end.revision], [3, 4])
      await place.execute('delete from _changes where revision = 1')
      assert.deepEqual(await stateIn(place), { isWhole: false, revision: 1, why: 'missing' })
    })

    it('shows the first entry of which anything was changed', async () => {
      const texts = 'at actor actor_id origin address step area operation entity before after hash'
      for (const column of texts.split(' ')) {
        const state = await after(`update _changes set "${column}" = 'x' where revision in (3, 5)`)
        assert.deepEqual(state, { isWhole: false, revision: 3, why: 'changed' }, column)
      }
      const emptied = await after('update _changes set address = null where revision = 6')
      assert.deepEqual(emptied, { isWhole: false, revision: 6, why: 'changed' })
    })

    it('shows an entry that was taken away, also where others have moved up', async () => {
      const removed = 'delete from _changes where revision = 3'
      assert.deepEqual(await after(removed), { isWhole: false, revision: 3, why: 'missing' })
      const moveUp = [4, 5, 6].map(
        (n) => `update _changes set revision = ${n - 1} where revision = ${n}`,
      )
      assert.deepEqual(await after(removed, ...moveUp), {
        isWhole: false,
        revision: 3,
        why: 'changed',
      })
      const first = 'delete from _changes where revision = 1'
      assert.deepEqual(await after(first), { isWhole: false, revision: 1, why: 'missing' })
    })

    it('shows entries that were put in another order, and one that was put in', async () => {
      const swapped = await after(
        'update _changes set revision = 99 where revision = 3',
        'update _changes set revision = 3 where revision = 4',
        'update _changes set revision = 4 where revision = 99',
      )
      assert.deepEqual(swapped, { isWhole: false, revision: 3, why: 'changed' })
      const added = await after(
        `insert into _changes (revision, at, actor, area, operation, entity)
         values (7, '2026-01-01T00:00:00.000Z', 'x', 'files', 'file-added', '/x')`,
      )
      assert.deepEqual(added, { isWhole: false, revision: 7, why: 'unhashed' })
    })

    it('shows that hashes were taken away, be it from the beginning on', async () => {
      const inside = await after('update _changes set hash = null where revision = 4')
      assert.deepEqual(inside, { isWhole: false, revision: 4, why: 'unhashed' })
      const first = await after('update _changes set hash = null where revision <= 2')
      assert.deepEqual(first, { isWhole: false, revision: 3, why: 'changed' })
    })

    it('shows by what was noted that its end was cut off, or that it was written anew', async () => {
      const place = await filled()
      const noted = await endIn(place)
      await using(place, (db) => db.transact((stores) => note(stores, 'films/7')))
      assert.ok((await stateIn(place, noted)).isWhole)

      await place.execute('delete from _changes where revision >= 5')
      assert.equal((await endIn(place)).revision, 4)
      const cut = { isWhole: false, revision: 5, why: 'missing' }
      assert.deepEqual(await stateIn(place, noted), cut)

      await using(place, async (db) => {
        for (const n of [5, 6, 7]) await db.transact((stores) => note(stores, `other/${n}`))
      })
      assert.equal((await endIn(place)).revision, 7)
      const anew = { isWhole: false, revision: 6, why: 'replaced' }
      assert.deepEqual(await stateIn(place, noted), anew)
    })

    it('is exported with everything, an entry on each line', async () => {
      const place = await filled()
      const text = await using(place, async (db) =>
        (await Array.fromAsync(exportLog(contextOf(db)))).join(''),
      )
      const lines = text.split('\n')
      assert.equal(lines.pop(), '')
      const entries = lines.map((line) => JSON.parse(line))
      assert.deepEqual(entries[5], {
        revision: 6,
        at: '2026-01-02T03:04:05.678Z',
        actor: 'tester',
        actorId: 'account-1',
        origin: 'tab-1',
        address: '192.0.2.7',
        step: 'step-1',
        area: 'tables',
        operation: 'row-updated',
        entity: 'films/6',
        before: '{"year":1994}',
        after: '{"year":1995}',
        hash: (await endIn(place)).hash,
      })
    })

    it('is read and exported only by whoever may', async () => {
      await using(await filled(), async (db) => {
        const reader = {
          ...localPrincipal,
          can: (asked: string) => asked !== 'changes.audit',
        }
        const ctx = { ...contextOf(db), principal: reader }
        await assert.rejects(verifyLog(ctx), { code: 'forbidden' })
        await assert.rejects(Array.fromAsync(exportLog(ctx)), { code: 'forbidden' })
      })
    })
  })
}

/** The image of one. */
function deletedRow(id: number): RowImage {
  return { id, order: 'a', before: {}, after: null }
}

/** Images of tasks that are not there any more. */
async function keepTasks(
  gantt: GanttStore,
  revision: number,
  ids: readonly number[],
): Promise<void> {
  await gantt.insertTasks(
    ids.map((id) => ({
      id,
      parent: topOfPlan,
      place: `a${id}`,
      type: 'task',
      text: 'x',
      start: '2026-04-01T00:00:00',
      end: null,
      duration: null,
      progress: 0,
      open: false,
      lazy: null,
      fields: {},
      version: 1,
    })),
  )
  await gantt.keepBranch(revision, ids)
  await gantt.removeTasks(ids)
}
