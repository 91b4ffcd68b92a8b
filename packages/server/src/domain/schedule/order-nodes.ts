import type { Plan } from './plan.ts'

/**
 * A task is one node; a summary is two, one that opens before its children and hands down from when
 * they may start, and one that closes after them and gathers their dates. So a link to a summary leads
 * to all below it, and a link from one waits for all below it, with no more links than were drawn.
 * Task `i` opens at node `i` and a summary closes at node `count + i`.
 */
export interface NodeOrder {
  /** Nodes so that each comes after all it waits for. */
  nodes: Int32Array
  isSummary: Uint8Array
  /** Parents without circles; -1 at the top. */
  parent: Int32Array
  /** Links that cannot hold, each with the tasks around which its circle leads. */
  circles: { link: number; tasks: number[] }[]
  /** 1 for a link that counts. */
  used: Uint8Array
}

export function orderNodes(plan: Plan): NodeOrder {
  const count = plan.tasks.length
  const parent = parentsOf(plan)
  const isSummary = new Uint8Array(count)
  for (const above of parent) if (above >= 0) isSummary[above] = 1
  const used = new Uint8Array(plan.links.length)
  const exists = (task: number) => task >= 0 && task < count
  for (const [i, link] of plan.links.entries()) {
    used[i] = exists(link.from) && exists(link.to) && link.from !== link.to ? 1 : 0
  }
  const graph = edgesOf(plan, { parent, isSummary, used })
  const { nodes, circles } = sorted(plan, graph, { parent, isSummary, used })
  return { nodes, isSummary, parent, circles, used }
}

interface Outline {
  parent: Int32Array
  isSummary: Uint8Array
  used: Uint8Array
}

interface Edges {
  nodes: number
  start: Int32Array
  to: Int32Array
  /** The link of an edge, or -1 for one of the outline. */
  link: Int32Array
  waits: Int32Array
}

/** Whoever is above itself is at the top. */
function parentsOf(plan: Plan): Int32Array {
  const count = plan.tasks.length
  const parent = new Int32Array(count)
  for (const [i, task] of plan.tasks.entries()) {
    const above = task.parent ?? -1
    parent[i] = above >= 0 && above < count && above !== i ? above : -1
  }
  const seen = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    let at = i
    while (at >= 0 && seen[at] === 0) {
      seen[at] = i + 1
      const above = parent[at]!
      if (above >= 0 && seen[above] === i + 1) parent[at] = -1
      at = parent[at]!
    }
  }
  return parent
}

function edgesOf(plan: Plan, { parent, isSummary, used }: Outline): Edges {
  const count = plan.tasks.length
  const end = (task: number) => (isSummary[task] ? count + task : task)
  const nodes = 2 * count
  const start = new Int32Array(nodes + 1)
  const waits = new Int32Array(nodes)
  function each(see: (from: number, to: number, link: number) => void): void {
    for (let i = 0; i < count; i++) {
      const above = parent[i]!
      if (above < 0) continue
      see(above, i, -1)
      see(end(i), count + above, -1)
    }
    for (const [i, link] of plan.links.entries()) if (used[i]) see(end(link.from), link.to, i)
  }
  let edges = 0
  each((from, to) => {
    start[from + 1]!++
    waits[to]!++
    edges++
  })
  for (let i = 0; i < nodes; i++) start[i + 1]! += start[i]!
  const to = new Int32Array(edges)
  const link = new Int32Array(edges)
  const next = start.slice()
  each((from, target, which) => {
    const place = next[from]!++
    to[place] = target
    link[place] = which
  })
  return { nodes, start, to, link, waits }
}

function sorted(plan: Plan, edges: Edges, outline: Outline): Pick<NodeOrder, 'nodes' | 'circles'> {
  const count = plan.tasks.length
  const { isSummary, used } = outline
  const { start, to, link, waits } = edges
  const total = count + isSummary.reduce((sum, one) => sum + one, 0)
  const nodes = new Int32Array(total)
  const circles: NodeOrder['circles'] = []
  // As they are listed as far as that goes, so that who stands together lies together: whoever was
  // passed while it had to wait comes as soon as it need not.
  const passed: number[] = []
  let next = 0
  let back: ReturnType<typeof reversed> | undefined
  for (let done = 0; done < total; done++) {
    let node = passed.pop() ?? -1
    while (node < 0 && next < count) {
      if (waits[next] === 0) node = next
      next++
    }
    if (node < 0) {
      back ??= reversed(edges)
      const circle = findCircle(back, { waits, used, count })
      used[circle.link] = 0
      const freed = plan.links[circle.link]!.to
      circles.push({ link: circle.link, tasks: startingAt(freed, circle.tasks) })
      if (--waits[freed]! === 0) passed.push(freed)
      done--
      continue
    }
    nodes[done] = node
    // It is done, which waiting for nothing alone does not say.
    waits[node] = -1
    for (let k = start[node]!; k < start[node + 1]!; k++) {
      if (link[k]! >= 0 && !used[link[k]!]) continue
      const freed = to[k]!
      if (--waits[freed]! === 0 && (freed < next || freed >= count)) passed.push(freed)
    }
  }
  return { nodes, circles }
}

function reversed({ nodes, start, to, link }: Edges): {
  start: Int32Array
  from: Int32Array
  link: Int32Array
} {
  const back = new Int32Array(nodes + 1)
  for (const target of to) back[target + 1]!++
  for (let i = 0; i < nodes; i++) back[i + 1]! += back[i]!
  const next = back.slice()
  const from = new Int32Array(to.length)
  const links = new Int32Array(to.length)
  for (let node = 0; node < nodes; node++) {
    for (let k = start[node]!; k < start[node + 1]!; k++) {
      const place = next[to[k]!]!++
      from[place] = node
      links[place] = link[k]!
    }
  }
  return { start: back, from, link: links }
}

interface Stuck {
  waits: Int32Array
  used: Uint8Array
  count: number
}

/** From anybody who still waits back along those it waits for, until somebody comes again. */
function findCircle(
  back: ReturnType<typeof reversed>,
  { waits, used, count }: Stuck,
): { link: number; tasks: number[] } {
  const seenAt = new Map<number, number>()
  const path: { node: number; link: number }[] = []
  let node = waits.findIndex((left) => left > 0)
  for (;;) {
    const seen = seenAt.get(node)
    if (seen !== undefined) {
      const round = path.slice(seen)
      const tasks = [...new Set(round.map((step) => step.node % count))].toReversed()
      // The newest link of the circle is the one that closed it.
      const link = round.reduce((newest, step) => Math.max(newest, step.link), -1)
      return { link, tasks }
    }
    seenAt.set(node, path.length)
    let next = -1
    let by = -1
    for (let k = back.start[node]!; k < back.start[node + 1]! && next < 0; k++) {
      if (back.link[k]! >= 0 && !used[back.link[k]!]) continue
      if (waits[back.from[k]!]! > 0) [next, by] = [back.from[k]!, back.link[k]!]
    }
    path.push({ node, link: by })
    node = next
  }
}

function startingAt(task: number, round: readonly number[]): number[] {
  const place = round.indexOf(task)
  return [...round.slice(place), ...round.slice(0, place)]
}
