import type { BatchItem } from './gantt-floor-batch.ts'
import { taskOf } from './gantt-plan.ts'

/** What the items of the next batch can be about; both servers have the same. */
export interface Targets {
  summaries: number[]
  /** Tasks without anything below them, those next to be deleted first. */
  tasks: number[]
}

export function newTargets(count: number, family: number): Targets {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  return {
    summaries: ids.filter((id) => id % family === 1),
    tasks: ids.filter((id) => id % family !== 1),
  }
}

let temporary = 1_800_000_000_000

/**
 * Of a thousand: 300 new tasks, a third of them with new parents of the same batch; 300 changes of
 * dates or progress, 150 moves, 150 links, 100 deleted tasks. `added` are the positions of the new
 * tasks that later batches may delete.
 */
export function mixedBatch(
  targets: Targets,
  size: number,
): { items: BatchItem[]; added: number[] } {
  const items: BatchItem[] = []
  const added: number[] = []
  const made: string[] = []
  let parent = ''
  for (let n = 0; n < size * 0.3; n++) {
    const id = `temp://${++temporary}`
    const isNewBranch = n % 30 < 11
    const isParent = n % 30 === 0
    if (isParent) parent = id
    const under = isParent ? 0 : isNewBranch ? parent : any(targets.summaries)
    if (!isNewBranch) {
      added.push(items.length)
      made.push(id)
    }
    const data = { ...taskOf(n, 0, isParent ? 'summary' : 'task'), id, parent: under }
    items.push({ url: 'tasks', method: 'POST', data })
  }
  const deleted = targets.tasks.splice(0, Math.round(size * 0.1))
  for (let n = 0; items.length < size; n++) {
    const kind = n % 14
    const last = deleted.length > 0 ? deleted.pop() : undefined
    if (kind < 2 && last !== undefined) items.push({ url: `tasks/${last}`, method: 'DELETE' })
    else {
      if (last !== undefined) deleted.push(last)
      items.push(kind < 8 ? change(targets, n) : kind < 11 ? move(targets) : link(targets, made, n))
    }
  }
  return { items, added }
}

function change({ tasks }: Targets, n: number): BatchItem {
  const { start, end, duration } = taskOf(Math.floor(Math.random() * 1000), 0)
  const progress = Math.floor(Math.random() * 100)
  const data = n % 2 === 0 ? { progress } : { start, end, duration }
  return { url: `tasks/${any(tasks)}`, method: 'PUT', data }
}

function move({ tasks }: Targets): BatchItem {
  const id = any(tasks)
  let target = any(tasks)
  while (target === id) target = any(tasks)
  return { url: `tasks/${id}`, method: 'PUT', data: { operation: 'move', mode: 'after', target } }
}

/** To a new task, or from one to a later one: never round in a circle. */
function link({ tasks }: Targets, made: string[], n: number): BatchItem {
  const id = `temp://${++temporary}`
  const [one, other] = [any(tasks), any(tasks)].toSorted((a, b) => a - b) as [number, number]
  const target = n % 2 === 0 || one === other ? any(made) : other
  return { url: 'links', method: 'POST', data: { id, source: one, target, type: 'e2s' } }
}

function any<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T
}
