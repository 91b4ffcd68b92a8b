import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findCycle } from './link-cycle.ts'
import type { LinkGraph } from './link-cycle.ts'

type Link = [source: number, target: number]

/** Parents by task, 0 at the top, and links. */
interface Plan {
  parents: Map<number, number>
  links: Link[]
}

function plan(parents: Record<number, number>, links: Link[] = []): Plan {
  const tasks = Object.entries(parents).map(([task, parent]) => [Number(task), parent] as const)
  return { parents: new Map(tasks), links }
}

function graphOf({ parents, links }: Plan): LinkGraph {
  const children = Map.groupBy(parents.keys(), (task) => parents.get(task) ?? 0)
  const leaving = Map.groupBy(links, ([source]) => source)
  return {
    successorsOf: async (task) => (leaving.get(task) ?? []).map(([, target]) => target),
    childrenOf: async (task) => children.get(task) ?? [],
    parentOf: async (task) => parents.get(task) ?? null,
  }
}

function cycle(on: Plan, source: number, target: number): Promise<number[] | null> {
  return findCycle({ source, target }, graphOf(on))
}

/** 1 holds 11 and 12, which holds 121; 2 holds 21 and 22; 3 and 4 stand alone. */
const tree = { 1: 0, 11: 1, 12: 1, 121: 12, 2: 0, 21: 2, 22: 2, 3: 0, 4: 0 }

describe('findCycle', () => {
  it('finds none among tasks that do not wait for each other', async () => {
    assert.equal(await cycle(plan(tree), 3, 4), null)
    assert.equal(await cycle(plan(tree, [[3, 4]]), 3, 4), null)
    assert.equal(await cycle(plan(tree, [[1, 3]]), 2, 3), null)
  })

  it('finds the way back along links', async () => {
    assert.deepEqual(await cycle(plan(tree, [[4, 3]]), 3, 4), [3, 4])
    const links: Link[] = [
      [4, 21],
      [21, 11],
      [11, 3],
    ]
    assert.deepEqual(await cycle(plan(tree, links), 3, 4), [3, 4, 21, 11])
  })

  it('finds the shortest of several ways', async () => {
    const links: Link[] = [
      [4, 21],
      [21, 22],
      [22, 3],
      [21, 3],
    ]
    assert.deepEqual(await cycle(plan(tree, links), 3, 4), [3, 4, 21])
  })

  it('takes a link between a summary and what is below it for a circle', async () => {
    assert.deepEqual(await cycle(plan(tree), 1, 121), [1, 121])
    assert.deepEqual(await cycle(plan(tree), 121, 1), [121, 1])
    assert.deepEqual(await cycle(plan(tree), 3, 3), [3])
  })

  it('lets everything below a summary wait for what the summary waits for', async () => {
    assert.deepEqual(await cycle(plan(tree, [[121, 3]]), 3, 1), [3, 1, 121])
  })

  it('lets what waits for a summary wait for everything below it', async () => {
    assert.deepEqual(await cycle(plan(tree, [[1, 3]]), 3, 121), [3, 121, 1])
  })

  it('does not let the other children of a summary wait', async () => {
    assert.equal(await cycle(plan(tree, [[11, 3]]), 3, 12), null)
    assert.equal(await cycle(plan(tree), 11, 121), null)
  })

  it('enters a summary that was passed before', async () => {
    const links: Link[] = [
      [11, 4],
      [4, 1],
      [121, 3],
    ]
    assert.deepEqual(await cycle(plan(tree, links), 3, 11), [3, 11, 4, 1, 121])
  })

  it('ends in a plan that has circles already', async () => {
    const links: Link[] = [
      [21, 22],
      [22, 21],
      [4, 21],
    ]
    assert.equal(await cycle(plan(tree, links), 3, 4), null)
  })

  it('asks for each task once, however many links lead to it', async () => {
    const links = range(3, 30).flatMap((source) =>
      range(source + 1, 31).map((to): Link => [source, to]),
    )
    const graph = graphOf(plan(Object.fromEntries(range(1, 31).map((task) => [task, 0])), links))
    const asked: number[] = []
    const successorsOf = (task: number): Promise<number[]> => {
      asked.push(task)
      return graph.successorsOf(task)
    }

    assert.equal(await findCycle({ source: 1, target: 3 }, { ...graph, successorsOf }), null)
    assert.deepEqual(asked, range(3, 31))
  })

  it('follows chains and trees of any depth', async () => {
    const tasks = range(1, 100_000)
    const chain = plan(
      {},
      tasks.slice(1).map((task): Link => [task - 1, task]),
    )
    const nest: Plan = {
      parents: new Map(range(1, 20_000).map((task) => [task, task - 1])),
      links: [],
    }

    assert.equal((await cycle(chain, 100_000, 1))?.length, 100_000)
    assert.equal(await cycle(chain, 1, 100_000), null)
    assert.deepEqual(await cycle(nest, 20_000, 1), [20_000, 1])
    assert.deepEqual(await cycle(nest, 1, 20_000), [1, 20_000])
  })

  it('agrees with links between all tasks without children, in 5,000 random plans', async () => {
    let found = 0
    for (let seed = 1; seed <= 5000; seed++) {
      const random = randomFrom(seed)
      const on = randomPlan(random)
      const [source, target] = randomLink(random, on.parents.size)

      const circle = await cycle(on, source, target)

      assert.equal(circle !== null, closesCycle(on, source, target), `seed ${seed}`)
      if (circle === null) continue
      found++
      assert.deepEqual(circle.slice(0, 2), source === target ? [source] : [source, target])
      circle.slice(1).forEach((task, i) => {
        const next = circle[i + 2] ?? source
        assert.ok(isStep(on, task, next), `seed ${seed}: ${task} to ${next}`)
      })
    }
    assert.ok(found > 1000 && found < 4000, `${found} circles`)
  })
})

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** Numbers from 0 to `below` - 1, the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomPlan(random: (below: number) => number): Plan {
  const count = 2 + random(9)
  const parents = new Map(range(1, count).map((task) => [task, random(task)]))
  const links = Array.from({ length: random(7) }, () => randomLink(random, count))
  return { parents, links }
}

function randomLink(random: (below: number) => number, count: number): Link {
  return [1 + random(count), 1 + random(count)]
}

/** A task, and all above it. */
function upFrom({ parents }: Plan, task: number): number[] {
  const line: number[] = []
  for (let at = task; at !== 0; at = parents.get(at) ?? 0) line.push(at)
  return line
}

function leavesOf(on: Plan, task: number): number[] {
  const summaries = new Set(on.parents.values())
  const leaves = [...on.parents.keys()].filter((one) => !summaries.has(one))
  return leaves.filter((leaf) => upFrom(on, leaf).includes(task))
}

/** By brute force: each link stands for links between all leaves of its ends. */
function closesCycle(on: Plan, source: number, target: number): boolean {
  const edges = on.links.flatMap(([from, to]) =>
    leavesOf(on, from).flatMap((a) => leavesOf(on, to).map((b): Link => [a, b])),
  )
  const reached = new Set(leavesOf(on, target))
  for (const leaf of reached) {
    for (const [from, to] of edges) if (from === leaf) reached.add(to)
  }
  return leavesOf(on, source).some((leaf) => reached.has(leaf))
}

/** Along a link, or up or down the tree. */
function isStep(on: Plan, task: number, next: number): boolean {
  const isLinked = on.links.some(([from, to]) => from === task && to === next)
  return isLinked || upFrom(on, task).includes(next) || upFrom(on, next).includes(task)
}
