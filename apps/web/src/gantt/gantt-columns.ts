import type { IColumnConfig } from '@svar-ui/react-gantt'
import { AddCell } from './add-cell.tsx'
import { TeamCell } from './team-cell.tsx'

export const shortDate = new Intl.DateTimeFormat(undefined, {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
})

const name: IColumnConfig = { id: 'text', header: 'Task', width: 200, flexgrow: 1, sort: true }
const start: IColumnConfig = {
  id: 'start',
  header: 'Start',
  width: 108,
  align: 'left',
  sort: true,
  template: (date: unknown) => (date instanceof Date ? shortDate.format(date) : ''),
}
const days: IColumnConfig = { id: 'duration', header: 'Days', width: 78, align: 'center' }
const team: IColumnConfig = { id: 'team', header: 'Team', width: 84, sort: false, cell: TeamCell }
const add: IColumnConfig = {
  id: 'add-task',
  header: 'Add task',
  width: 40,
  align: 'center',
  sort: false,
  resize: false,
  cell: AddCell,
}

/** The columns beside the chart, and those that a phone has room for. */
export const columns = [name, start, days, team, add]
export const fewColumns = [name, days, add]

export const gridWidth = 510
