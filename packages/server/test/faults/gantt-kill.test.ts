import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Change } from '@triptych/contract/changes'
import type { Assignment, Link, Task } from '@triptych/contract/gantt'
import SqliteDatabase from 'better-sqlite3'
import { startLoad } from '../fixtures/film-load.ts'
import { beginPlan, ganttEditor } from '../fixtures/gantt-editor.ts'
import type { PlanJournal } from '../fixtures/gantt-editor.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import { startServer, warmUp } from '../fixtures/server-process.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'

const seed = chosenSeed()
const kills = 7 * depth
const editorsEach = 8

describe('kill -9 under a storm of moves, copies, deletions and batches', () => {
  before(warmUp)

  it(`leaves a sound plan with everything that was answered, ${kills} times`, killAndCheck)
})

async function killAndCheck(t: TestContext): Promise<void> {
  const random = seededRandom(seed)
  const data = join(newFolder(), 'data')
  let server = await startServer(data)
  const journal = await beginPlan(server)
  const told: Told = { revision: 0, parents: new Map(), ever: new Set(), entries: new Map() }
  let killed = 0
  const editors = Array.from({ length: editorsEach }, (_, index) =>
    ganttEditor(`e${index}`, seededRandom(random.between(0, 2 ** 31)), journal),
  )

  try {
    while (killed < kills) {
      const load = await startLoad(server.url, editors)
      await load.answers(random.between(1, 80))
      await pause(random.between(0, 120))
      load.isRunning()
      await server.kill()
      killed++
      assert.equal(server.err(), '')
      await load.ended
      server = await startServer(data)
      await readLog(server, told)
      checkLog(told, journal)
      await checkPlan(server, data, told)
    }
    assert.equal(await server.stop(), 0)
    assert.deepEqual(problemsIn(data), [])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`TRIPTYCH_TEST_SEED=${seed}, after kill ${killed}: ${reason}`, { cause: error })
  }

  const { kept, batches, copied, unanswered } = journal
  const counts = `${kept.size} changes answered, ${batches.size} batches, ${copied.length} branches copied`
  t.diagnostic(`TRIPTYCH_TEST_SEED=${seed}: ${killed} kills, ${counts}, ${unanswered} not answered`)
  assert.ok(kept.size > 10 * kills, `only ${kept.size} changes in ${kills} runs`)
  assert.ok(unanswered > kills, `only ${unanswered} requests were under way when the server died`)
}

/** What the log has told so far. */
interface Told {
  revision: number
  /** The parent of each task that is there. */
  parents: Map<number, number>
  /** All tasks that ever were. */
  ever: Set<number>
  /** The revisions that came of each request, by its origin. */
  entries: Map<string, number[]>
}

async function readLog(server: ServerProcess, told: Told): Promise<void> {
  for (;;) {
    const log = await server.ask<Change[]>('GET', `changes?since=${told.revision}&limit=10000`)
    if (log.length === 0) return
    for (const change of log) {
      assert.equal(change.revision, ++told.revision)
      if (change.entity.startsWith('tasks/')) replay(change, told)
      const before = told.entries.get(change.origin ?? '') ?? []
      told.entries.set(change.origin ?? '', [...before, change.revision])
    }
  }
}

type LoggedTask = Record<string, unknown> & { id: number; parent: number; $branch?: LoggedTask[] }

function replay({ operation, entity, before, after }: Change, { parents, ever }: Told): void {
  const id = Number(entity.slice('tasks/'.length))
  const [old, now] = [before as LoggedTask | null, after as LoggedTask | null]
  if (operation === 'task-moved') {
    assert.equal(parents.get(id), old!.parent, `${entity} was not where it was moved from`)
    parents.set(id, now!.parent)
  }
  if (operation === 'task-added' || operation === 'task-copied') {
    for (const task of [now!, ...(now!.$branch ?? [])]) {
      assert.ok(!parents.has(task.id), `${entity} is there twice`)
      assert.ok(task.parent === 0 || parents.has(task.parent), `${entity} has no parent`)
      parents.set(task.id, task.parent)
      ever.add(task.id)
    }
  }
  if (operation === 'task-deleted') {
    for (const task of [old!, ...(old!.$branch ?? [])]) assert.ok(parents.delete(task.id), entity)
  }
}

function checkLog(told: Told, { kept, batches, copied, fixed }: PlanJournal): void {
  const { entries, parents, ever } = told
  for (const [origin, count] of kept) {
    assert.equal(entries.get(origin)?.length ?? 0, count, `${origin} was answered`)
  }
  for (const [origin, size] of batches) {
    const revisions = entries.get(origin) ?? []
    const isWhole =
      revisions.length === size && (revisions.at(-1) ?? 0) - (revisions[0] ?? 0) === size - 1
    assert.ok(revisions.length === 0 || isWhole, `${origin}: ${revisions.length} of ${size}`)
  }
  for (const id of copied.flat()) assert.ok(ever.has(id), `the copy ${id} never came into sight`)
  for (const id of [fixed.left, fixed.right, fixed.branch, ...fixed.children]) {
    assert.ok(parents.has(id), `task ${id} is gone`)
  }
}

interface StoredRow {
  id: number
  parent: number
  place: string
  children: number
}

async function checkPlan(server: ServerProcess, data: string, told: Told): Promise<void> {
  const { rows, links, assignments } = readFile(data)
  const below = Map.groupBy(rows, ({ parent }) => parent)
  const reached = (from: number): number[] => {
    const ids = [from]
    for (const id of ids) ids.push(...(below.get(id) ?? []).map((row) => row.id))
    return ids.slice(1)
  }
  const shown = new Set(reached(0))
  const hidden = reached(-1)

  assert.equal(shown.size + hidden.length, rows.length, 'a task has no parent, or is its own')
  for (const { id, children } of rows) {
    assert.equal(children, below.get(id)?.length ?? 0, `the count of children of ${id}`)
  }
  for (const [parent, siblings] of below) {
    const places = new Set(siblings.map(({ place }) => place))
    assert.ok(
      parent === -1 || places.size === siblings.length,
      `two places are one below ${parent}`,
    )
  }
  const ids = new Set(rows.map(({ id }) => id))
  for (const { source, target } of links) {
    assert.ok(ids.has(source) && ids.has(target), 'a link has no task at its end')
  }
  for (const { task } of assignments) assert.ok(ids.has(task), 'an assignment has no task')

  const parents = new Map(
    rows.filter(({ id }) => shown.has(id)).map(({ id, parent }) => [id, parent]),
  )
  assert.deepEqual(sorted(parents), sorted(told.parents), 'the plan is not what the log tells')

  const tasks = await server.ask<Task[]>('GET', 'tasks')
  assert.deepEqual(sorted(new Map(tasks.map(({ id, parent }) => [id, parent]))), sorted(parents))
  for (const { source, target } of await server.ask<Link[]>('GET', 'links')) {
    assert.ok(shown.has(source) && shown.has(target), 'a link leads to what nobody sees')
  }
  for (const { task } of await server.ask<Assignment[]>('GET', 'assignments')) {
    assert.ok(shown.has(task), 'an assignment belongs to what nobody sees')
  }
}

function sorted(parents: ReadonlyMap<number, number>): [number, number][] {
  return [...parents].toSorted(([one], [two]) => one - two)
}

function openFile(data: string): SqliteDatabase.Database {
  const file = join(data, 'workspaces', 'main', 'triptych.sqlite')
  return new SqliteDatabase(file, { readonly: true })
}

function readFile(data: string) {
  const file = openFile(data)
  try {
    const rows = file.prepare('select id, parent, place, children from _tasks').all() as StoredRow[]
    const links = file.prepare('select source, target from _links').all() as Link[]
    const assignments = file.prepare('select task from _assignments').all() as Assignment[]
    return { rows, links, assignments }
  } finally {
    file.close()
  }
}

/** What SQLite itself finds wrong with the file. */
function problemsIn(data: string): string[] {
  const file = openFile(data)
  try {
    const found = file.pragma('integrity_check') as { integrity_check: string }[]
    return found.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } finally {
    file.close()
  }
}
