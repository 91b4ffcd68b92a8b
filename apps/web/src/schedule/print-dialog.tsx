import type { Server } from 'triptych-client'
import {
  chartColumns,
  chartPapers,
  chartScales,
  usualChartColumns,
} from '@triptych/contract/printed-chart'
import type { ChartColumn, ChartPaper, ChartScale } from '@triptych/contract/printed-chart'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { DayField } from '../place/day-field.tsx'
import { savePlan, showPrinted } from './plan-files.ts'
import type { PrintedChart } from './plan-files.ts'
import { t } from '../words/words.ts'

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
  letter: t('Letter'),
  legal: t('Legal'),
  tabloid: t('Tabloid'),
}

const scales: Record<ChartScale, string> = {
  day: t('Days'),
  week: t('Weeks'),
  month: t('Months'),
  quarter: t('Quarters'),
  year: t('Years'),
}

const columnNames: Record<ChartColumn, string> = {
  wbs: t('WBS'),
  text: t('Task'),
  type: t('Type'),
  start: t('Start'),
  end: t('Finish'),
  duration: t('Duration'),
  progress: t('Progress'),
  predecessors: t('Predecessors'),
  resources: t('Resources'),
  deadline: t('Deadline'),
  priority: t('Priority'),
  calendar: t('Calendar'),
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
      title={use === 'save' ? t('Save as PDF') : t('Print the plan')}
      action={use === 'save' ? t('Save') : t('Open to print')}
      isDisabled={columns.length === 0 || (from !== '' && to !== '' && to < from)}
      onAct={async () => {
        await (use === 'save' ? savePlan(server, 'pdf', chart) : showPrinted(server, chart))
        onClose()
      }}
      onClose={onClose}
    >
      <label className="field">
        {t('Title')}
        <input
          value={title}
          maxLength={200}
          placeholder={t('The name of the workspace')}
          onChange={({ target }) => set({ title: target.value })}
        />
      </label>
      <div className="row">
        <label className="field">
          {t('Paper')}
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
          {t('Orientation')}
          <select
            value={String(landscape)}
            onChange={({ target }) => set({ landscape: target.value === 'true' })}
          >
            <option value="true">{t('Landscape')}</option>
            <option value="false">{t('Portrait')}</option>
          </select>
        </label>
        <label className="field">
          {t('Scale')}
          <select
            value={scale}
            onChange={({ target }) => set({ scale: target.value as ChartScale | '' })}
          >
            <option value="">{t('One page wide')}</option>
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
          {t('First day')}
          <DayField value={from} onDay={(day) => set({ from: day })} />
        </label>
        <label className="field">
          {t('Last day')}
          <DayField value={to} onDay={(day) => set({ to: day })} />
        </label>
      </div>
      <fieldset className="schedule-modes print-columns">
        <legend>{t('Columns')}</legend>
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
          {t('Critical tasks in red')}
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
