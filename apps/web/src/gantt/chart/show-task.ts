import type { IApi, TID } from '@svar-ui/react-gantt'
import { isHeading } from '../heading-id.ts'

/** Unfolds what is above a task, selects it, and brings it into view. */
export function showTask(api: IApi, id: TID, isEdited: boolean): void {
  const { tasks } = api.getState()
  if (!tasks.byId(id)) return
  for (let above = tasks.byId(id)?.parent; above; above = tasks.byId(above)?.parent) {
    if (!tasks.byId(above)?.open) void api.exec('open-task', { id: above, mode: true })
  }
  void api.exec('select-task', { id, show: 'xy' })
  if (isEdited) void api.exec('show-editor', { id })
}

/** Unfolds or folds everything that is loaded, or all groups; what is loaded on demand stays as it is. */
export function foldAll(api: IApi, isOpen: boolean): void {
  const rows = api.getState()._tasks as readonly { id: TID; data?: readonly unknown[] | null }[]
  if (isHeading(rows[0]?.id)) {
    const groups = rows.filter(({ id, data }) => isHeading(id) && data?.length)
    for (const { id } of groups) void api.exec('open-task', { id, mode: isOpen })
    return
  }
  const parents: TID[] = []
  api.getState().tasks.forEach(({ id, data, open }) => {
    if (data?.length && Boolean(open) !== isOpen) parents.push(id)
  })
  setOpen(api, parents, isOpen)
}

/** Unfolds or folds these tasks here, for nobody else. */
export function setOpen(api: IApi, ids: readonly TID[], isOpen: boolean): void {
  // What has no place in the chart has no links drawn; the widget forgets places only where it folds one by itself.
  if (!isOpen) for (const task of api.getState()._tasks) (task as { $y?: number }).$y = 0
  for (const [index, id] of ids.entries()) {
    // An update of the first source is only taken note of, so that a thousand are drawn once.
    const eventSource = index < ids.length - 1 ? 'provide-data' : 'schedule-tasks'
    const quietly = { eventSource, skipProvider: true, skipUndo: true }
    void api.exec('update-task', { id, task: { open: isOpen }, ...quietly })
  }
}
