import type { Server } from '@triptych/client'
import {
  chartColumns,
  chartPapers,
  chartScales,
  usualChartColumns,
} from '@triptych/contract/printed-chart'
import type { ChartColumn, ChartPaper, ChartScale } from '@triptych/contract/printed-chart'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { savePlan, showPrinted } from './plan-files.ts'
import type { PrintedChart } from './plan-files.ts'

export type PrintUse = 'save' | 'print'

interface PrintDialogProps {
  server: Server
  use: PrintUse
  /** Whether what is critical is marked in the view. */
  isMarked: boolean
  onClose: () => void
}

const papers: Partial<Record<ChartPaper, string>> = {
  a4: 'A4',
  a3: 'A3',
  a2: 'A2',
  letter: 'Letter',
  legal: 'Legal',
  tabloid: 'Tabloid',
}

const scales: Record<ChartScale, string> = {
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
  quarter: 'Quarters',
  year: 'Years',
}

const columnNames: Record<ChartColumn, string> = {
  wbs: 'WBS',
  text: 'Task',
  type: 'Type',
  start: 'Start',
  end: 'Finish',
  duration: 'Duration',
  progress: 'Progress',
  predecessors: 'Predecessors',
  resources: 'Resources',
  deadline: 'Deadline',
  priority: 'Priority',
  calendar: 'Calendar',
}

/** Asks how the chart goes on paper, and opens it for that or saves it. */
export function PrintDialog({ server, use, isMarked, onClose }: PrintDialogProps) {
  const [chart, setChart] = useState<PrintedChart>({
    paper: 'a4',
    landscape: true,
    from: '',
    to: '',
    columns: usualChartColumns,
    scale: '',
    title: '',
    critical: isMarked,
  })
  const set = (some: Partial<PrintedChart>) => setChart({ ...chart, ...some })
  const { paper, landscape, from, to, columns, scale, title, critical } = chart

  return (
    <Dialog
      title={use === 'save' ? 'Save as PDF' : 'Print the plan'}
      action={use === 'save' ? 'Save' : 'Open to print'}
      isDisabled={columns.length === 0 || (from !== '' && to !== '' && to < from)}
      onAct={async () => {
        await (use === 'save' ? savePlan(server, 'pdf', chart) : showPrinted(server, chart))
        onClose()
      }}
      onClose={onClose}
    >
      <label className="field">
        Title
        <input
          value={title}
          maxLength={200}
          placeholder="The name of the workspace"
          onChange={({ target }) => set({ title: target.value })}
        />
      </label>
      <div className="row">
        <label className="field">
          Paper
          <select
            value={paper}
            onChange={({ target }) => set({ paper: target.value as ChartPaper })}
          >
            {chartPapers
              .filter((one) => papers[one])
              .map((one) => (
                <option key={one} value={one}>
                  {papers[one]}
                </option>
              ))}
          </select>
        </label>
        <label className="field">
          Orientation
          <select
            value={String(landscape)}
            onChange={({ target }) => set({ landscape: target.value === 'true' })}
          >
            <option value="true">Landscape</option>
            <option value="false">Portrait</option>
          </select>
        </label>
        <label className="field">
          Scale
          <select
            value={scale}
            onChange={({ target }) => set({ scale: target.value as ChartScale | '' })}
          >
            <option value="">One page wide</option>
            {chartScales.map((one) => (
              <option key={one} value={one}>
                {scales[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="row">
        <label className="field">
          First day
          <input type="date" value={from} onChange={({ target }) => set({ from: target.value })} />
        </label>
        <label className="field">
          Last day
          <input type="date" value={to} onChange={({ target }) => set({ to: target.value })} />
        </label>
      </div>
      <fieldset className="schedule-modes print-columns">
        <legend>Columns</legend>
        {chartColumns.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={columns.includes(one)}
              onChange={({ target: { checked } }) =>
                set({ columns: chosen(columns, one, checked) })
              }
            />
            {columnNames[one]}
          </label>
        ))}
      </fieldset>
      <div className="schedule-modes">
        <label>
          <input
            type="checkbox"
            checked={critical}
            onChange={({ target }) => set({ critical: target.checked })}
          />
          Critical tasks in red
        </label>
      </div>
    </Dialog>
  )
}

/** In the order of the list, whichever was chosen first. */
function chosen(
  columns: readonly ChartColumn[],
  one: ChartColumn,
  isIn: boolean,
): readonly ChartColumn[] {
  return chartColumns.filter((name) => (name === one ? isIn : columns.includes(name)))
}
