import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StoredBaseline } from './baselines.ts'
import { note } from './change-log.contract.ts'
import type { Database, Stores } from './database.ts'
import { detached, topOfPlan } from './gantt-store.ts'
import type { NewTask } from './gantt-store.ts'

/** What `BaselineStore` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function baselinesContract(open: () => Promise<Database>): void {
  async function using(work: (db: Database) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await work(db)
    } finally {
      await db.close()
    }
  }

  describe('baselines', () => {
    it('have the tasks that are in the plan, in pages, with what was said of them', () =>
      using(async (db) => {
        const many = Array.from({ length: 4500 }, (_, n) => taskOf(n + 1))
        await db.transact(async ({ gantt, baselines }) => {
          await gantt.insertTasks([
            ...many,
            { ...taskOf(5000), fields: { length: 90, effort: 30.5 }, text: 'é😀'.repeat(200) },
            { ...taskOf(5001), fields: { length: 'long', deep: { effort: 5 } } },
            { ...taskOf(5002), parent: detached },
            { ...taskOf(5003), parent: 5002 },
          ])
          await baselines.insert(one(1))
          await baselines.keepTasks(1, 'all')
          await baselines.insert(one(2))
          await baselines.keepTasks(2, [5000, 7])
        })

        const { all, pages, some, found } = await db.read(async ({ baselines }) => ({
          found: await baselines.tasksIn([1, 2], [7, 8, 9999]),
          all: await baselines.all(),
          pages: await Array.fromAsync(baselines.tasksOf(1)),
          some: (await Array.fromAsync(baselines.tasksOf(2))).flat(),
        }))

        assert.deepEqual(
          all.map(({ tasks }) => tasks),
          [4502, 2],
        )
        assert.ok(pages.length > 2)
        const [first, ...rest] = pages.flat()
        assert.deepEqual(first, {
          id: 1,
          type: 'task',
          text: 'task 1',
          start: '2026-04-05T00:00:00',
          end: null,
          duration: 1.5,
          progress: 10,
          length: null,
          work: null,
        })
        const [long, odd] = rest.slice(-2)
        assert.deepEqual([long?.length, long?.work, long?.text], [90, 30.5, 'é😀'.repeat(100)])
        assert.deepEqual([odd?.id, odd?.length, odd?.work], [5001, null, null])
        assert.deepEqual(
          some.map(({ id }) => id),
          [7, 5000],
        )
        assert.deepEqual(
          found.map(({ baseline, task }) => [baseline, task.id, task.text]),
          [
            [1, 7, 'task 7'],
            [1, 8, 'task 8'],
            [2, 7, 'task 7'],
          ],
        )
      }))

    it('take tasks that are given, and get names and ids of their own', () =>
      using(async (db) => {
        const [task] = await db.transact(async ({ baselines }) => {
          const ids = [await baselines.nextId(), await baselines.nextId()]
          assert.deepEqual(ids, [1, 2])
          await baselines.insert(one(2))
          const given = { ...kept, text: '😀'.repeat(300) }
          await baselines.addTasks(2, [given, { ...kept, id: 9 }])
          await baselines.rename(2, 'Later', 7)
          return (await Array.fromAsync(baselines.tasksOf(2))).flat()
        })

        assert.deepEqual(task, { ...kept, text: '😀'.repeat(200) })
        const found = await db.read(({ baselines }) => baselines.find(2))
        assert.deepEqual(found, { ...one(2), name: 'Later', version: 7, tasks: 2 })
      }))

    it('that were put aside come back whole, without their number if another has it', () =>
      using(async (db) => {
        await db.transact(async (stores) => {
          const { baselines } = stores
          await fill(stores, 2)
          await baselines.putAside(1, 1)
          assert.equal(await baselines.find(1), null)
          assert.deepEqual(
            (await baselines.all()).map(({ id }) => id),
            [2],
          )
          const back = await baselines.bringBack(1, 2)
          assert.deepEqual(back, { ...one(1), number: null, tasks: 1, version: 2 })
          assert.equal(await baselines.bringBack(1, 3), null)
          assert.equal(await baselines.bringBack(9, 3), null)
          assert.equal((await Array.fromAsync(baselines.tasksOf(1))).flat().length, 1)
        })
      }))

    it('that were put aside go for good when the log is cut, and no others', () =>
      using(async (db) => {
        await db.transact(async (stores) => {
          await fill(stores, 3)
          for (const text of ['a', 'b']) await note(stores, text)
          await stores.baselines.putAside(1, 1)
          await stores.baselines.putAside(2, 2)
          await stores.history.cutOff(1)
        })
        let more = true
        while (more) more = await db.transact(({ history }) => history.clearImages())

        await db.transact(async ({ baselines }) => {
          assert.equal(await baselines.bringBack(1, 3), null)
          assert.deepEqual(await Array.fromAsync(baselines.tasksOf(1)), [])
          assert.equal((await baselines.bringBack(2, 3))?.tasks, 1)
          assert.equal((await Array.fromAsync(baselines.tasksOf(3))).flat().length, 1)
        })
      }))

    it('that were put aside count in the size of the log', () =>
      using(async (db) => {
        await db.transact(async (stores) => {
          await fill(stores, 1)
          for (const text of ['a', 'b']) await note(stores, text)
          const { baselines, history } = stores
          await baselines.addTasks(
            1,
            Array.from({ length: 100 }, (_, n) => ({ ...kept, id: n + 10 })),
          )
          assert.equal(await history.beyond(5000), 0)
          await baselines.putAside(1, 2)
          assert.equal(await history.beyond(5000), 2)
          await baselines.bringBack(1, 3)
          assert.equal(await history.beyond(5000), 0)
        })
      }))

    it('that were put aside stay behind where the log does', () =>
      using(async (db) => {
        await db.transact(async (stores) => {
          await fill(stores, 2)
          await stores.baselines.putAside(1, 1)
        })
        const rowsOf = async (withoutLog: boolean) => {
          const pages = await Array.fromAsync(db.stream(({ dump }) => dump.pages(withoutLog)))
          const of = (table: string) =>
            pages.filter((page) => page.table === table).flatMap(({ rows }) => rows)
          return [of('_baselines').length, of('_baseline_tasks').length]
        }

        assert.deepEqual(await rowsOf(false), [2, 2])
        assert.deepEqual(await rowsOf(true), [1, 1])
      }))
  })
}

const kept = {
  id: 8,
  type: 'task',
  text: 'Dig',
  start: '2026-04-05T00:00:00',
  end: '2026-04-06T00:00:00',
  duration: null,
  progress: 0,
  length: 480,
  work: null,
}

async function fill({ gantt, baselines }: Stores, count: number): Promise<void> {
  await gantt.insertTasks([taskOf(1)])
  for (let id = 1; id <= count; id++) {
    await baselines.insert(one(id))
    await baselines.keepTasks(id, 'all')
  }
}

function one(id: number): StoredBaseline {
  return {
    id,
    name: 'As agreed',
    at: '2026-04-05T00:00:00.000Z',
    author: 'Ann',
    authorId: 'a1',
    revision: 0,
    tasks: 0,
    isWhole: true,
    number: 3,
    version: 1,
  }
}

function taskOf(id: number): NewTask {
  return {
    id,
    parent: topOfPlan,
    place: `a${String(id).padStart(6, '0')}`,
    type: 'task',
    text: `task ${id}`,
    start: '2026-04-05T00:00:00',
    end: null,
    duration: 1.5,
    progress: 10,
    open: false,
    lazy: null,
    fields: {},
    version: 1,
  }
}
