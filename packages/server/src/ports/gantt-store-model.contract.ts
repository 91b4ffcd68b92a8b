import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chosenSeed, seededRandom } from '../../test/fixtures/seeded-random.ts'
import type { SeededRandom } from '../../test/fixtures/seeded-random.ts'
import type { Database } from './database.ts'
import { detached, topOfPlan } from './gantt-store.ts'
import type {
  NewTask,
  GanttReader,
  GanttStore,
  StoredAssignment,
  StoredLink,
} from './gantt-store.ts'

/** The rows and nothing else: whatever can be worked out is worked out when asked for. */
interface Model {
  tasks: NewTask[]
  links: StoredLink[]
  assignments: StoredAssignment[]
}

export function ganttModelContract(open: () => Promise<Database>): void {
  describe('after thousands of random changes', () => {
    it('has the counts, the orders, the pages and the branches of the plain rows', async () => {
      const seed = chosenSeed()
      const random = seededRandom(seed)
      const db = await open()
      const model: Model = { tasks: [], links: [], assignments: [] }
      try {
        for (let n = 0; n < 3; n++) {
          await db.transact(async ({ gantt }) => {
            for (let change = 0; change < 1000; change++) await changeOne(gantt, model, random)
          })
          await db.read(({ gantt }) => compare(gantt, model, random))
        }
      } catch (error) {
        throw new Error(`TRIPTYCH_TEST_SEED=${seed} does it again`, { cause: error })
      } finally {
        await db.close()
      }
    })
  })
}

async function changeOne(gantt: GanttStore, model: Model, random: SeededRandom): Promise<void> {
  const { tasks } = model
  const chosen = tasks.length > 0 ? random.pick(tasks) : null
  const dice = random.next()

  if (dice < 0.35 || !chosen) {
    const made = await newTasks(gantt, model, random)
    await gantt.insertTasks(made)
    tasks.push(...made)
  } else if (dice < 0.5) {
    const changed = someValues(random)
    const version = random.between(1, 1000)
    await gantt.updateTask(chosen.id, changed, version)
    Object.assign(chosen, changed, { version })
  } else if (dice < 0.7) {
    const parent = anyParent(model, random)
    const branch = branchIn(childrenIn(model), chosen.id)
    if (parent === chosen.id || branch.some(({ id }) => id === parent)) return
    const place = freePlace(model, parent, random)
    await gantt.moveTask(chosen.id, { parent, place }, 5)
    Object.assign(chosen, { parent, place, version: 5 })
  } else if (dice < 0.74) {
    const gone = new Set([chosen.id, ...idsOf(branchIn(childrenIn(model), chosen.id))])
    if (gone.size > tasks.length / 3) return
    await gantt.removeTasks([...gone])
    model.tasks = tasks.filter(({ id }) => !gone.has(id))
    model.links = model.links.filter(({ source, target }) => !gone.has(source) && !gone.has(target))
    model.assignments = model.assignments.filter(({ task }) => !gone.has(task))
  } else if (dice < 0.77) {
    const children = childrenIn(model)(chosen.parent)
    if (chosen.parent === detached) return
    const places = children.map(({ id }, index) => ({
      id,
      order: `n${String(index).padStart(4, '0')}`,
    }))
    await gantt.renumber(places)
    for (const [index, child] of children.entries()) child.place = places[index]?.order ?? ''
  } else if (dice < 0.9) {
    await changeLink(gantt, model, random)
  } else {
    await changeAssignment(gantt, model, random)
  }
}

async function newTasks(gantt: GanttStore, model: Model, random: SeededRandom): Promise<NewTask[]> {
  const made: NewTask[] = []
  const all = { ...model, tasks: [...model.tasks] }
  for (let left = random.between(1, 3); left > 0; left--) {
    const id = await gantt.nextId('task')
    const parent = anyParent(all, random)
    const place = freePlace(all, parent, random)
    const task = { ...someValues(random), id, parent, place, version: 1 }
    made.push(task)
    all.tasks.push(task)
  }
  return random.next() < 0.5 ? made : made.toReversed()
}

function someValues(random: SeededRandom): Omit<NewTask, 'id' | 'parent' | 'place' | 'version'> {
  return {
    type: random.pick(['task', 'summary', 'a "b"']),
    text: random.pick(['', 'text', '"\\\n\u0000\u2028', '日本 🎬']),
    start: '2026-04-01T00:00:00',
    end: random.pick([null, '2026-05-01T12:30:00']),
    duration: random.pick([null, 0, 5, -3, random.next(), 1e15 * random.next(), 1e300]),
    progress: random.pick([0, 100, random.next() * 100]),
    open: random.next() < 0.5,
    lazy: random.pick([null, null, true, false]),
    fields: random.pick<NewTask['fields']>([{}, { details: 'x' }, { '"': [{ a: 1.5 }, null] }]),
  }
}

function anyParent({ tasks }: Model, random: SeededRandom): number {
  const dice = random.next()
  if (dice < 0.15 || tasks.length === 0) return topOfPlan
  return dice < 0.2 ? detached : random.pick(tasks).id
}

function freePlace(model: Model, parent: number, random: SeededRandom): string {
  const taken = new Set(childrenIn(model)(parent).map(({ place }) => place))
  for (;;) {
    const place = random.pick(['a', 'z', 'A', 'Z']) + random.between(1, 9999)
    if (!taken.has(place)) return place
  }
}

async function changeLink(gantt: GanttStore, model: Model, random: SeededRandom): Promise<void> {
  const chosen = model.links.length > 0 ? random.pick(model.links) : null
  const dice = random.next()
  const values = {
    source: random.pick(model.tasks).id,
    target: random.pick(model.tasks).id,
    type: random.pick(['e2s', 's2s']),
    lag: random.pick([null, 0, -1.5]),
    fields: random.pick([{}, { color: 'red' }]),
    version: random.between(1, 1000),
  }
  if (dice < 0.6 || !chosen) {
    const link = { id: await gantt.nextId('link'), ...values }
    await gantt.insertLinks([link])
    model.links.push(link)
  } else if (dice < 0.8) {
    Object.assign(chosen, values)
    await gantt.updateLink(chosen)
  } else {
    await gantt.removeLink(chosen.id)
    model.links = model.links.filter((link) => link !== chosen)
  }
}

async function changeAssignment(
  gantt: GanttStore,
  model: Model,
  random: SeededRandom,
): Promise<void> {
  const task = random.pick(model.tasks).id
  const resource = random.between(1, 5)
  const found = model.assignments.find((one) => one.task === task && one.resource === resource)
  assert.deepEqual(await gantt.assignmentOf(task, resource), found ?? null)
  if (!found) {
    const made = {
      id: await gantt.nextId('assignment'),
      task,
      resource,
      units: random.next() * 100,
      fields: {},
      version: 1,
    }
    await gantt.insertAssignments([made])
    model.assignments.push(made)
  } else if (random.next() < 0.5) {
    found.units++
    await gantt.updateAssignment(found)
  } else {
    await gantt.removeAssignments([found.id])
    model.assignments = model.assignments.filter((one) => one !== found)
  }
}

async function compare(gantt: GanttReader, model: Model, random: SeededRandom): Promise<void> {
  const childrenOf = remembered(model)
  const parents = new Map(model.tasks.map(({ id, parent }) => [id, parent]))
  for (const task of model.tasks) {
    const children = childrenOf(task.id)
    assert.deepEqual(await gantt.task(task.id), { ...task, children: children.length })
    assert.deepEqual(await gantt.ancestorsOf(task.id), wayUp(parents, task.id))
  }
  for (const id of [topOfPlan, ...Array.from({ length: 30 }, () => random.pick(model.tasks).id)]) {
    const children = childrenOf(id)
    assert.deepEqual(idsOf(await gantt.childrenOf(id)), idsOf(children))
    assert.deepEqual(idsOf(await gantt.branchOf(id)), idsOf(branchIn(childrenOf, id)))
    assert.equal(await gantt.lastPlace(id), children.at(-1)?.place ?? null)
    for (const [index, { place, id: child }] of children.entries()) {
      const before = children[index - 1]?.place ?? null
      const after = children[index + 1]?.place ?? null
      assert.deepEqual(await gantt.gapBeside(child, 'before'), { lower: before, upper: place })
      assert.deepEqual(await gantt.gapBeside(child, 'after'), { lower: place, upper: after })
    }
  }
  await comparePages(gantt, model, childrenOf, random)

  const some = Array.from({ length: 20 }, () => random.pick(model.tasks).id)
  const isAt = (task: number) => some.includes(task)
  const links = model.links.toSorted(byId)
  const assignments = model.assignments.toSorted(byId)
  assert.deepEqual(await gantt.allLinks(), links)
  assert.deepEqual(
    await gantt.linksAt(some),
    links.filter(({ source, target }) => isAt(source) || isAt(target)),
  )
  assert.deepEqual(await gantt.allAssignments(), assignments)
  assert.deepEqual(
    await gantt.assignmentsAt(some),
    assignments.filter(({ task }) => isAt(task)),
  )
}

async function comparePages(
  gantt: GanttReader,
  model: Model,
  allChildrenOf: Children,
  random: SeededRandom,
): Promise<void> {
  for (const count of [0, 1, 40]) {
    const without = Array.from({ length: count }, () => random.pick(model.tasks).id)
    await comparePagesWithout(gantt, model, allChildrenOf, random, without)
  }
}

async function comparePagesWithout(
  gantt: GanttReader,
  model: Model,
  allChildrenOf: Children,
  random: SeededRandom,
  without: readonly number[],
): Promise<void> {
  const isLeft = ({ id }: NewTask) => !without.includes(id)
  const childrenOf: Children = (id) => allChildrenOf(id).filter(isLeft)
  const lazyAbove = random.between(0, 4)
  const hidden = new Set(branchIn(allChildrenOf, detached).map(({ id }) => id))
  const some = [topOfPlan, ...Array.from({ length: 30 }, () => random.pick(model.tasks).id)]
  const ordered = model.tasks
    .filter((task) => task.parent !== detached && isLeft(task))
    .toSorted((one, other) => one.parent - other.parent || byPlace(one, other))

  const seen = ordered.filter(({ id }) => !hidden.has(id))
  const below = ordered.filter(({ parent }) => some.includes(parent))
  for (const [parents, expected] of [['all', seen] as const, [some, below] as const]) {
    const listed: unknown[] = []
    for (let after = null, isFirst = true; isFirst || after; isFirst = false) {
      const page = await gantt.taskPage(parents, after, random.between(1, 60), lazyAbove, without)
      listed.push(...(JSON.parse(new TextDecoder().decode(page.json)) as unknown[]))
      after = page.next
    }
    assert.deepEqual(
      listed,
      expected.map((task) => forClient(childrenOf, task, lazyAbove)),
    )
  }

  const isLazy = (task: NewTask) => 'lazy' in forClient(childrenOf, task, lazyAbove)
  const open = below.filter((task) => childrenOf(task.id).length > 0 && !isLazy(task))
  const ids = await gantt.openBelow(some, lazyAbove, without)
  assert.deepEqual(new Set(ids), new Set(idsOf(open)))
  assert.equal(ids.length, open.length)
  const top = random.pick(some)
  assert.deepEqual(idsOf(await gantt.branchOf(top, without)), idsOf(branchIn(childrenOf, top)))
  if (without.length > 0) return

  assert.equal(await gantt.hasLazy(lazyAbove), model.tasks.some(isLazy))
  assert.deepEqual(new Set(await gantt.idsBelow(some)), new Set(idsOf(below)))
}

function forClient(
  childrenOf: Children,
  task: NewTask,
  lazyAbove: number,
): Record<string, unknown> {
  const { id, parent, type, text, start, end, duration, progress, open, lazy, fields } = task
  const children = childrenOf(id).length
  const isLazy = children > 0 && (lazy ?? children > lazyAbove)
  return {
    id,
    parent,
    type,
    text,
    start,
    ...(end === null ? {} : { end }),
    ...(duration === null ? {} : { duration }),
    progress,
    ...(isLazy ? { lazy: true } : {}),
    ...(open && children > 0 && !isLazy ? { open: true } : {}),
    ...fields,
  }
}

type Children = (parent: number) => NewTask[]

function childrenIn({ tasks }: Model): Children {
  return (parent) => tasks.filter((task) => task.parent === parent).toSorted(byPlace)
}

/** The same, for as long as nothing changes. */
function remembered({ tasks }: Model): Children {
  const families = Map.groupBy(tasks.toSorted(byPlace), ({ parent }) => parent)
  return (parent) => families.get(parent) ?? []
}

function branchIn(childrenOf: Children, id: number): NewTask[] {
  return childrenOf(id).flatMap((child) => [child, ...branchIn(childrenOf, child.id)])
}

function wayUp(parents: Map<number, number>, from: number): number[] {
  const way: number[] = []
  for (let at: number | undefined = from; at !== undefined && parents.has(at);) {
    way.push(at)
    at = parents.get(at)
  }
  return way
}

function idsOf(list: { id: number }[]): number[] {
  return list.map(({ id }) => id)
}

function byPlace(one: NewTask, other: NewTask): number {
  return one.place < other.place ? -1 : 1
}

function byId(one: { id: number }, other: { id: number }): number {
  return one.id - other.id
}
