import type { ITask, TID } from '@svar-ui/react-gantt'
import { htmlOf, readTsv, tsvOf } from '../../tables/cells/clipboard-text.ts'
import { columnNamed } from '../grid/column-named.ts'
import type { ShownColumn } from '../grid/grid-columns.ts'
import type { GridPlan, GridTask } from '../grid/grid-plan.ts'
import { rowsOf } from '../grid/rows-of.ts'

/** Tasks with all below them as spreadsheets take them: the columns that are shown, names indented. */
export function tasksAsText(plan: GridPlan, ids: readonly TID[], columns: readonly ShownColumn[]) {
  const rows: { text: string }[][] = []
  const known = columns.flatMap(({ id }) => columnNamed(id) ?? [])
  function add(task: ITask, depth: number): void {
    rows.push(
      known.map((column) => {
        const text = column.shown(task as GridTask, plan)
        return { text: column.id === 'text' ? '  '.repeat(depth) + text : text }
      }),
    )
    for (const child of task.data ?? []) add(child, depth + 1)
  }
  const { tasks } = plan.api.getState()
  for (const id of rowsOf(plan.api, ids)) add(tasks.byId(id), 0)
  return { text: tsvOf(rows), html: htmlOf(rows) }
}

/** The names in what was copied elsewhere: of our own columns that one, of any others the first. */
export function namesIn(text: string, columns: readonly ShownColumn[]): string[] {
  const rows = readTsv(text)
  const isOurs = rows[0]?.length === columns.length
  const at = isOurs ? columns.findIndex(({ id }) => id === 'text') : 0
  return rows.map((row) => row[Math.max(0, at)]?.text ?? '').filter((name) => name.trim() !== '')
}
