import { ask } from './ask.ts'
import type { Chart } from './gantt-chart.ts'
import type { ListedTask } from './gantt-merge.ts'
import type { Item } from './gantt-wire.ts'
import type { Server } from './server.ts'
import { ServerError } from './server-error.ts'
import { shownItem, shownTask } from './gantt-ids.ts'
import type { PlanIds } from './gantt-ids.ts'
import type { Id } from './temp-ids.ts'

export interface ListOptions {
  server: Server
  chart: Chart
  ids: PlanIds
  /** Whether a lost connection is waited out. */
  isPatient: () => boolean
}

/** Reads the plan; everything has the ids it is shown with. */
export function ganttList({ server, chart, ids, isPatient }: ListOptions) {
  const get = async (path: string) => (await ask(server, path, () => !isPatient())) as Item[]

  async function getBelow(list: string, root: Id): Promise<Item[]> {
    if (root === 0) return get(list)
    // A link into another branch on demand is wanted, too: that one may be unfolded.
    const query = list === 'links' ? '?ends=any' : ''
    const path = `${list}/${encodeURIComponent(ids.task.real(root))}${query}`
    return get(path).catch((error: unknown) => {
      // It was deleted a moment ago.
      if (error instanceof ServerError && error.status === 404) return []
      throw error
    })
  }

  const isUnfolded = (id: Id): boolean => !chart.task(id)?.lazy && chart.childrenOf(id).length > 0

  async function tasksBelow(root: Id): Promise<ListedTask[]> {
    const listed = (await getBelow('tasks', root)).map((task) => shownTask(ids, task) as ListedTask)
    const more: ListedTask[] = []
    for (const { id, lazy } of listed) {
      if (lazy && isUnfolded(id)) more.push(...(await tasksBelow(id)))
    }
    return more.length > 0 ? [...listed, ...more] : listed
  }

  async function itemsBelow(kind: 'link' | 'assignment', root: Id): Promise<Item[]> {
    return (await getBelow(`${kind}s`, root)).map((item) => shownItem(ids, kind, item))
  }

  /** The branches on demand to unfold, one in the other, until a task is shown. */
  async function branchesAbove(id: Id): Promise<Id[]> {
    // The server does not tell what is above a task, so they are looked through, level by level.
    let paths = chart.everyTaskBelow(0).flatMap((task) => (task.lazy ? [[task.id]] : []))
    if (chart.task(id) || paths.length === 0 || !(await exists(id))) return []
    while (paths.length > 0) {
      const deeper: Id[][] = []
      for (const path of paths) {
        const listed = await tasksBelow(path.at(-1)!)
        if (listed.some((task) => task.id === id)) return path
        for (const task of listed) if (task.lazy) deeper.push([...path, task.id])
      }
      paths = deeper
    }
    return []
  }

  async function exists(id: Id): Promise<boolean> {
    return get(`tasks/${encodeURIComponent(ids.task.real(id))}`).then(
      () => true,
      (error: ServerError) => {
        if (error.status === 404 || error.code === 'gantt.bad_id') return false
        throw error
      },
    )
  }

  return {
    tasksBelow,
    itemsBelow,
    branchesAbove,
    resources: () => get('resources'),
  }
}
