import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import type { GanttConnection, Team } from 'triptych-client'
import type { Analysis, Schedule } from '@triptych/contract/schedule'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ViewProps } from '../../view.ts'
import { firstDayOfWeek } from '../../place/first-day.ts'
import { endOfPoint, linksByTarget } from '../milestone-day.ts'
import { setOpen } from '../chart/show-task.ts'
import { lazyBranches } from '../lazy-branches.ts'
import { filterKeys, isFiltered, readFilter, taskMatcher, writeFilter } from './task-filter.ts'
import type { FilteredTask, TaskFilter } from './task-filter.ts'

/** So long changes are gathered before it is looked again at what is to be shown. */
const gatherMs = 100

interface Known {
  connection: GanttConnection | null
  team: Team
  analysis: Analysis | null
  schedule: Schedule | null
}

/** How many tasks were found, of how many. */
export interface Found {
  hits: number
  total: number
  /** The first of them. */
  first: TID | null
  /** What was looked for: it may be another text by now. */
  text: string
}

/** The filter that the address has. */
export function useFilterAddress({ path, query, go }: Pick<ViewProps, 'path' | 'query' | 'go'>) {
  const written = query.toString()
  const filter = useMemo(() => readFilter(new URLSearchParams(written)), [written])
  const latest = useRef({ path, query })
  latest.current = { path, query }

  const setFilter = useCallback(
    (next: TaskFilter) => {
      const others = Object.entries(Object.fromEntries(latest.current.query)).filter(
        ([key]) => !(filterKeys as readonly string[]).includes(key),
      )
      const kept = { ...Object.fromEntries(others), ...writeFilter(next) }
      go(latest.current.path, kept, { replace: true })
    },
    [go],
  )
  return { filter, setFilter }
}

/**
 * Shows only the tasks that are looked for, with what is above them, and follows the plan while it changes. What
 * somebody works on stays in sight until another filter is set, even when it is not looked for any more.
 */
export function useTaskFilter(api: IApi | null, filter: TaskFilter, known: Known): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  const latest = useRef(known)
  latest.current = known
  const refresh = useRef<() => void>(() => {})
  const key = JSON.stringify(filter)
  const isOn = isFiltered(filter)

  // First of all, as the filter unfolds what is above a hit.
  useFoldsAsBefore(api, isOn)

  useEffect(() => {
    if (!api || !isOn) return undefined
    return followFilter(api, { filter, known: latest, refresh, setFound })
  }, [api, key, isOn])

  useEffect(() => {
    if (isOn) refresh.current()
    else setFound(null)
  }, [isOn, known.team, known.analysis])

  return found
}

interface Follow {
  filter: TaskFilter
  known: { current: Known }
  refresh: { current: () => void }
  setFound: (found: Found) => void
}

function followFilter(api: IApi, { filter, known, refresh, setFound }: Follow): () => void {
  const tag = Symbol('followFilter')
  const asked = new Set<TID>()
  const own = new Set<TID>()
  let isApplying = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function apply(kept: ReadonlySet<TID>, isNew: boolean): void {
    const matches = matcherOf(api, filter, known.current)
    let [hits, total] = [0, 0]
    let first: ITask | null = null
    const isShown = (task: ITask) => {
      total++
      const isHit = matches(task as FilteredTask)
      if (isHit) hits++
      if (isHit) first ??= task
      return isHit || kept.has(task.id!)
    }
    isApplying = true
    void api.exec('filter-tasks', { filter: isShown as never, open: isNew })
    isApplying = false
    setFound({ hits, total, first: (first as ITask | null)?.id ?? null, text: filter.text })
    if (isNew) {
      leaveHidden(api)
      showFirst(api, first)
    }
    for (const id of lazyBranches(api)) {
      if (asked.has(id)) continue
      asked.add(id)
      void api.exec('request-data', { id })
    }
  }

  const again = () => apply(new Set([...own, ...(api.getState().selected ?? [])]), false)
  refresh.current = () => {
    clearTimeout(timer)
    timer = setTimeout(again, gatherMs)
  }
  apply(own, true)
  // The types do not tell of it.
  const unsubscribe: unknown = api.getReactiveState().tasks.subscribe(() => {
    if (!isApplying) refresh.current()
  })
  for (const action of ['add-task', 'copy-task']) {
    api.on(
      action,
      (event) => {
        const { id, skipProvider } = event as { id?: TID; skipProvider?: boolean }
        if (id !== undefined && !skipProvider) own.add(id)
      },
      { tag },
    )
  }
  api.intercept(
    'select-task',
    ({ id }) => {
      const { tasks } = api.getState()
      // Somebody was led to a task that was not looked for.
      if (tasks.byId(id) && !tasks.isFilteredId(id)) {
        own.add(id)
        again()
      }
    },
    { tag },
  )
  return () => {
    clearTimeout(timer)
    refresh.current = () => {}
    api.detach(tag)
    ;(unsubscribe as () => void)()
  }
}

interface Assignment {
  task: TID
  resource: TID
}

function matcherOf(api: IApi, filter: TaskFilter, { connection, team, analysis, schedule }: Known) {
  const plan = { api, schedule, linksTo: linksByTarget(api) }
  const people = new Map<TID, TID[]>()
  for (const { task, resource } of team.assignments as unknown as Assignment[]) {
    people.set(task, [...(people.get(task) ?? []), resource])
  }
  return taskMatcher(filter, {
    peopleOf: (task) => people.get(task) ?? [],
    isCritical: (task) =>
      Boolean(analysis?.tasks[String(connection?.realId(task) ?? task)]?.critical),
    endOfPoint: (task) => endOfPoint(task, plan),
    firstDay: firstDayOfWeek(),
  })
}

/** What is not in sight is not what a key deletes. */
function leaveHidden(api: IApi): void {
  const { selected, tasks } = api.getState()
  for (const id of selected ?? []) {
    if (!tasks.isFilteredId(id)) void api.exec('select-task', { id, toggle: true, show: false })
  }
}

function showFirst(api: IApi, first: ITask | null): void {
  void api.exec('scroll-chart', { top: 0 })
  const { $x: x = 0, $w: length = 0 } = (first ?? {}) as { $x?: number; $w?: number }
  const { scrollLeft, _chartWidth: width = 0 } = api.getState()
  const isInSight = x < scrollLeft + width && x + length > scrollLeft
  if (first && !isInSight) void api.exec('scroll-chart', { left: Math.max(0, x - 60) })
}

/** What was folded before something was looked for is so again afterwards. */
function useFoldsAsBefore(api: IApi | null, isOn: boolean): void {
  const folded = useRef<TID[] | null>(null)

  useEffect(() => {
    if (api && isOn && !folded.current) {
      const ids: TID[] = []
      api.getState().tasks.forEach(({ id, open }) => void (!open && ids.push(id)))
      folded.current = ids
    }
    if (!api || isOn || !folded.current) return
    void api.exec('filter-tasks', {})
    const { tasks } = api.getState()
    const toFold = folded.current.filter((id) => {
      const task = tasks.byId(id)
      return task?.open && task.data?.length
    })
    folded.current = null
    setOpen(api, toFold, false)
  }, [api, isOn])
}
