import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import type { GanttConnection, Server } from 'triptych-client'
import { wallTime } from 'triptych-client'
import { useContext } from 'react'
import type { ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Plan } from '../gantt/use-plan.ts'
import type { ViewProps } from '../view.ts'
import { AnalysisContext } from './analysis-context.ts'
import { scalesOf } from './dragged-task.ts'
import { hasChildren } from './task-schedule.ts'
import { useHeldMessage } from './use-held-message.ts'
import { useMovedMessage } from './use-moved-message.ts'
import { useWhatIf } from './use-what-if.ts'
import type { WouldBe } from './use-what-if.ts'
import { whatIfText } from './what-if-text.ts'

interface WhatIfProps extends Pick<ViewProps, 'tell' | 'wayBack'>, Pick<Plan, 'onSaved'> {
  api: IApi
  server: Server
  connection: GanttConnection
  frame: RefObject<HTMLElement | null>
}

/** Tells in a plan that schedules itself what a drag would move, and afterwards what has moved, if that is much. */
export function WhatIf({ api, server, connection, frame, ...ways }: WhatIfProps) {
  const { analysis, schedule } = useContext(AnalysisContext)
  const wouldBe = useWhatIf(api, server, connection)
  useMovedMessage(api, { server, connection, analysis, ...ways })
  useHeldMessage(api, { server, connection, schedule, ...ways })
  const bars = frame.current?.querySelector('.wx-bars')
  if (!wouldBe || !bars) return null

  const { given, preview, drag } = wouldBe
  const held = new Set(given.map(({ id }) => id))
  const others = preview.changed.flatMap((dates) => {
    const id = connection.shownId(dates.id)
    const task = api.getState().tasks.byId(id)
    return held.has(id) || (task && hasChildren(task)) ? [] : [{ ...dates, id }]
  })
  const text = whatIfText({
    others: others.length,
    begins: beginOf(api, connection, wouldBe),
    ends: { before: analysis?.finish ?? null, after: preview.finish },
  })
  const bar = bars.querySelector(`.wx-bar[data-id="${drag.id}"]`)?.getBoundingClientRect()
  return (
    <>
      {createPortal(ghostsOf(api, others), bars)}
      {bar && (
        <p className="what-if" role="status" style={noteAt(bar)}>
          {text}
        </p>
      )}
    </>
  )
}

/** Where it cannot stand where it is held. */
function beginOf(api: IApi, connection: GanttConnection, { given, preview }: WouldBe) {
  const [only, second] = given
  if (!only || second) return null
  const id = Number(connection.realId(only.id))
  const now = api.getState().tasks.byId(only.id)?.start
  const start = preview.changed.find((one) => one.id === id)?.start ?? (now && wallTime(now))
  return start && start.slice(0, 10) !== only.start.slice(0, 10) ? start : null
}

interface Dates {
  id: TID
  start: string
  end: string | null
}

/** Where others would be drawn, of the rows in view. */
function ghostsOf(api: IApi, others: readonly Dates[]): ReactNode[] {
  const byId = new Map(others.map((dates) => [dates.id, dates]))
  return rowsInView(api).flatMap((row) => {
    const dates = byId.get(row.id!)
    if (!dates || !row.start) return []
    const kind = row.type === 'milestone' ? 'what-if-ghost milestone' : 'what-if-ghost'
    return [<div key={row.id} className={kind} style={placeOf(api, row, dates)} />]
  })
}

/** The types leave both out. */
function rowsInView(api: IApi): ITask[] {
  const { _tasks, area } = api.getState() as unknown as {
    _tasks: ITask[]
    area: { start: number; end: number }
  }
  return _tasks.slice(area.start, area.end)
}

/** As far from where it is drawn as the dates are apart. */
function placeOf(api: IApi, row: ITask, { start, end }: Dates) {
  const { lengthUnitWidth, lengthUnit } = scalesOf(api)
  const width = lengthUnit === 'hour' ? lengthUnitWidth * 24 : lengthUnitWidth
  return {
    left: row.$x! + daysBetween(wallTime(row.start!), start) * width,
    top: row.$y!,
    width: end === null ? row.$w! : daysBetween(start, end) * width,
    height: row.$h!,
  }
}

const dayMs = 24 * 60 * 60 * 1000

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / dayMs
}

const noteWidth = 500

/** Above the bar stand the dates of what is dragged. */
const datesHeight = 36

/** Beside the bar, or above it where there is no room: what moves is mostly below. */
function noteAt({ left, right, top, bottom }: DOMRect) {
  const beside = right + 28
  return beside + noteWidth < innerWidth
    ? { left: beside, top: (top + bottom) / 2, translate: '0 -50%' }
    : {
        left: Math.max(8, Math.min(left, innerWidth - noteWidth - 8)),
        top: top - datesHeight - 4,
        translate: '0 -100%',
      }
}
