import type { IApi, TID } from '@svar-ui/react-gantt'
import type { Server } from 'triptych-client'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'
import type { Scheduling } from '../../schedule/ask-schedule.ts'
import type { MayChangeTask } from '../task-rights.ts'
import type { ViewProps } from '../../view.ts'
import type { TeamState } from '../team-context.ts'
import { isEditable, taskOf } from './cells.ts'
import { columnNamed } from './column-named.ts'
import { cursorOf } from './cursor.ts'
import { draftsOf } from './drafts.ts'
import { usualGridWidth, widgetColumns } from './grid-columns.ts'
import { keysAhead } from './keys-ahead.ts'
import { useCells } from './use-cells.ts'
import { useGridColumns } from './use-grid-columns.ts'
import { useGridEntry } from './use-grid-entry.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridPlan } from './use-grid-plan.ts'
import { useNewTask } from './use-new-task.ts'
import { useRowAfterDeletion } from './use-row-after-deletion.ts'

interface Options {
  server: Server
  /** Whether anything may be changed. */
  mayChange: boolean
  mayChangeTask: MayChangeTask
  isNarrow: boolean
  scheduling: Scheduling | null
  team: TeamState
  tell: ViewProps['tell']
}

/** The grid beside the chart: its columns, its cells and the keys in it. */
export function useGrid(frame: RefObject<HTMLElement | null>, api: IApi | null, options: Options) {
  const { server, mayChange, mayChangeTask, isNarrow, scheduling, team, tell } = options
  /** For what changes something. */
  const pen = mayChange ? api : null
  const plan = useGridPlan(api, { scheduling, team, mayChange: mayChangeTask, tell })
  const latest = useRef(plan)
  latest.current = plan
  const mayEdit = useCallback((id: TID, name: string) => {
    const column = columnNamed(name)
    const task = latest.current && taskOf(latest.current.api, id)
    return Boolean(column && task && isEditable(column, task, latest.current!))
  }, [])
  const ahead = useMemo(() => api && keysAhead(cursorOf(api)), [api])
  const cells = useCells(pen, mayEdit, ahead)
  useNewTask(pen, scheduling?.schedule ?? null)
  const rights = useRef(mayChangeTask)
  rights.current = mayChangeTask
  const drafts = useMemo(
    () => pen && cells && draftsOf(pen, cells, (id) => rights.current(id)),
    [pen, cells],
  )
  useEffect(() => drafts?.watch(), [drafts])
  useGridEntry(frame, api)
  useRowAfterDeletion(frame, pen)
  useGridKeys(frame, api, { cells, ahead, mayEdit, drafts })
  const { shown, gridWidth, choose } = useGridColumns(api, server, isNarrow)
  const columns = useMemo(() => {
    // It is asked of rows that are not drawn yet, too.
    const editor = (row: { id: TID } | undefined, { id }: { id: string }) =>
      row && mayEdit(row.id, id) ? { type: 'plan-cell' } : null
    return widgetColumns(shown, mayChange ? editor : null)
  }, [shown, mayChange, mayEdit])
  const width = useMemo(() => gridWidth ?? usualGridWidth(columns, innerWidth), [columns])
  return { columns, gridWidth: width, plan, cells, drafts, shown, choose }
}
