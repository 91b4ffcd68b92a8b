import type { IApi, IColumnConfig, TID } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'

/** So much of the chart is left beside the panel, even where the list must be narrower for it. */
const leastChart = 340
const leastList = 220
/** It has the names only then. */
const mostList = 320
/** From this on it keeps its columns, and gives up no more than it must. */
const wideList = 780

/**
 * The panel stands beside the chart: the list gives up some of its width where the chart would have none, and the bar
 * of the task that is open is in sight. Where it comes from below, so is its row.
 */
export function usePanel(
  stage: RefObject<HTMLElement | null>,
  api: IApi | null,
  edited: TID | null,
): void {
  const isOpen = edited !== null

  useEffect(() => {
    const root = stage.current
    if (!api || !root || !isOpen) return undefined
    const { gridWidth: before = 0 } = api.getState()
    const plan = root.querySelector(':scope > [data-menu-ignore]')
    const room = (plan?.clientWidth ?? 0) - leastChart
    const isBeside = getComputedStyle(root).getPropertyValue('--gantt-panel') !== ''
    if (!isBeside || room >= before) return undefined
    const isWide = room >= wideList
    const narrow = isWide ? room : Math.min(Math.max(leastList, room), mostList)
    const showAll = isWide ? undefined : showNamesOnly(api)
    void api.exec('resize-grid', { width: narrow })
    return () => {
      showAll?.()
      // Whoever has moved it meanwhile means it so.
      if (api.getState().gridWidth !== narrow) return
      void api.exec('resize-grid', { width: before })
    }
  }, [api, stage, isOpen])

  useEffect(() => {
    if (!api || edited === null) return undefined
    const tag = Symbol('usePanel')
    // The widget takes its tip away when anything is scrolled: it would lie over the panel.
    dispatchEvent(new Event('scroll'))
    const show = () => {
      showBar(api, edited)
      showRow(stage.current, api, edited)
    }
    const timer = setTimeout(show, 50)
    // When the chart has got its new width.
    api.on('resize-chart', () => void setTimeout(show), { tag })
    return () => {
      clearTimeout(timer)
      api.detach(tag)
    }
  }, [api, stage, edited])
}

/**
 * Columns that are there and only not seen would still be gone to by arrows, and be room to which the list scrolls
 * when a name gets the focus.
 */
function showNamesOnly(api: IApi): () => void {
  const before = new Map(columnsOf(api).map(({ id, flexgrow }) => [id, flexgrow]))
  setColumns(api, ({ id }) => (id === 'text' ? { flexgrow: 1 } : { hidden: true }))
  return () => setColumns(api, ({ id }) => ({ hidden: false, flexgrow: before.get(id) }))
}

const columnsOf = (api: IApi) => api.getState().columns as IColumnConfig[]

function setColumns(api: IApi, change: (column: IColumnConfig) => object): void {
  const columns = columnsOf(api).map((column) => ({ ...column, ...change(column) }))
  void api.exec('set-columns', { columns })
}

function showBar(api: IApi, id: TID): void {
  const { tasks, scrollLeft, _chartWidth: width = 0 } = api.getState()
  const { $x: x, $w: length = 0 } = (tasks.byId(id) ?? {}) as { $x?: number; $w?: number }
  if (x === undefined) return
  const isInSight = x >= scrollLeft && Math.min(x + length, x + width - 20) <= scrollLeft + width
  if (!isInSight) void api.exec('scroll-chart', { left: Math.max(0, x - 40) })
}

/** The list and the chart have less height where the panel comes from below. */
function showRow(stage: HTMLElement | null, api: IApi, id: TID): void {
  const { _tasks, scrollTop, cellHeight = 36, _scales } = api.getState()
  const plan = stage?.querySelector(':scope > [data-menu-ignore]')
  const index = (_tasks as readonly { id: TID }[]).findIndex((task) => task.id === id)
  if (!plan || index < 0) return
  const top = index * cellHeight
  const room = plan.clientHeight - (_scales?.height ?? 0)
  if (top >= scrollTop && top + cellHeight <= scrollTop + room) return
  void api.exec('scroll-chart', { top: Math.max(0, top - Math.floor(room / 2)) })
}
