import type { IApi, TID } from '@svar-ui/react-gantt'

/** The ids from a task up to the top, itself first. */
export function wayUp(api: IApi, id: TID): TID[] {
  const { tasks } = api.getState()
  const way: TID[] = []
  let at: TID | undefined = id
  while (at) {
    way.push(at)
    at = tasks.byId(at)?.parent
  }
  return way
}
