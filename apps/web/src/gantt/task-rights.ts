import type { IApi, TID } from '@svar-ui/react-gantt'
import type { GanttConnection } from 'triptych-client'
import { createContext, useEffect, useRef } from 'react'
import { everything } from '../rules/left.ts'
import type { Left } from '../rules/left.ts'
import { wayUp } from './way-up.ts'

/** The plan itself, which the tasks at the top are below. */
export const topOfPlan = 0

/** Whether a task may be changed. */
export type MayChangeTask = (id: TID) => boolean

/** For everything inside the widget that offers a change. */
export const TaskRightsContext = createContext<MayChangeTask>(() => true)

export function taskRights(api: IApi | null, left: Left): MayChangeTask {
  return (id) => left === everything || !api || left.task(wayUp(api, id))
}

export function parentOf(api: IApi, id: TID | null | undefined): TID {
  return (id && api.getState().tasks.byId(id)?.parent) || topOfPlan
}

interface Write {
  id: TID
  target?: TID
  mode?: string | boolean
  task?: { parent?: TID }
  link?: { source?: TID; target?: TID }
  skipProvider?: boolean
}

/** What each action changes, as the server counts it. */
const touched: Record<string, (write: Write, api: IApi) => TID[]> = {
  'update-task': ({ id }) => [id],
  'drag-task': ({ id }) => [id],
  'indent-task': ({ id }) => [id],
  'add-task': (write, api) => [placeOf(write, api)],
  'copy-task': (write, api) => [placeOf(write, api)],
  'move-task': (write, api) => [
    ...branchOf(api, write.id),
    parentOf(api, write.id),
    placeOf(write, api),
  ],
  'delete-task': ({ id }, api) => [...branchOf(api, id), parentOf(api, id)],
  'add-link': ({ link }) => [link?.source ?? topOfPlan, link?.target ?? topOfPlan],
  'update-link': ({ id }, api) => endsOf(api, id),
  'delete-link': ({ id }, api) => endsOf(api, id),
}

/**
 * What may only be read changes by no key and no drag either. What comes from the server still does. To be used behind
 * whatever asks about an action with this connection: the last is asked first.
 */
export function useTaskRights(
  api: IApi | null,
  connection: GanttConnection | null,
  mayChange: MayChangeTask,
): void {
  const latest = useRef(mayChange)
  latest.current = mayChange

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useTaskRights')
    for (const [action, tasksOf] of Object.entries(touched)) {
      api.intercept(
        action,
        (event) => {
          const write = event as Write
          return write.skipProvider || tasksOf(write, api).every((id) => latest.current(id))
        },
        { tag },
      )
    }
    return () => api.detach(tag)
  }, [api, connection])
}

/** Below which task it comes. */
function placeOf({ id, target, mode, task }: Write, api: IApi): TID {
  if (mode === 'up' || mode === 'down') return parentOf(api, id)
  if (!target) return task?.parent ?? topOfPlan
  return mode === 'child' ? target : parentOf(api, target)
}

/** With all that is below it, as far as it is loaded. */
function branchOf(api: IApi, id: TID): TID[] {
  const found: TID[] = []
  const waiting = [id]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    found.push(next)
    for (const child of api.getState().tasks.byId(next)?.data ?? []) waiting.push(child.id)
  }
  return found
}

export function endsOf(api: IApi, id: TID): TID[] {
  const link = api.getState().links.byId(id)
  return link ? [link.source, link.target] : []
}
