import { topOfPlan } from '../../ports/gantt-store.ts'

/** The tree of tasks, and the links on it. */
export interface LinkGraph {
  /** The targets of the links that begin at a task. */
  successorsOf(task: number): Promise<number[]>
  childrenOf(task: number): Promise<number[]>
  /** `null` or the top of the plan where nothing is above. */
  parentOf(task: number): Promise<number | null>
}

interface NewLink {
  source: number
  target: number
}

/**
 * The circle that a new link would close: its source, its target, and on from there until the next
 * step would be the source again; `null` when there is none.
 *
 * When a summary waits, everything below it does, and what waits for a summary waits for everything
 * below it. So a link leads to its target and all below, and from there the links of each of these
 * lead on, and those of the summaries above, whose other children need not wait.
 */
export async function findCycle(link: NewLink, graph: LinkGraph): Promise<number[] | null> {
  const walk: Walk = { entered: new Set(), targetAt: new Map(), linkedFrom: new Map() }
  const arrivals = [{ task: link.target, from: link.source }]
  for (const { task: target, from } of arrivals) {
    if (walk.entered.has(target)) continue
    walk.linkedFrom.set(target, from)
    const waiting = await enter(target, graph, walk)
    const above = await passAbove(target, graph, walk)
    for (const task of [...waiting, ...above]) {
      if (walk.targetAt.has(task)) continue
      walk.targetAt.set(task, target)
      if (task === link.source) return circle(link, walk)
      for (const next of await graph.successorsOf(task)) arrivals.push({ task: next, from: task })
    }
  }
  return null
}

interface Walk {
  /** With everything below. */
  entered: Set<number>
  /** For each task whose links were followed: the target of a link at, above or below it. */
  targetAt: Map<number, number>
  /** Where the link to such a target began. */
  linkedFrom: Map<number, number>
}

/** The task and all below it that were not entered before. */
async function enter(task: number, graph: LinkGraph, { entered }: Walk): Promise<number[]> {
  const tasks = [task]
  entered.add(task)
  for (const one of tasks) {
    for (const child of await graph.childrenOf(one)) {
      if (entered.has(child)) continue
      entered.add(child)
      tasks.push(child)
    }
  }
  return tasks
}

/** The summaries above a task, up to the first that was passed before, as all above it were. */
async function passAbove(task: number, graph: LinkGraph, { targetAt }: Walk): Promise<number[]> {
  const summaries: number[] = []
  let parent = await graph.parentOf(task)
  while (parent !== null && parent > topOfPlan && !targetAt.has(parent)) {
    summaries.push(parent)
    parent = await graph.parentOf(parent)
  }
  return summaries
}

/** The way back from the source to the target, turned round. */
function circle({ source, target }: NewLink, { targetAt, linkedFrom }: Walk): number[] {
  const back: number[] = []
  let task: number | undefined = source
  while (task !== undefined) {
    const entrance: number | undefined = targetAt.get(task)
    if (task !== source) back.push(task)
    if (entrance !== undefined && entrance !== task) back.push(entrance)
    task = entrance === undefined || entrance === target ? undefined : linkedFrom.get(entrance)
  }
  return [source, ...back.toReversed()]
}
