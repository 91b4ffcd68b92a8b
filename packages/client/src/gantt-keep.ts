import type { Chart, ShownTask } from './gantt-chart.ts'
import type { Id } from './temp-ids.ts'
import type { Params } from './widget.ts'

interface KeepOptions {
  chart: Chart
  exec: (action: string, event: Params) => void
  assignBy: (action: string, event: Params) => void
}

/** Answers what brings a task back after it was deleted; `null` where that would not be all of it. */
export function keepTask(options: KeepOptions, id: Id): (() => void) | null {
  const { chart, exec, assignBy } = options
  const task = chart.task(id)
  // What is below a branch on demand is not known here, nor are the links that lead there.
  if (!task || chart.everyTaskBelow(0).some(({ lazy }) => lazy)) return null
  const siblings = chart.childrenOf(task.parent).map((sibling) => sibling.id)
  const branch = [task, ...chart.everyTaskBelow(id)].map(fieldsOf)
  const ids = new Set(branch.map((one) => one.id))
  const touches = (...ends: unknown[]) => ends.some((end) => ids.has(end as Id))
  const links = chart.links().filter(({ source, target }) => touches(source, target))
  const assignments = chart
    .assignments()
    .map((one) => one)
    .filter((one) => touches(one['task']))

  function place(): Params {
    const { parent } = task!
    const at = siblings.indexOf(id)
    const isThere = (one: Id) => chart.task(one)?.parent === parent
    const next = siblings.slice(at + 1).find(isThere)
    if (next !== undefined) return { target: next, mode: 'before' }
    const previous = siblings.slice(0, at).findLast(isThere)
    if (previous !== undefined) return { target: previous, mode: 'after' }
    return parent === 0 ? {} : { target: parent, mode: 'child' }
  }

  return () => {
    // The server has refused to delete it.
    if (chart.task(id)) return
    for (const one of branch) {
      const where =
        one.id === id ? { ...place(), show: true } : { target: one.parent, mode: 'child' }
      exec('add-task', { task: { ...one }, ...where, select: false })
    }
    for (const { ...link } of links) {
      const isLinked = [link['source'], link['target']].every((end) => chart.task(end as Id))
      if (isLinked) exec('add-link', { id: link.id, link })
    }
    for (const { ...assignment } of assignments) {
      assignBy('add-assignment', { id: assignment.id, assignment })
    }
  }
}

/** Without what the widget reckons, and without its children: they are brought back one by one. */
function fieldsOf(task: ShownTask): ShownTask {
  const own = Object.entries(task).filter(([key]) => !key.startsWith('$') && key !== 'data')
  return Object.fromEntries(own) as ShownTask
}
