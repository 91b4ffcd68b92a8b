import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database } from './database.ts'
import { ganttModelContract } from './gantt-store-model.contract.ts'
import { detached, taskPageBytes, topOfPlan } from './gantt-store.ts'
import type {
  DueAsked,
  NewTask,
  GanttKind,
  GanttReader,
  GanttStore,
  StoredAssignment,
  StoredLink,
  StoredResource,
  TaskCopy,
  TaskPage,
} from './gantt-store.ts'

/** What `PlanStore` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function ganttStoreContract(open: () => Promise<Database>): void {
  /** Runs `work` in one transaction of a new database. */
  async function using(work: (gantt: GanttStore) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await db.transact(({ gantt }) => work(gantt))
    } finally {
      await db.close()
    }
  }

  describe('the revision', () => {
    it('is 0 before the first change, and then that of the last', () =>
      using(async (gantt) => {
        assert.equal(await gantt.revision(), 0)
        await gantt.touch(7)
        assert.equal(await gantt.revision(), 7)
      }))
  })

  describe('ids', () => {
    const kinds: GanttKind[] = ['task', 'link', 'assignment', 'resource', 'calendar']

    it('begin with 1 for each kind, and none is given out twice', () =>
      using(async (gantt) => {
        for (const kind of kinds) {
          assert.deepEqual([await gantt.nextId(kind), await gantt.nextId(kind)], [1, 2])
        }
        await gantt.insertTasks([task(2, topOfPlan, 'a')])
        await gantt.removeTasks([2])
        assert.equal(await gantt.nextId('task'), 3)
      }))

    it('are higher than any that was brought along', () =>
      using(async (gantt) => {
        for (const kind of kinds) {
          await gantt.reserveId(kind, 41)
          await gantt.reserveId(kind, 7)
          assert.equal(await gantt.nextId(kind), 42)
          await gantt.reserveId(kind, 43)
          assert.equal(await gantt.nextId(kind), 44)
        }
      }))
  })

  describe('what there is once of a plan', () => {
    it('is as it was where a transaction or a part of it has failed, also for those beside it', async () => {
      const db = await open()
      try {
        const ids = await Promise.allSettled([
          db.transact(({ gantt }) => changeOnce(gantt, 1)),
          db.transact(({ gantt }) => changeOnce(gantt, 2).then(fail)),
          db.transact(async ({ gantt, attempt }) => {
            const part = attempt(() => changeOnce(gantt, 3).then(fail))
            await assert.rejects(part)
            return [await gantt.revision(), await gantt.schedule(), await gantt.nextId('task')]
          }),
        ])

        assert.deepEqual(
          ids.map((one) => (one.status === 'fulfilled' ? one.value : null)),
          [1, null, [1, { mode: 'of 1' }, 2]],
        )
        const found = await db.read(async ({ gantt }) => [
          await gantt.revision(),
          await gantt.schedule(),
          await gantt.countTasks(10),
        ])
        assert.deepEqual(found, [1, { mode: 'of 1' }, 2])
      } finally {
        await db.close()
      }
    })
  })

  describe('calendars and the schedule', () => {
    it('come back as they were put in', () =>
      using(async (gantt) => {
        const one = { id: 2, fields: { name: 'it\'s "one"', week: { mon: [] } }, version: 3 }
        await gantt.insertCalendar({ id: 5, fields: {}, version: 4 })
        await gantt.insertCalendar(one)
        await gantt.updateCalendar({ id: 5, fields: { name: 'two' }, version: 6 })

        assert.deepEqual(await gantt.calendar(2), one)
        const two = { id: 5, fields: { name: 'two' }, version: 6 }
        assert.deepEqual(await gantt.allCalendars(), [one, two])
        await gantt.removeCalendar(2)
        assert.equal(await gantt.calendar(2), null)

        assert.deepEqual(await gantt.schedule(), {})
        await gantt.setSchedule({ mode: 'auto' })
        await gantt.touch(7)
        assert.deepEqual(await gantt.schedule(), { mode: 'auto' })
      }))
  })

  describe('elements of imported files', () => {
    it('come back as they were put in last', () =>
      using(async (gantt) => {
        const xml = `<Task><Name>it's "one" 日本</Name></Task>`
        await gantt.keepElements('task', [{ id: 1, xml: '<Task></Task>' }], 1)
        await gantt.keepElements('link', [{ id: 1, xml: '<Link></Link>' }], 1)
        await gantt.keepElements(
          'task',
          [
            { id: 1, xml },
            { id: 2, xml: '' },
          ],
          2,
        )

        const kept = [
          [1, xml],
          [2, ''],
        ] as const
        assert.deepEqual(await gantt.elementsOf('task', [2, 1, 3]), new Map(kept))
        assert.deepEqual(await gantt.elementsOf('task', []), new Map())
        assert.deepEqual(await gantt.elementsOf('link', [1]), new Map([[1, '<Link></Link>']]))
        assert.equal((await gantt.elementsOf('task', [1, 2], 3)).size, 2)
        assert.equal((await gantt.elementsOf('task', [1, 2], 2)).size, 0)
      }))

    it('are forgotten where their things are gone, but for those of the last import', () =>
      using(async (gantt) => {
        await gantt.insertTasks([task(1, topOfPlan, 'a')])
        const some = [0, 1, 2].map((id) => ({ id, xml: `<a>${id}</a>` }))
        await gantt.keepElements('project', some.slice(0, 1), 5)
        await gantt.keepElements('task', some, 5)
        await gantt.forgetElements()
        assert.equal((await gantt.elementsOf('task', [0, 1, 2])).size, 3)

        await gantt.keepElements('rows', [{ id: 7, xml: '' }], 6)
        await gantt.forgetElements()
        assert.deepEqual([...(await gantt.elementsOf('task', [0, 1, 2])).keys()], [0, 1])
        assert.equal((await gantt.elementsOf('project', [0])).size, 1)
        assert.equal((await gantt.elementsOf('rows', [7])).size, 1)
      }))
  })

  describe('tasks', () => {
    it('come back as they were put in', () =>
      using(async (gantt) => {
        const full: NewTask = {
          id: 2 ** 40,
          parent: topOfPlan,
          place: 'a1',
          type: 'odd "type"',
          text: `it's "quoted" \\ \n 日本 🎬 \u0001`,
          start: '2026-04-01T09:00:00',
          end: '2026-04-02T09:00:00',
          duration: 0.1 + 0.2,
          progress: 33.3,
          open: true,
          lazy: false,
          fields: { details: '', segments: [{ a: null }], 'odd "key"': 1e21, own: { __b: true } },
          version: 9,
        }
        const bare = {
          ...full,
          id: 1,
          place: 'a2',
          end: null,
          duration: null,
          open: false,
          lazy: null,
        }
        const lazy = { ...bare, id: 3, place: 'a3', lazy: true, fields: {} }
        await gantt.insertTasks([full, bare, lazy])

        for (const each of [full, bare, lazy]) {
          assert.deepEqual(await gantt.task(each.id), { ...each, children: 0 })
        }
        assert.equal(await gantt.task(99), null)
        const some = await gantt.tasksOf([3, 99, 2 ** 40])
        assert.deepEqual(
          new Map(some.map((each) => [each.id, each])),
          new Map([full, lazy].map((each) => [each.id, { ...each, children: 0 }])),
        )
        assert.deepEqual(await gantt.tasksOf([]), [])
      }))

    it('come in great numbers, children also before their parents', () =>
      using(async (gantt) => {
        const below = Array.from({ length: 250 }, (_, n) => task(n + 2, 1, `a${n + 100}`))
        await gantt.insertTasks([...below, task(1, topOfPlan, 'a')])
        await gantt.insertTasks([task(300, 1, 'b'), task(301, 2, 'b')])

        assert.equal((await gantt.task(1))?.children, 251)
        assert.equal((await gantt.task(2))?.children, 1)
        assert.equal((await gantt.childrenOf(1)).length, 251)
      }))

    it('come back as they were put in, where many have much in common', () =>
      using(async (gantt) => {
        const tasks: NewTask[] = Array.from({ length: 50 }, (_, n) => ({
          ...task(n + 1, topOfPlan, `a${n + 100}`),
          text: `it's "${n}"`,
          end: n % 2 ? null : '2026-04-02T09:00:00',
          duration: 0.1 + 0.2,
          progress: n + 0.5,
          fields: { number: n },
          version: 2 ** 40 + n,
        }))
        const others = tasks.map((each, n) => {
          const own = { id: each.id + 50, place: `b${n + 100}`, duration: null, lazy: true }
          return { ...each, ...own, open: true, parent: 7 }
        })
        const apart = others.map((each, n) => {
          return { ...each, id: each.id + 50, place: `c${n + 100}`, duration: n ? n / 3 : null }
        })
        for (const some of [tasks, others, apart]) await gantt.insertTasks(some)

        for (const each of [...tasks, ...others, ...apart]) {
          const children = each.id === 7 ? 100 : 0
          assert.deepEqual(await gantt.task(each.id), { ...each, children })
        }
      }))

    it('have two of one place nowhere but where they wait for a parent', () =>
      using(async (gantt) => {
        await gantt.insertTasks([task(1, topOfPlan, 'a'), task(2, 1, 'a'), task(3, topOfPlan, 'b')])
        await gantt.insertTasks([task(4, detached, 'a'), task(5, detached, 'a')])

        await assert.rejects(gantt.insertTasks([task(6, topOfPlan, 'a')]))
        await assert.rejects(gantt.moveTask(3, { parent: 1, place: 'a' }, 2))
        assert.deepEqual(idsOf(await gantt.childrenOf(detached)), [4, 5])
      }))

    it('are drawn elsewhere, many at once', () =>
      using(async (gantt) => {
        const many = Array.from({ length: 1201 }, (_, n) =>
          task(n + 1, topOfPlan, `a${n + 1000}`, { text: 'kept', fields: { own: n } }),
        )
        await gantt.insertTasks(many)
        const drawn = many.slice(1).map(({ id }) => ({
          id,
          start: '2026-05-04T08:00:00',
          end: id % 2 === 0 ? null : '2026-05-05T17:00:00',
          duration: id % 3 === 0 ? null : 0.1 + 0.2,
          progress: 33.3,
          version: 7 + id,
        }))
        await gantt.drawTasks([...drawn, { ...drawn[0]!, id: 9999 }])
        await gantt.drawTasks([])

        assert.deepEqual(await gantt.task(1), { ...many[0], children: 0 })
        for (const one of [drawn[0]!, drawn[1]!, drawn[4]!, drawn.at(-1)!]) {
          const before = many[one.id - 1]
          assert.deepEqual(await gantt.task(one.id), { ...before, ...one, children: 0 })
        }
        assert.equal(await gantt.task(9999), null)
      }))

    it('change only in what is given', () =>
      using(async (gantt) => {
        const before = task(1, topOfPlan, 'a', {
          end: '2026-04-03T00:00:00',
          lazy: true,
          open: true,
        })
        await gantt.insertTasks([before, task(2, 1, 'a')])

        let expected = { ...before, children: 1 }
        const changes = [
          { type: 'summary' },
          { text: 'other' },
          { start: '2027-01-01T00:00:00' },
          { end: null },
          { duration: 2.5 },
          { duration: null, progress: 100 },
          { open: false },
          { lazy: false },
          { lazy: null, fields: { a: 1 } },
          {},
        ]
        for (const [index, change] of changes.entries()) {
          await gantt.updateTask(1, change, index + 10)
          expected = { ...expected, ...change, version: index + 10 }
          assert.deepEqual(await gantt.task(1), expected)
        }
        assert.equal((await gantt.task(2))?.version, 1)
      }))

    it('are read as children, as a branch, and up to the top', () =>
      using(async (gantt) => {
        await smallPlan(gantt)

        assert.deepEqual(idsOf(await gantt.childrenOf(topOfPlan)), [1, 2])
        assert.deepEqual(idsOf(await gantt.childrenOf(1)), [5, 4, 3])
        assert.deepEqual(idsOf(await gantt.branchOf(1)), [5, 6, 8, 7, 4, 3])
        assert.deepEqual(await gantt.branchOf(2), [])
        assert.deepEqual(await gantt.branchOf(99), [])
        assert.deepEqual(await gantt.ancestorsOf(8), [8, 6, 5, 1])
        assert.deepEqual(await gantt.ancestorsOf(2), [2])
        assert.deepEqual(await gantt.ancestorsOf(99), [])
        assert.deepEqual(
          [...(await gantt.parentsAbove([8, 4, 2, 99]))].toSorted(([one], [other]) => one - other),
          [
            [1, 0],
            [2, 0],
            [4, 1],
            [5, 1],
            [6, 5],
            [8, 6],
          ],
        )
        assert.equal((await gantt.parentsAbove([])).size, 0)
        assert.deepEqual((await gantt.idsBelow([1, 5, 99])).toSorted(ascending), [3, 4, 5, 6, 7])
        assert.deepEqual(await gantt.idsBelow([]), [])
      }))

    it('are counted, where more ids than enough were given out', () =>
      using(async (gantt) => {
        assert.equal(await gantt.countTasks(0), 0)
        await gantt.reserveId('task', 10)
        await gantt.insertTasks([task(1, 0, 'a'), task(2, 1, 'a'), task(10, detached, 'a')])
        assert.equal(await gantt.countTasks(10), 10)
        assert.equal(await gantt.countTasks(9), 3)
        await gantt.removeTasks([1, 2])
        assert.equal(await gantt.countTasks(0), 1)
      }))

    it('tell whether anything is detached', () =>
      using(async (gantt) => {
        await gantt.insertTasks([task(1, 0, 'a')])
        assert.equal(await gantt.hasDetached(), false)
        await gantt.insertTasks([task(2, detached, 'a')])
        assert.equal(await gantt.hasDetached(), true)
      }))

    it('end branches and ways up where damaged data goes in a circle', () =>
      using(async (gantt) => {
        await gantt.insertTasks([
          task(1, 3, 'a'),
          task(2, 1, 'a'),
          task(3, 2, 'a'),
          task(4, 2, 'b'),
        ])

        assert.deepEqual(idsOf(await gantt.branchOf(1)), [2, 3, 4])
        assert.deepEqual(await gantt.ancestorsOf(4), [4, 2, 1, 3])
      }))

    it('tell between which keys something beside them lies', () =>
      using(async (gantt) => {
        await smallPlan(gantt)

        assert.deepEqual(await gantt.gapBeside(4, 'before'), { lower: 'B', upper: 'a' })
        assert.deepEqual(await gantt.gapBeside(4, 'after'), { lower: 'a', upper: 'b' })
        assert.deepEqual(await gantt.gapBeside(5, 'before'), { lower: null, upper: 'B' })
        assert.deepEqual(await gantt.gapBeside(3, 'after'), { lower: 'b', upper: null })
        assert.equal(await gantt.gapBeside(99, 'after'), null)
        assert.equal(await gantt.lastPlace(1), 'b')
        assert.equal(await gantt.lastPlace(topOfPlan), 'b')
        assert.equal(await gantt.lastPlace(2), null)
      }))
  })

  describe('tasks that are due', () => {
    const asked = { now: april('10'), until: null, resource: null, limit: 10 }
    const dueIds = async (gantt: GanttReader, more: Partial<DueAsked>, hidden?: number[]) =>
      idsOf((await gantt.dueTasks({ ...asked, ...more }, hidden)).tasks)
    const plan: NewTask[] = [
      task(1, topOfPlan, 'a', { type: 'summary', end: april('03') }),
      task(2, 1, 'a', { end: april('12') }),
      task(3, 1, 'b', { end: april('04'), progress: 99.5 }),
      task(4, topOfPlan, 'b', { end: april('05') }),
      task(5, 4, 'a', { end: april('04'), progress: 100 }),
      task(6, 4, 'b', { end: null }),
      task(7, 4, 'c', { type: 'milestone', start: april('09'), end: null }),
      task(8, detached, 'a', { end: april('02') }),
      task(9, 8, 'a', { end: april('02') }),
    ]

    it('are those that are not done, the first to end first, without what has tasks below it', () =>
      using(async (gantt) => {
        await gantt.insertTasks(plan)
        const { tasks, ...counts } = await gantt.dueTasks(asked)
        assert.deepEqual(idsOf(tasks), [3, 7, 2, 6])
        assert.deepEqual(counts, { all: 5, open: 4, late: 2 })
        const [first, milestone] = tasks
        const { id, text, type, start, end, progress } = plan[2]!
        assert.deepEqual(first, { id, text, type, start, end, progress })
        assert.equal(milestone?.end, april('09'))
        assert.equal(tasks.at(-1)?.end, null)
      }))

    it('are as many as wanted, and end by the day that is said', () =>
      using(async (gantt) => {
        await gantt.insertTasks(plan)
        assert.deepEqual(await dueIds(gantt, { limit: 2 }), [3, 7])
        assert.deepEqual(await dueIds(gantt, { until: april('09') }), [3, 7])
        assert.deepEqual(await dueIds(gantt, { until: april('08') }), [3])
        assert.equal((await gantt.dueTasks({ ...asked, until: april('08') })).open, 4)
      }))

    it('can be those of one, and count no others then', () =>
      using(async (gantt) => {
        await gantt.insertTasks(plan)
        const one = { task: 2, resource: 1, units: 100, fields: {}, version: 1 }
        await gantt.insertAssignments([
          { ...one, id: 1 },
          { ...one, id: 2, task: 5 },
          { ...one, id: 3, task: 3, resource: 2 },
        ])
        const { tasks, ...counts } = await gantt.dueTasks({ ...asked, resource: 1 })
        assert.deepEqual([idsOf(tasks), counts], [[2], { all: 2, open: 1, late: 0 }])
      }))

    it('are not those of hidden branches', () =>
      using(async (gantt) => {
        await gantt.insertTasks(plan)
        assert.deepEqual(await dueIds(gantt, {}, [4]), [3, 2])
        assert.deepEqual(await dueIds(gantt, {}, [1, 6]), [7])
        assert.equal((await gantt.dueTasks(asked, [4, 2])).all, 1)
      }))

    it('are those of which all below is hidden: nobody is to see that it is there', () =>
      using(async (gantt) => {
        await gantt.insertTasks(plan)
        assert.deepEqual(await dueIds(gantt, {}, [5, 6, 7]), [3, 4, 2])
        assert.deepEqual(await dueIds(gantt, {}, [5, 6]), [3, 7, 2])
      }))
  })

  describe('moves', () => {
    it('take a task with its branch to another parent, and both parents count', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        await gantt.moveTask(5, { parent: 2, place: 'x' }, 7)

        const moved = await gantt.task(5)
        assert.deepEqual([moved?.parent, moved?.place, moved?.version], [2, 'x', 7])
        assert.deepEqual(idsOf(await gantt.branchOf(2)), [5, 6, 8, 7])
        assert.equal((await gantt.task(1))?.children, 2)
        assert.equal((await gantt.task(2))?.children, 1)
        assert.equal((await gantt.task(2))?.version, 1)
      }))

    it('among siblings change one task only', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        const before = (await gantt.branchOf(topOfPlan)).filter(({ id }) => id !== 5)
        await gantt.moveTask(5, { parent: 1, place: 'c' }, 7)

        assert.deepEqual(idsOf(await gantt.childrenOf(1)), [4, 3, 5])
        const after = (await gantt.branchOf(topOfPlan)).filter(({ id }) => id !== 5)
        assert.deepEqual(new Set(after), new Set(before))
      }))

    it('reach the top, and those that wait for a parent', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        await gantt.moveTask(5, { parent: topOfPlan, place: 'aa' }, 7)
        assert.deepEqual(idsOf(await gantt.childrenOf(topOfPlan)), [1, 5, 2])
        await gantt.moveTask(5, { parent: detached, place: 'a' }, 8)
        assert.deepEqual(idsOf(await gantt.childrenOf(detached)), [5])
        await gantt.moveTask(5, { parent: 2, place: 'a' }, 9)
        assert.equal((await gantt.task(2))?.children, 1)
        assert.equal((await gantt.task(1))?.children, 2)
      }))

    it('do nothing for a task that is not there', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        await gantt.moveTask(99, { parent: 2, place: 'a' }, 7)
        assert.equal((await gantt.task(2))?.children, 0)
      }))

    it('find new keys for siblings in the same order, also among the old ones', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        const renumber = (...places: [id: number, order: string][]) =>
          gantt.renumber(places.map(([id, order]) => ({ id, order })))
        const places = async () =>
          (await gantt.childrenOf(1)).map(({ id, place, version }) => [id, place, version])

        await renumber([5, 'a'], [4, 'b'], [3, 'c'])
        assert.deepEqual(await places(), [
          [5, 'a', 1],
          [4, 'b', 1],
          [3, 'c', 1],
        ])
        await renumber([5, 'Z'], [4, 'a'])
        await renumber()
        assert.deepEqual(await places(), [
          [5, 'Z', 1],
          [4, 'a', 1],
          [3, 'c', 1],
        ])
      }))

    it('are told with those beside them, so many on each side', () =>
      using(async (gantt) => {
        const places = ['a', 'b', 'c', 'd', 'e'].map((order, index) => ({ id: 9 - index, order }))
        await gantt.insertTasks([
          ...places.map(({ id, order }) => task(id, topOfPlan, order)),
          task(1, 9, 'b'),
        ])

        assert.deepEqual(await gantt.neighbours(7, 1), places.slice(1, 4))
        assert.deepEqual(await gantt.neighbours(9, 2), places.slice(0, 3))
        assert.deepEqual(await gantt.neighbours(5, 9), places)
        assert.deepEqual(await gantt.neighbours(1, 9), [{ id: 1, order: 'b' }])
        assert.deepEqual(await gantt.neighbours(99, 1), [])
      }))
  })

  describe('removal', () => {
    it('takes branches with the links, assignments and copies that touch them', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        await gantt.insertLinks([link(1, 6, 3), link(2, 3, 8), link(3, 3, 4), link(4, 6, 8)])
        await gantt.insertAssignments([assignment(1, 6, 1), assignment(2, 4, 1)])
        await gantt.addCopy(copy(1, 2, 6, 5))
        await gantt.removeTasks([5, 6, 7, 8, 99])

        for (const id of [5, 6, 7, 8]) assert.equal(await gantt.task(id), null)
        assert.deepEqual(idsOf(await gantt.branchOf(topOfPlan)), [1, 4, 3, 2])
        assert.equal((await gantt.task(1))?.children, 2)
        assert.deepEqual(idsOf(await gantt.allLinks()), [3])
        assert.deepEqual(idsOf(await gantt.allAssignments()), [2])
        assert.deepEqual(await gantt.copiesBetween(0, 10, 0), [])
      }))

    it('takes several branches, and the last of them leaves no children', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        await gantt.removeTasks([6, 8, 7, 3])

        assert.equal((await gantt.task(5))?.children, 0)
        assert.equal((await gantt.task(1))?.children, 2)
        assert.equal(await gantt.hasLazy(2), false)
      }))
  })

  describe('a branch whose images are kept', () => {
    it('comes back as it was, with its links inside and what resources are left', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        await gantt.updateTask(6, { text: 'ü\uffff', duration: 1.5, fields: { a: 1 } }, 2)
        await gantt.insertResource(resource(1, 0, 'a'))
        await gantt.insertLinks([link(1, 6, 7, { lag: 0.5 }), link(2, 3, 8), link(3, 3, 4)])
        await gantt.insertAssignments([
          assignment(1, 6, 1, { units: 0.5 }),
          assignment(2, 6, 2),
          assignment(3, 4, 1),
        ])
        const before = await gantt.branchOf(5)
        await gantt.keepBranch(9, [5, 6, 7, 8])

        assert.deepEqual([await gantt.hasBranch(9), await gantt.hasBranch(8)], [true, false])
        assert.ok((await gantt.branchBytes(9)) > 4 * 100)
        assert.ok(await gantt.isAllThere(9, 4))
        await gantt.removeTasks([5, 6, 7, 8])
        assert.equal(await gantt.isAnyThere(9), false)
        assert.equal(await gantt.isAllThere(9, 4), false)
        const kept = [
          (await Array.fromAsync(gantt.branchTasks(9))).flat(),
          (await Array.fromAsync(gantt.branchLinks(9))).flat(),
          (await Array.fromAsync(gantt.branchAssignments(9))).flat(),
        ]
        assert.deepEqual(kept.map(idsOf), [
          [5, 6, 7, 8],
          [1, 2],
          [1, 2],
        ])
        assert.deepEqual(
          kept[0]!.find(({ id }) => id === 6),
          before[0],
        )

        await gantt.returnBranch(9, { id: 5, parent: 2, place: 'zz' }, 11)
        assert.deepEqual(
          await gantt.branchOf(5),
          before.map((one) => ({ ...one, version: 11 })),
        )
        const { parent, place, children } = (await gantt.task(5))!
        assert.deepEqual({ parent, place, children }, { parent: 2, place: 'zz', children: 2 })
        assert.equal((await gantt.task(2))?.children, 1)
        assert.deepEqual(idsOf(await gantt.allLinks()), [1, 3])
        assert.deepEqual(idsOf(await gantt.allAssignments()), [1, 3])
        assert.equal(await gantt.isAnyThere(9), true)
      }))

    it('is not what it was where any of it is another one', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        await gantt.insertLinks([link(1, 6, 7)])
        await gantt.keepBranch(9, [5, 6, 7, 8])
        const isAllThere = () => gantt.isAllThere(9, 4)
        assert.ok(await isAllThere())
        assert.equal(await gantt.isAllThere(9, 5), false)

        await gantt.updateTask(6, { open: true, lazy: true }, 2)
        await gantt.moveTask(7, { parent: 5, place: 'A' }, 2)
        assert.ok(await isAllThere())
        for (const end of [null, '2026-04-02T00:00:00']) {
          await gantt.updateTask(8, { end }, 2)
          assert.equal(await isAllThere(), end === null)
        }
        await gantt.updateTask(8, { end: null }, 2)
        await gantt.insertLinks([link(2, 2, 8)])
        assert.equal(await isAllThere(), false)
        await gantt.removeLink(2)
        assert.ok(await isAllThere())
        await gantt.insertAssignments([assignment(1, 8, 1)])
        assert.equal(await isAllThere(), false)
      }))
  })

  describe('pages', () => {
    it('have each task as the client wants it', () =>
      using(async (gantt) => {
        const fields = { details: 'a "b"', tags: [1, { x: null }] }
        const end = '2026-04-09T00:00:00'
        await gantt.insertTasks([
          task(1, 0, 'a', { open: true, fields, end, duration: 8 }),
          task(2, 0, 'b', { open: true, type: 'odd "type"', text: 'a\n"\\\u0001😀\u2028\0' }),
          task(3, 0, 'c', { lazy: true, open: true, duration: 0.1 + 0.2, progress: 1 / 3 }),
          task(4, 0, 'd', { lazy: true, end, duration: 0, progress: 1e15 + 0.5 }),
          task(5, 1, 'a'),
          task(6, 3, 'a', { duration: -5e-324 }),
        ])

        const { json, count, next } = await gantt.taskPage('all', null, 10, 5)

        const odd = { type: 'odd "type"', text: 'a\n"\\\u0001😀\u2028\0' }
        const expected = [
          sent(1, 0, { end, duration: 8, progress: 0, open: true, ...fields }),
          sent(2, 0, { ...odd, progress: 0 }),
          sent(3, 0, { duration: 0.1 + 0.2, progress: 1 / 3, lazy: true }),
          sent(4, 0, { end, duration: 0, progress: 1e15 + 0.5 }),
          sent(5, 1, { progress: 0 }),
          sent(6, 3, { duration: -5e-324, progress: 0 }),
        ]
        const parsed = tasksIn({ json })
        assert.deepEqual(parsed, expected)
        assert.doesNotMatch(textOf({ json }), /\d\.0\D/)
        // The order of the members too is the same everywhere.
        assert.deepEqual(parsed.map(Object.keys), expected.map(Object.keys))
        assert.deepEqual([count, next], [6, null])
      }))

    it('go on where the last one ended, whatever is asked for', () =>
      using(async (gantt) => {
        await smallPlan(gantt)

        for (const limit of [1, 2, 3, 8, 100]) {
          assert.deepEqual(await pagedIds(gantt, 'all', limit), [1, 2, 5, 4, 3, 6, 7, 8])
          assert.deepEqual(await pagedIds(gantt, [6, 2, 1, 99], limit), [5, 4, 3, 8])
          assert.deepEqual(await pagedIds(gantt, [5, 5, 0], limit), [1, 2, 6, 7])
          assert.deepEqual(await pagedIds(gantt, [3], limit), [])
        }
        const none = await gantt.taskPage([], null, 10, 5)
        assert.deepEqual([textOf(none), none.count, none.next], ['[]', 0, null])
      }))

    it('go on after a place that is gone', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        for (const parents of ['all', [1, 5]] as const) {
          const page = await gantt.taskPage(parents, { parent: 1, place: 'Z' }, 2, 5)
          assert.deepEqual(idsOf(tasksIn(page)), [4, 3])
        }
      }))

    it('hold nothing detached, nor what is below it', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        await gantt.insertTasks([task(20, detached, 'a'), task(21, 20, 'a'), task(22, 21, 'a')])

        assert.deepEqual(await pagedIds(gantt, 'all', 3), [1, 2, 5, 4, 3, 6, 7, 8])
        assert.deepEqual(await pagedIds(gantt, [detached, 2], 3), [])
      }))

    it('are shorter where tasks are large, and leave none out', () =>
      using(async (gantt) => {
        const text = 'x'.repeat(taskPageBytes / 8)
        const many = Array.from({ length: 12 }, (_, n) =>
          task(n + 1, topOfPlan, `a${n + 10}`, n % 2 ? { text } : { fields: { text } }),
        )
        await gantt.insertTasks([...many, task(13, 0, 'b', { text: text.repeat(20) })])

        for (const parents of ['all', [topOfPlan]] as const) {
          const ids: number[] = []
          for (const page of await pagesOf(gantt, parents, 1000)) {
            const few = page.count === 1 || page.json.length < taskPageBytes * 1.1
            assert.ok(few, `${page.count} tasks in ${page.json.length} bytes`)
            ids.push(...idsOf(tasksIn(page)))
          }
          assert.deepEqual(ids, idsOf([...many, { id: 13 }]))
        }
      }))
  })

  describe('lazy tasks', () => {
    it('have more children than the limit, where nobody has said otherwise', () =>
      using(async (gantt) => {
        await smallPlan(gantt)

        assert.equal(await gantt.hasLazy(3), false)
        assert.deepEqual((await gantt.openBelow([0, 1, 5], 3)).toSorted(ascending), [1, 5, 6])
        assert.equal(await gantt.hasLazy(2), true)
        assert.deepEqual((await gantt.openBelow([0, 1, 5], 2)).toSorted(ascending), [5, 6])
        assert.deepEqual(await gantt.openBelow([2, 99], 2), [])
        assert.deepEqual(await lazyIds(gantt, 2), [1])
        assert.deepEqual(await lazyIds(gantt, 0), [1, 5, 6])

        await gantt.updateTask(1, { lazy: false }, 2)
        assert.equal(await gantt.hasLazy(2), false)
        assert.deepEqual(await gantt.openBelow([0], 2), [1])
        assert.deepEqual(await lazyIds(gantt, 2), [])
      }))

    it('are those set by hand, as long as they have children', () =>
      using(async (gantt) => {
        await smallPlan(gantt)
        await gantt.updateTask(6, { lazy: true }, 2)
        await gantt.updateTask(7, { lazy: true }, 2)

        assert.equal(await gantt.hasLazy(100), true)
        assert.deepEqual(await lazyIds(gantt, 100), [6])
        assert.deepEqual(await gantt.openBelow([5], 100), [])
        await gantt.removeTasks([8])
        assert.equal(await gantt.hasLazy(100), false)
        assert.deepEqual(await lazyIds(gantt, 100), [])
      }))
  })

  describe('links', () => {
    it('come back as they were put in, and as they were changed', () =>
      using(async (gantt) => {
        const one = link(4, 1, 2, { lag: 1.5, fields: { color: 'red' } })
        const other = link(3, 2, 1, { type: 's2s' })
        await gantt.insertLinks([one, other])

        assert.deepEqual(await gantt.link(4), one)
        assert.deepEqual(await gantt.allLinks(), [other, one])
        assert.deepEqual(await gantt.linksOf([4, 99, 3]), [other, one])
        assert.deepEqual(await gantt.linksOf([]), [])
        const changed = { ...one, source: 7, target: 8, type: 'e2e', lag: null, version: 5 }
        await gantt.updateLink(changed)
        assert.deepEqual(await gantt.link(4), changed)
        await gantt.removeLink(4)
        assert.equal(await gantt.link(4), null)
        assert.deepEqual(await gantt.allLinks(), [other])
      }))

    it('are found by their ends', () =>
      using(async (gantt) => {
        const links = [
          link(1, 1, 2),
          link(2, 2, 3),
          link(3, 1, 3),
          link(4, 1, 2, { type: 's2s' }),
          link(5, 4, 5),
        ]
        await gantt.insertLinks(links)

        assert.deepEqual(idsOf(await gantt.linksAt([2])), [1, 2, 4])
        assert.deepEqual(idsOf(await gantt.linksAt([1, 2, 99])), [1, 2, 3, 4])
        assert.deepEqual(await gantt.linksAt([]), [])
        assert.deepEqual((await gantt.successorsOf(1)).toSorted(ascending), [2, 3])
        assert.deepEqual(await gantt.successorsOf(3), [])
        assert.deepEqual(await gantt.linkBetween(1, 2, 's2s'), links[3])
        assert.equal(await gantt.linkBetween(2, 1, 's2s'), null)
        assert.equal(await gantt.linkBetween(1, 3, 's2s'), null)
      }))
  })

  describe('assignments and resources', () => {
    it('come back as they were put in, and as they were changed', () =>
      using(async (gantt) => {
        const made = assignment(5, 1, 2, { units: 12.5, fields: { note: 'x' } })
        await gantt.insertAssignments([made, assignment(4, 1, 3)])
        assert.deepEqual(await gantt.assignment(5), made)
        assert.deepEqual(idsOf(await gantt.allAssignments()), [4, 5])
        const changed = { ...made, task: 3, resource: 4, units: 0, fields: {}, version: 8 }
        await gantt.updateAssignment(changed)
        assert.deepEqual(await gantt.assignment(5), changed)
        await gantt.removeAssignments([5, 99])
        assert.equal(await gantt.assignment(5), null)

        const person = resource(1, 0, 'a', { fields: { name: 'Ada' } })
        await gantt.insertResource(person)
        assert.deepEqual(await gantt.resource(1), person)
        const renamed = { ...person, parent: 2, place: 'b', fields: { name: 'B' }, version: 9 }
        await gantt.updateResource(renamed)
        assert.deepEqual(await gantt.resource(1), renamed)
        assert.equal(await gantt.resource(2), null)
      }))

    it('are found by task and resource, which have one assignment at most', () =>
      using(async (gantt) => {
        await gantt.insertAssignments([
          assignment(1, 1, 1),
          assignment(2, 1, 2),
          assignment(3, 2, 1),
          assignment(4, 3, 3),
        ])

        assert.deepEqual(idsOf(await gantt.assignmentsAt([1, 2])), [1, 2, 3])
        assert.deepEqual(idsOf(await gantt.assignmentsTo(1)), [1, 3])
        assert.equal((await gantt.assignmentOf(1, 2))?.id, 2)
        assert.equal(await gantt.assignmentOf(2, 2), null)
        await assert.rejects(gantt.insertAssignments([assignment(9, 1, 2)]))
      }))

    it('have an order, and go together', () =>
      using(async (gantt) => {
        await gantt.insertResource(resource(1, 0, 'b'))
        await gantt.insertResource(resource(2, 0, 'a'))
        await gantt.insertResource(resource(3, 1, 'a'))
        await gantt.insertResource(resource(4, 0, 'B'))
        await gantt.insertAssignments([assignment(1, 1, 1), assignment(2, 1, 2)])

        assert.deepEqual(idsOf(await gantt.allResources()), [4, 2, 1, 3])
        assert.equal(await gantt.lastResourcePlace(0), 'b')
        assert.equal(await gantt.lastResourcePlace(3), null)
        await gantt.removeResource(1)
        assert.equal(await gantt.resource(1), null)
        assert.deepEqual(idsOf(await gantt.allAssignments()), [2])
      }))
  })

  describe('what is remembered for a while', () => {
    it('has copies by their numbers and times, until they are forgotten', () =>
      using(async (gantt) => {
        await gantt.insertTasks([task(1, 0, 'a'), task(2, 0, 'b'), task(3, detached, 'c')])
        const root = copy(10, 100, 2, 1000, true)
        const waiting = copy(12, 101, 3, 2000)
        const gone = copy(11, 102, 99, 3000)
        for (const each of [waiting, gone, root]) await gantt.addCopy(each)

        assert.deepEqual(await gantt.copiesBetween(10, 12, 1000), [root, gone, waiting])
        assert.deepEqual(await gantt.copiesBetween(11, 11, 0), [gone])
        assert.deepEqual(await gantt.copiesBetween(0, 20, 1001), [gone, waiting])
        assert.deepEqual(await gantt.forgetCopies(2000), [])
        assert.deepEqual(await gantt.copiesBetween(0, 20, 0), [gone, waiting])
        assert.deepEqual(await gantt.forgetCopies(5000), [3])
        assert.deepEqual(await gantt.copiesBetween(0, 20, 0), [])
      }))

    it('has what the temporary ids of each client stand for', () =>
      using(async (gantt) => {
        await gantt.rememberId('one', 'temp://1', 5, 1000)
        await gantt.rememberId('other', 'temp://1', 6, 2000)
        await gantt.rememberId('other', 'temp://2', 7, 1000)
        await gantt.rememberId('other', 'temp://2', 8, 2000)

        const ids = () =>
          Promise.all([
            gantt.realId('one', 'temp://1'),
            gantt.realId('other', 'temp://1'),
            gantt.realId('other', 'temp://2'),
          ])
        assert.deepEqual(await ids(), [5, 6, 8])
        await gantt.forgetIds(2000)
        assert.deepEqual(await ids(), [null, 6, 8])
      }))
  })

  ganttModelContract(open)
}

function task(id: number, parent: number, place: string, more: Partial<NewTask> = {}): NewTask {
  return {
    id,
    parent,
    place,
    type: 'task',
    text: `task ${id}`,
    start: '2026-04-01T00:00:00',
    end: null,
    duration: null,
    progress: 0,
    open: false,
    lazy: null,
    fields: {},
    version: 1,
    ...more,
  }
}

function sent(id: number, parent: number, rest: object): object {
  return { id, parent, type: 'task', text: `task ${id}`, start: '2026-04-01T00:00:00', ...rest }
}

/** 1 with 5 (with 6, with 8 below it, and 7), 4 and 3; and 2. */
async function smallPlan(gantt: GanttStore): Promise<void> {
  await gantt.insertTasks([
    task(1, topOfPlan, 'a'),
    task(2, topOfPlan, 'b'),
    task(3, 1, 'b'),
    task(4, 1, 'a'),
    task(5, 1, 'B'),
    task(6, 5, 'a'),
    task(7, 5, 'b'),
    task(8, 6, 'a'),
  ])
}

function link(
  id: number,
  source: number,
  target: number,
  more: Partial<StoredLink> = {},
): StoredLink {
  return { id, source, target, type: 'e2s', lag: null, fields: {}, version: 1, ...more }
}

function assignment(
  id: number,
  of: number,
  to: number,
  more: Partial<StoredAssignment> = {},
): StoredAssignment {
  return { id, task: of, resource: to, units: 100, fields: {}, version: 1, ...more }
}

function resource(
  id: number,
  parent: number,
  place: string,
  more: Partial<StoredResource> = {},
): StoredResource {
  return { id, parent, place, fields: {}, version: 1, ...more }
}

function copy(number: number, source: number, of: number, at: number, isRoot = false): TaskCopy {
  return { number, source, copy: of, isRoot, at }
}

function april(day: string): string {
  return `2026-04-${day}T00:00:00`
}

function ascending(one: number, other: number): number {
  return one - other
}

function idsOf(list: { id: number }[]): number[] {
  return list.map(({ id }) => id)
}

function textOf({ json }: Pick<TaskPage, 'json'>): string {
  return new TextDecoder().decode(json)
}

function tasksIn(page: Pick<TaskPage, 'json'>): { id: number; lazy?: boolean }[] {
  return JSON.parse(textOf(page)) as { id: number; lazy?: boolean }[]
}

async function pagesOf(
  gantt: GanttReader,
  parents: readonly number[] | 'all',
  limit: number,
): Promise<TaskPage[]> {
  const pages = [await gantt.taskPage(parents, null, limit, 5)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push(await gantt.taskPage(parents, next, limit, 5))
  }
  return pages
}

async function pagedIds(
  gantt: GanttReader,
  parents: readonly number[] | 'all',
  limit: number,
): Promise<number[]> {
  const pages = await pagesOf(gantt, parents, limit)
  for (const page of pages) {
    assert.equal(page.count, tasksIn(page).length)
    assert.ok(page.count <= limit)
  }
  return pages.flatMap((page) => idsOf(tasksIn(page)))
}

async function lazyIds(gantt: GanttReader, lazyAbove: number): Promise<number[]> {
  const page = await gantt.taskPage('all', null, 100, lazyAbove)
  return idsOf(tasksIn(page).filter(({ lazy }) => lazy)).toSorted(ascending)
}

/** Writes all that there is once of a plan. */
async function changeOnce(gantt: GanttStore, revision: number): Promise<number> {
  await gantt.touch(revision)
  await gantt.setSchedule({ mode: `of ${revision}` })
  return gantt.nextId('task')
}

async function fail(): Promise<never> {
  throw new Error('no')
}
