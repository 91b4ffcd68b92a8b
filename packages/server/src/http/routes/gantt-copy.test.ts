import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ganttApi, temporary } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { freeBudget } from '../../budget.ts'
import { localPrincipal } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { addTask } from '../../domain/gantt/add-task.ts'
import { keptPlans } from '../../domain/gantt/kept-plans.ts'
import { copyTask } from '../../domain/gantt/copy-task.ts'
import { openSqliteDatabase } from '../../engines/sqlite/database.ts'
import { detached } from '../../ports/gantt-store.ts'

const tree = {
  r: { type: 'summary', open: true, start: '2026-04-01T00:00:00' },
  a: { parent: 'r', own: { list: [1] }, progress: 12.5 },
  a1: { parent: 'a', type: 'milestone' },
  b: { parent: 'r' },
  other: {},
} as const
/** As the client counts them: the root first, each followed by its branch. */
const branch = ['r', 'a', 'a1', 'b'] as const

async function plan(options = {}) {
  const api = await ganttApi(options)
  const ids = await api.seed(tree)
  await api.done('POST', '/resources', { name: 'Ann' })
  await api.link(ids.a, ids.b, { lag: 2 })
  await api.link(ids.a1, ids.b, { type: 's2s', own: 1 })
  await api.link(ids.r, ids.other)
  await api.assign(ids.a1, 1)
  return { ...api, ids }
}
type Plan = Awaited<ReturnType<typeof plan>>

interface CopyRequest {
  path: string
  body: object
}

/** What the client sends to copy `r`: every task but the root without a target. */
function requestsFor({ ids }: Plan, number: number, target = ids.other): CopyRequest[] {
  return branch.map((name, index) => ({
    path: `/tasks/${ids[name]}`,
    body: {
      operation: 'copy',
      id: temporary(number + index),
      ...(index === 0 ? { target, mode: 'after' } : { target: null, mode: 'child' }),
      lazy: false,
    },
  }))
}

/** All orders of a list. */
function permutations<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]]
  return list.flatMap((first, at) =>
    permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  )
}

function shuffled<T>(list: readonly T[], random = seededRandom(chosenSeed())): T[] {
  return list
    .map((value) => ({ value, at: random.next() }))
    .toSorted((one, two) => one.at - two.at)
    .map(({ value }) => value)
}

/** The links within one branch, by the names of their ends. */
async function tiesWithin(
  { tasks, links, assignments }: GanttApi,
  root: number,
): Promise<string[]> {
  const all = await tasks()
  const names = new Map<number, string>()
  const visit = (id: number): void => {
    names.set(id, all.find((task) => task.id === id)!.text)
    for (const task of all) if (task.parent === id) visit(task.id)
  }
  visit(root)
  const within = (await links()).filter((link) => names.has(link.source) && names.has(link.target))
  const shown = within.map(({ source, target, ...rest }) =>
    JSON.stringify([names.get(source), names.get(target), { ...rest, id: 0 }]),
  )
  const people = (await assignments()).filter(({ task }) => names.has(task))
  return [...shown, ...people.map(({ task }) => `Ann at ${names.get(task)}`)].toSorted()
}

const copy = (target: unknown, mode = 'after') => ({ operation: 'copy', target, mode })

describe('a copy of one task', () => {
  it('has all fields, an id of its own, and nothing below it', async () => {
    const { writes, task, outline, ids } = await plan()
    const body = {
      operation: 'copy',
      id: temporary(1),
      target: ids.other,
      mode: 'after',
      lazy: false,
    }

    const { id, change } = await writes('PUT', `/tasks/${ids.a}`, body)

    const { parent: _, ...source } = await task(ids.a)
    assert.deepEqual(await task(id), { ...source, id, parent: 0 })
    assert.equal(await outline(), 'r(a(a1) b) other a')
    assert.deepEqual([change.operation, change.entity], ['task-copied', `tasks/${id}`])
  })

  const spots: [target: keyof typeof tree | 0 | null, mode: string | undefined, outline: string][] =
    [
      ['other', 'before', 'r(a(a1) b) a other'],
      ['b', 'before', 'r(a(a1) a b) other'],
      ['other', 'child', 'r(a(a1) b) other(a)'],
      ['r', 'child', 'r(a(a1) b a) other'],
      ['a', 'child', 'r(a(a1 a) b) other'],
      ['a', 'after', 'r(a(a1) a b) other'],
      [null, 'after', 'r(a(a1) a b) other'],
      [null, undefined, 'r(a(a1) a b) other'],
      [null, 'child', 'r(a(a1) b) other a'],
      [0, 'child', 'r(a(a1) b) other a'],
    ]
  for (const [target, mode, expected] of spots) {
    it(`comes ${mode ?? 'beside it'} ${target ?? 'without a target'}: ${expected}`, async () => {
      const { done, outline, ids } = await plan()
      const to = typeof target === 'string' ? ids[target] : target

      await done('PUT', `/tasks/${ids.a}`, { operation: 'copy', target: to, mode })

      assert.equal(await outline(), expected)
    })
  }

  it('needs a task and a target that are there', async () => {
    const { refuses, ids } = await plan()
    const missing = [404, 'gantt.task_not_found'] as const

    await refuses(missing, 'PUT', '/tasks/99', copy(ids.a))
    for (const mode of ['before', 'after', 'child']) {
      await refuses(missing, 'PUT', `/tasks/${ids.a}`, copy(99, mode))
    }
    await refuses([422, 'gantt.bad_id'], 'PUT', `/tasks/${ids.a}`, copy('x'))
    await refuses([422, 'body.invalid'], 'PUT', `/tasks/${ids.a}`, copy(1, 'beside'))
    await refuses([422, 'body.invalid'], 'PUT', `/tasks/${ids.a}`, { ...copy(1), lazy: 'yes' })
  })
})

describe('a deep copy', () => {
  it('has the whole branch, with the links and the assignments inside it, in one step', async () => {
    const api = await plan()
    const { writes, outline, links, ids } = api
    const before = (await links()).length

    const body = { operation: 'copy', id: temporary(1), target: ids.r, mode: 'before', lazy: true }
    const { id, change } = await writes('PUT', `/tasks/${ids.r}`, body)

    assert.equal(await outline(), 'r(a(a1) b) r(a(a1) b) other')
    assert.deepEqual(await tiesWithin(api, id), await tiesWithin(api, ids.r))
    assert.equal((await links()).length, before + 2)
    assert.equal((change.after!['$branch'] as unknown[]).length, 3)
  })

  it('may be put into itself', async () => {
    const { done, outline, ids } = await plan()

    await done('PUT', `/tasks/${ids.r}`, {
      operation: 'copy',
      target: ids.a,
      mode: 'child',
      nested: true,
    })

    assert.equal(await outline(), 'r(a(a1 r(a(a1) b)) b) other')
  })

  it('has what was never loaded', async () => {
    const { done, tasks, ids } = await plan({ lazyAbove: 1 })

    const { id } = await done('PUT', `/tasks/${ids.r}`, { operation: 'copy', lazy: true })

    const copied = await tasks(id)
    assert.deepEqual(
      copied.map(({ text }) => text),
      ['a', 'b', 'a1'],
    )
  })
})

describe('a branch that the client copies task by task', () => {
  const orders = permutations([0, 1, 2, 3])

  for (const order of orders) {
    it(`is whole when it comes as ${order.map((index) => branch[index]).join(', ')}`, async () => {
      const api = await plan()
      const { done, refuses, tasks, task, outline, links, assignments, changes, head, ids } = api
      const requests = requestsFor(api, 100)
      const since = await head()
      const answers: number[] = []

      for (const [sent, index] of order.entries()) {
        const { path, body } = requests[index]!
        answers[index] = (await done('PUT', path, body)).id
        assert.equal(
          (await tasks()).every(({ parent }) => parent >= 0),
          true,
        )
        if (sent !== 1) continue
        const lost = { id: temporary(200), source: null, target: null, type: 'e2s' }
        await refuses([422, 'gantt.bad_link'], 'POST', '/links', lost)
        await refuses([422, 'gantt.bad_assignment'], 'POST', '/assignments', {
          task: null,
          resource: 1,
        })
        await refuses([422, 'gantt.bad_link'], 'POST', '/links', { source: ids.r, type: 'e2s' })
      }

      const [root, a, a1, b] = answers as [number, number, number, number]
      assert.equal(await outline(), 'r(a(a1) b) other r(a(a1) b)')
      assert.deepEqual(
        [(await task(a)).parent, (await task(a1)).parent, (await task(b)).parent],
        [root, a, root],
      )
      for (const [index, name] of branch.entries()) {
        const { id: _1, parent: _2, ...copy } = await task(answers[index]!)
        const { id: _3, parent: _4, ...source } = await task(ids[name])
        assert.deepEqual(copy, source)
      }
      assert.deepEqual(await tiesWithin(api, root), await tiesWithin(api, ids.r))
      assert.deepEqual([(await links()).length, (await assignments()).length], [5, 2])
      const log = (await changes(since)).map(({ operation, entity }) => `${operation} ${entity}`)
      const copied = answers.map((id) => `task-copied tasks/${id}`)
      const ties = ['link-added links/4', 'link-added links/5', 'assignment-added assignments/2']
      assert.deepEqual(log.toSorted(), [...copied, ...ties].toSorted())
      for (const [at, id] of [
        [log.indexOf(`task-copied tasks/${a1}`), a],
        [log.indexOf(`task-copied tasks/${a}`), root],
      ] as const) {
        assert.ok(
          log.indexOf(`task-copied tasks/${id}`) < at,
          `told before its parent: ${String(log)}`,
        )
      }
    })
  }

  it('is whole when two different branches come mixed with each other, all at once', async () => {
    for (let round = 0; round < 10; round++) {
      const api = await plan()
      const second = await api.seed({
        R: {},
        A: { parent: 'R' },
        A1: { parent: 'A' },
        B: { parent: 'R' },
      })
      const ids = { r: second.R, a: second.A, a1: second.A1, b: second.B, other: api.ids.other }
      const requests = shuffled([
        ...requestsFor(api, 100),
        ...requestsFor({ ...api, ids }, 104, api.ids.r),
      ])

      await Promise.all(requests.map(({ path, body }) => api.done('PUT', path, body)))

      const shown = await api.outline()
      assert.equal(shown, 'r(a(a1) b) R(A(A1) B) other r(a(a1) b) R(A(A1) B)', order(requests))
    }
  })

  it('is whole when it is copied twice, mixed with itself', async () => {
    for (let round = 0; round < 20; round++) {
      const api = await plan()
      const requests = shuffled([...requestsFor(api, 100), ...requestsFor(api, 104)])

      await Promise.all(requests.map(({ path, body }) => api.done('PUT', path, body)))

      const whole = 'r(a(a1) b)'
      assert.equal(await api.outline(), `${whole} other ${whole} ${whole}`, order(requests))
      assert.equal((await api.links()).length, 7, order(requests))
      assert.equal((await api.assignments()).length, 3, order(requests))
    }
  })

  it('is whole with a branch in it that was never loaded', async () => {
    for (const numbers of permutations([0, 1, 2])) {
      const api = await plan({ lazyAbove: 2 })
      const { ids, done, link, assign, tasks, links, assignments } = api
      for (const text of ['2', '3']) await done('POST', '/tasks', { text, parent: ids.a })
      const [, , third] = await tasks(ids.a)
      await link(ids.a1, third!.id)
      await assign(third!.id, 1)
      const [root, a, , b] = requestsFor(api, 100)
      const requests = [root!, { ...a!, body: { ...a!.body, lazy: true } }, b!]
      const made: number[] = []

      for (const index of numbers) {
        const { path, body } = requests[index]!
        made[index] = (await done('PUT', path, body)).id
      }

      const what = numbers.join(' ')
      assert.equal(await api.outline(), 'r(a b) other r(a b)', what)
      assert.equal((await tasks(made[1])).map(({ text }) => text).join(' '), 'a1 2 3', what)
      assert.equal((await links(made[1])).length, (await links(ids.a)).length, what)
      assert.equal((await assignments(made[1])).length, 2, what)
    }
  })

  it('does not take up copies of other branches, or with other numbers', async () => {
    const api = await plan()
    const { done, outline, ids, seed } = api
    const { elsewhere } = await seed({ elsewhere: {} })
    const [root, a] = requestsFor(api, 100)
    const child = { operation: 'copy', target: null, mode: 'child', lazy: false }

    await done('PUT', `/tasks/${elsewhere}`, { ...child, id: temporary(101) })
    await done('PUT', `/tasks/${ids.b}`, { ...child, id: temporary(104) })
    await done('PUT', `/tasks/${ids.b}`, { ...child, id: temporary(99) })
    await done('PUT', a!.path, a!.body)
    await done('PUT', root!.path, root!.body)

    assert.equal(await outline(), 'r(a(a1) b) other r(a) elsewhere')
  })
})

function order(requests: readonly CopyRequest[]): string {
  return requests.map(({ path, body }) => `${path} ${(body as { id: string }).id}`).join('\n')
}

async function waiting() {
  const api = await plan()
  const { ids, done, planState: ganttState } = api
  const before = await ganttState()
  const child = { operation: 'copy', target: null, mode: 'child' }
  const one = await done('PUT', `/tasks/${ids.b}`, { ...child, id: temporary(103) })
  const deep = await done('PUT', `/tasks/${ids.r}`, { ...child, id: temporary(150), lazy: true })
  return { ...api, before, one: one.id, deep: deep.id }
}

describe('what waits for the root of its copy', () => {
  it('is not in any list, and not in the log', async () => {
    const { planState: ganttState, before } = await waiting()

    assert.deepEqual(await ganttState(), before)
  })

  it('does not show through links and assignments to it', async () => {
    const { call, tasks, links, assignments, one, ids } = await waiting()

    await call('POST', '/links', { source: ids.other, target: one })
    await call('POST', '/assignments', { task: one, resource: 1 })

    const shown = new Set((await tasks()).map(({ id }) => id))
    for (const { source, target } of await links()) {
      assert.ok(shown.has(source) && shown.has(target), `${source} to ${target}`)
    }
    for (const { task } of await assignments()) assert.ok(shown.has(task), String(task))
  })

  it('draws nothing to itself that is in sight', async () => {
    const { call, outline, one, deep, ids } = await waiting()

    for (const target of [one, deep]) {
      for (const mode of ['before', 'after', 'child']) {
        await call('PUT', `/tasks/${ids.other}`, { operation: 'move', target, mode })
      }
    }

    assert.equal(await outline(), 'r(a(a1) b) other')
  })
})

describe('copies whose root never came', () => {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-copies-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('are gone two minutes later, with everything below them; those with a root stay', async () => {
    const database = openSqliteDatabase(join(folder, 'plan.sqlite'))
    let time = Date.parse('2026-04-01T09:00:00Z')
    const ctx = {
      workspace: { name: 'main', database },
      principal: localPrincipal,
      origin: null,
      address: null,
      step: 'step',
      asker: null,
      budget: freeBudget(),
      now: () => new Date(time),
      ganttRules: { lazyAbove: 1000, refuseCycles: true, maxTasks: 1_000_000 },
      plans: keptPlans(0),
    } as unknown as Context
    const copy = (id: number, number: number, target: number | null, isDeep = false) =>
      copyTask(ctx, {
        id: String(id),
        temporary: temporary(number),
        target,
        mode: target === null ? 'child' : 'after',
        isDeep,
      })
    const found = (id: number) => database.read(({ gantt: store }) => store.task(id))
    const { id: root } = await addTask(ctx, { text: 'r' })
    const { id: child } = await addTask(ctx, { text: 'c', parent: root })
    const { id: below } = await addTask(ctx, { text: 'd', parent: child })

    const { id: lost } = await copy(child, 11, null, true)
    const { id: kept } = await copy(child, 21, null)
    await copy(root, 20, root)
    const inLost = await database.read(({ gantt: store }) => store.childrenOf(lost))
    time += 2 * 60 * 1000 - 1
    await copy(below, 30, below)
    const inTime = await found(lost)
    time += 2
    await copy(below, 40, below)

    assert.equal(inTime?.parent, detached)
    assert.equal(inLost.length, 1)
    assert.deepEqual([await found(lost), await found(inLost[0]!.id)], [null, null])
    assert.ok(await found(kept))
    await database.close()
  })
})
