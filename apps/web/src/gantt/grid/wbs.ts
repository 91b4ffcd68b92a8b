import type { IApi, TID } from '@svar-ui/react-gantt'

interface Branch {
  id: TID
  parent?: TID
  data?: readonly Branch[] | null
}

type Tasks = Pick<ReturnType<IApi['getState']>['tasks'], 'byId'>

/** Where a task stands in the plan, as `1.2.3`. */
export function wbsOf(tasks: Tasks, id: TID): string {
  const numbers: number[] = []
  for (let at = taskAt(tasks, id); at && at.id !== 0; at = taskAt(tasks, at.parent ?? 0)) {
    const siblings = taskAt(tasks, at.parent ?? 0)?.data ?? []
    numbers.unshift(siblings.findIndex((one) => one.id === at.id) + 1)
  }
  return numbers.join('.')
}

/** The task that stands there; `null`: there is none, as far as the plan is loaded. */
export function taskAtWbs(tasks: Tasks, wbs: string): TID | null {
  let at: Branch | undefined = taskAt(tasks, 0)
  for (const number of wbs.split('.')) at = at?.data?.[Number(number) - 1]
  return at?.id ?? null
}

function taskAt(tasks: Tasks, id: TID): Branch | undefined {
  return tasks.byId(id)
}
