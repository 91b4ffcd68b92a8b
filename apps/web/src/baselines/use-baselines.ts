import type { GanttConnection, Saved, Server } from 'triptych-client'
import type { Baseline } from '@triptych/contract/baselines'
import { useEffect, useMemo, useState } from 'react'
import { useAnswer } from '../accounts/use-answer.ts'
import { useFollow } from '../use-follow.ts'
import { useFresh } from '../use-fresh.ts'
import { useStored } from '../use-stored.ts'
import { readBaselines, readBaselineTasks, readComparison } from './ask-baselines.ts'
import { noBaseline } from './baseline-context.ts'
import type { BaseDates, BaselineState } from './baseline-context.ts'

interface Options {
  connection: GanttConnection | null
  minutesPerDay: number
  onSaved: (listener: (saved: Saved) => void) => () => void
}

export interface Baselines {
  /** `null` until they are known. */
  all: readonly Baseline[] | null
  problem: string
  again: () => Promise<void>
  shown: BaselineState
  /** `null`: none. */
  show: (id: number | null) => void
}

/** The baselines of the plan, and the one that this person looks at, which outlives the page. */
export function useBaselines(server: Server, options: Options): Baselines {
  const { connection, minutesPerDay, onSaved } = options
  const { answer: all, problem, again } = useAnswer(() => readBaselines(server))
  useFollow(server, ({ operation }) => operation.startsWith('baseline-'), again)
  const [chosen, choose] = useStored(`triptych.baseline ${server.link('')}`, '')
  // One that was deleted may come back.
  const baseline = all?.find(({ id }) => String(id) === chosen) ?? null
  const id = baseline?.id ?? null
  const dates = useDates(server, id)
  const wanted = id === null ? null : `baseline ${id}`
  const comparison = useFresh(server, wanted, () => readComparison(server, id!), onSaved)

  const shown = useMemo<BaselineState>(() => {
    if (!baseline) return noBaseline
    const changes = new Map(comparison?.tasks.map((task) => [task.id, task]))
    const isOfIt = comparison?.baseline.id === baseline.id
    const realId = (task: string | number) => Number(connection?.realId(task) ?? task)
    return {
      baseline,
      datesOf: (task) => dates?.get(realId(task)),
      changeOf: (task) => (isOfIt ? (changes.get(realId(task)) ?? null) : undefined),
      minutesPerDay,
    }
  }, [baseline, dates, comparison, connection, minutesPerDay])

  return { all, problem, again, shown, show: (next) => choose(next === null ? '' : String(next)) }
}

/** Where the tasks stood in a baseline; `null` without one, or until it is known. What is in it stays what it is. */
function useDates(server: Server, id: number | null): ReadonlyMap<number, BaseDates> | null {
  const [read, setRead] = useState<{ id: number; dates: Map<number, BaseDates> } | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    let isOver = false
    readBaselineTasks(server, id).then(
      (tasks) => {
        const dates = tasks.map(({ id: task, type, start, end }): [number, BaseDates] => [
          task,
          { start: new Date(start), end: new Date(end), isMilestone: type === 'milestone' },
        ])
        if (!isOver) setRead({ id, dates: new Map(dates) })
      },
      // The list tells that it is gone.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [server, id])
  return read?.id === id ? read.dates : null
}
