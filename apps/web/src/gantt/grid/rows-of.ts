import type { IApi, TID } from '@svar-ui/react-gantt'

/** These tasks in the order of the rows, each branch once. */
export function rowsOf(api: IApi, selected: readonly TID[]): TID[] {
  const { tasks, _tasks } = api.getState()
  const chosen = new Set(selected)
  return (_tasks as readonly { id: TID }[])
    .map(({ id }) => id)
    .filter((id) => chosen.has(id) && !isBelow(id))

  function isBelow(id: TID): boolean {
    for (let at = tasks.byId(id)?.parent; at; at = tasks.byId(at)?.parent) {
      if (chosen.has(at)) return true
    }
    return false
  }
}
