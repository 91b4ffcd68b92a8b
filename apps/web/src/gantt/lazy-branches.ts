import type { IApi, TID } from '@svar-ui/react-gantt'

/** The tasks whose branches are not loaded yet. */
export function lazyBranches(api: IApi): TID[] {
  const found: TID[] = []
  api.getState().tasks.forEach(({ id, lazy }) => void (lazy && found.push(id)))
  return found
}
