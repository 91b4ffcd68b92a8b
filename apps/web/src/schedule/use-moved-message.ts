import type { IApi, TID } from '@svar-ui/react-gantt'
import type { GanttConnection, Server } from 'triptych-client'
import type { Analysis } from '@triptych/contract/schedule'
import { useEffect, useRef } from 'react'
import type { Plan } from '../gantt/use-plan.ts'
import type { ViewProps } from '../view.ts'
import { movedBy, readAnalysis } from './ask-schedule.ts'
import { hasChildren } from './task-schedule.ts'
import { endText } from './what-if-text.ts'
import { t } from '../words/words.ts'

/** So many others are seen to have moved. */
const manyMoved = 20

interface Options extends Pick<ViewProps, 'tell' | 'wayBack'>, Pick<Plan, 'onSaved'> {
  server: Server
  connection: GanttConnection
  analysis: Analysis | null
}

interface Dropped {
  id: TID
  /** As the plan was before. */
  before: Analysis | null
}

/** Tells when letting go of a task has moved many others, and takes it back. */
export function useMovedMessage(api: IApi, options: Options): void {
  const latest = useRef(options)
  latest.current = options
  const { onSaved } = options

  useEffect(() => {
    const tag = Symbol('useMovedMessage')
    const dropped = new Map<TID, Dropped>()
    // Only a drag says by how much.
    api.on(
      'update-task',
      (event) => {
        const { id, diff } = event as { id: TID; diff?: number }
        if (diff) dropped.set(id, { id, before: latest.current.analysis })
      },
      { tag },
    )
    const end = onSaved(({ ids, write }) => {
      const one = dropped.get(ids[0]!)
      if (!one) return
      dropped.delete(one.id)
      // It has moved all the same where that cannot be told.
      void tellMoved(api, latest.current, one, write).catch(() => {})
    })
    return () => {
      api.detach(tag)
      end()
    }
  }, [api, onSaved])
}

async function tellMoved(
  api: IApi,
  { server, connection, tell, wayBack }: Options,
  { id, before }: Dropped,
  write: string,
): Promise<void> {
  if (!before) return
  const others = (await movedBy(server, write, before.revision)).filter((moved) => {
    const task = api.getState().tasks.byId(connection.shownId(moved))
    return !task || (task.id !== id && !hasChildren(task))
  })
  if (others.length <= manyMoved) return
  const { finish } = await readAnalysis(server)
  const name = api.getState().tasks.byId(id)?.text ?? ''
  const what = t('“{name}” was moved, and {count} other tasks with it.', {
    name,
    count: others.length,
  })
  const ends = endText({ before: before.finish, after: finish })
  tell({
    kind: 'info',
    text: ends === '' ? what : `${what} ${ends}`,
    action: { label: t('Undo'), run: () => wayBack.undoWrite(write) },
  })
}
