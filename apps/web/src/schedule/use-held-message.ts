import type { IApi, TID } from '@svar-ui/react-gantt'
import type { GanttConnection, Server } from 'triptych-client'
import { wallTime } from 'triptych-client'
import type { Schedule, TaskAnalysis } from '@triptych/contract/schedule'
import { useEffect, useRef } from 'react'
import type { Plan } from '../gantt/use-plan.ts'
import { dateText } from '../place/date-text.ts'
import { quoted } from '../quoted.ts'
import type { ViewProps } from '../view.ts'
import { readAnalysis } from './ask-schedule.ts'
import { planNames } from './plan-names.ts'
import { hasChildren } from './task-schedule.ts'
import type { ScheduledTask } from './task-schedule.ts'
import { t } from '../words/words.ts'

interface Options extends Pick<ViewProps, 'tell' | 'wayBack'>, Pick<Plan, 'onSaved'> {
  server: Server
  connection: GanttConnection
  schedule: Schedule | null
}

interface GivenTask extends ScheduledTask {
  start?: Date
}

interface Asked {
  id: TID
  task: GivenTask
  /** By how many days, of a drag. */
  diff?: number
  skipProvider?: boolean
}

/**
 * A start that was typed is kept as a wish, and the task may all the same stand later: tells where, and why. A drag tells
 * so while it goes on.
 */
export function useHeldMessage(api: IApi, options: Options): void {
  const latest = useRef(options)
  latest.current = options
  const { onSaved } = options

  useEffect(() => {
    const tag = Symbol('useHeldMessage')
    const wanted = new Map<TID, string>()
    // Before the widget makes it the whole task.
    api.intercept(
      'update-task',
      (event) => {
        const { id, task, diff, skipProvider } = event as Asked
        const now: GivenTask | undefined = api.getState().tasks.byId(id)
        const isPlaced = task.start !== undefined && Number(task.start) !== Number(now?.start)
        const isWish = task.constraint === undefined || task.constraint === now?.constraint
        const isTyped = isPlaced && isWish && !diff && !skipProvider
        if (isTyped && now && !hasChildren(now)) wanted.set(id, wallTime(task.start!))
        return true
      },
      { tag },
    )
    const end = onSaved(({ action, ids, write }) => {
      const [id] = ids
      const start = action === 'update-task' && id !== undefined ? wanted.get(id) : undefined
      if (id === undefined || start === undefined) return
      // Of several that were put somewhere in one go, each is looked at by whoever did it.
      const isOne = wanted.size === 1
      wanted.delete(id)
      if (isOne) void tellHeld(api, latest.current, { id, start, write }).catch(() => {})
    })
    return () => {
      api.detach(tag)
      end()
    }
  }, [api, onSaved])
}

async function tellHeld(
  api: IApi,
  { server, connection, schedule, tell, wayBack }: Options,
  { id, start, write }: { id: TID; start: string; write: string },
): Promise<void> {
  const found = (await readAnalysis(server)).tasks[String(connection.realId(id))]
  const byDay = schedule?.durationUnit !== 'hour'
  const at = (moment: string) => moment.slice(0, byDay ? 10 : 16)
  if (!found || at(found.start) <= at(start)) return
  const values = {
    task: quoted(api.getState().tasks.byId(id)?.text ?? ''),
    date: dateText(at(found.start)),
    wanted: dateText(at(start)),
  }
  const fact = t('{task} begins on {date} and not on {wanted}.', values)
  const reason = reasonFor(found, planNames(api, connection))
  tell({
    kind: 'info',
    text: `${fact} ${reason}`,
    action: { label: t('Undo'), run: () => wayBack.undoWrite(write) },
    isUndo: true,
  })
}

function reasonFor({ drivenBy }: TaskAnalysis, names: ReturnType<typeof planNames>): string {
  const { by, link } = drivenBy
  const ends = link === undefined ? null : names.link(link)
  if (by === 'link' && ends) return t('It waits for {source}.', { source: ends.source })
  return reasons[by]
}

const reasons: Record<TaskAnalysis['drivenBy']['by'], string> = {
  project: t('The plan does not begin before.'),
  link: t('It waits for another task.'),
  // It is where it was wanted, but for the days on which nobody works.
  constraint: t('Nothing is worked before.'),
  summary: t('What it is part of stands by hand.'),
  manual: t('It stands by hand.'),
  actual: t('It has begun.'),
  late: t('It is to be as late as possible.'),
  levelling: t('It was put off, so that nobody has too much to do.'),
  hidden: t('It waits for something that is not shown to you.'),
}
