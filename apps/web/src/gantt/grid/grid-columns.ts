import type { IColumnConfig, TID } from '@svar-ui/react-gantt'
import { AddCell } from './add-cell.tsx'
import { TeamCell } from './team-cell.tsx'
import { columnNamed } from './column-named.ts'
import { PlanCell } from './plan-cell.tsx'
import { t } from '../../words/words.ts'

/** A column that is shown, with the width it was given. */
export interface ShownColumn {
  id: string
  width?: number | undefined
}

export const phoneColumns: readonly ShownColumn[] = [{ id: 'text' }, { id: 'duration' }]

/** What is shown to whoever has chosen nothing: as much as the window has room for beside the chart. */
export function usualColumns(windowWidth: number): ShownColumn[] {
  if (windowWidth < 1400) return named('text', 'start', 'duration', 'team')
  // Bars say how far a task is, too; nothing else says its name in full.
  const progress = windowWidth < 1600 ? [] : ['progress']
  const name = { id: 'text', width: 268 }
  return [...named('wbs'), name, ...named('start', 'end', 'duration', ...progress, 'team')]
}

const named = (...ids: string[]): ShownColumn[] => ids.map((id) => ({ id }))

/** What adds a task to the one of a row. */
const add: IColumnConfig = {
  id: 'add-task',
  header: t('Add task'),
  width: 40,
  align: 'center',
  sort: false,
  resize: false,
  cell: AddCell,
}

/** The name is drawn by the widget, which indents it. */
const cells: Record<string, IColumnConfig['cell']> = { text: undefined, team: TeamCell }

/** `editor` says whether a cell can be edited; without it none can. */
export function widgetColumns(
  shown: readonly ShownColumn[],
  editor: ((row: { id: TID } | undefined, column: { id: string }) => object | null) | null,
): IColumnConfig[] {
  const columns = shown.flatMap(({ id, width }): IColumnConfig[] => {
    const column = columnNamed(id)
    if (!column) return []
    return [
      {
        id,
        header: column.name,
        width: width ?? column.width,
        align: column.align ?? 'left',
        sort: column.isSorted === true,
        cell: id in cells ? cells[id] : PlanCell,
        // The types know none that depends on the row.
        ...(editor && column.keep && { editor: editor as never }),
      },
    ]
  })
  return editor ? [...columns, add] : columns
}

/** As wide as the columns, up to about half of the window. */
export function usualGridWidth(columns: readonly IColumnConfig[], windowWidth: number): number {
  const all = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  return Math.min(all, Math.max(510, Math.round(windowWidth * 0.58)))
}
