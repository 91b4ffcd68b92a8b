import type { IApi } from '@svar-ui/react-gantt'
import type { Load } from '@triptych/contract/load'
import plus from 'lucide-static/icons/user-plus.svg?raw'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Plan } from '../gantt/use-plan.ts'
import { Icon } from '../icon.tsx'
import type { Scheduling } from '../schedule/ask-schedule.ts'
import type { PlanNames } from '../schedule/plan-names.ts'
import { useFresh } from '../use-fresh.ts'
import { useStored } from '../use-stored.ts'
import type { ViewProps } from '../view.ts'
import { readLoad } from './ask-load.ts'
import { LoadGrid } from './load-grid.tsx'
import type { LoadRow } from './load-rows.ts'
import { loadRows } from './load-rows.ts'
import { periodOf } from './load-scale.ts'
import type { Measure } from './load-text.ts'
import { useChartScale } from './use-chart-scale.ts'
import './load.css'
import { t } from '../words/words.ts'

const CellDialog = lazy(async () => ({
  default: (await import('./cell-dialog.tsx')).CellDialog,
}))

const PersonDialog = lazy(async () => ({
  default: (await import('./person-dialog.tsx')).PersonDialog,
}))

const LevelDialog = lazy(async () => ({
  default: (await import('./level-dialog.tsx')).LevelDialog,
}))

export interface LoadPanelProps extends Pick<ViewProps, 'server' | 'tell' | 'wayBack'> {
  api: IApi
  /** With the chart in it. */
  frame: RefObject<HTMLElement | null>
  scheduling: Scheduling
  names: PlanNames
  mayChange: boolean
  onSaved: Plan['onSaved']
  onTask: (task: number) => void
}

type Opened =
  | { kind: 'cell'; row: LoadRow; column: number }
  | { kind: 'level' }
  /** `null`: somebody new. */
  | { kind: 'person'; row: LoadRow | null }

/** Who has how much to do, below the chart. */
export function LoadPanel(props: LoadPanelProps) {
  const { api, frame, server, tell, wayBack, scheduling, names, mayChange, onSaved } = props
  const panel = useRef<HTMLElement>(null)
  const { scale, side } = useChartScale(api, frame, panel)
  const [left, setLeft] = useState(() => api.getState().scrollLeft ?? 0)
  const [measure, setMeasure] = useStored('triptych.load', 'hours')
  const [opened, setOpened] = useState<Opened | null>(null)
  const period = scale && periodOf(scale, left)
  const load = useFresh<Load>(
    server,
    period && JSON.stringify(period),
    () => readLoad(server, period!),
    onSaved,
  )
  const rows = useMemo(() => (load ? loadRows(load) : []), [load])

  function done(text: string, write: string): void {
    setOpened(null)
    const action = { label: t('Undo'), run: () => wayBack.undoWrite(write) }
    tell({ kind: 'info', text, action, isUndo: true })
  }

  return (
    <section ref={panel} className="load-panel" aria-label={t('People and their load')}>
      <div className="load-top">
        <strong>{t('People')}</strong>
        <span className="load-legend">{t('too much at once')}</span>
        <select
          className="control"
          aria-label={t('Load in')}
          value={measure}
          onChange={({ target }) => setMeasure(target.value)}
        >
          <option value="hours">{t('Hours')}</option>
          <option value="percent">{t('Percent')}</option>
        </select>
        {mayChange && scheduling.schedule.mode === 'auto' && (
          <button className="button" onClick={() => setOpened({ kind: 'level' })}>
            {t('Level…')}
          </button>
        )}
        {mayChange && (
          <button
            className="plain icon-only"
            aria-label={t('Add a person')}
            title={t('Add a person')}
            onClick={() => setOpened({ kind: 'person', row: null })}
          >
            <Icon svg={plus} />
          </button>
        )}
      </div>
      {load && rows.length === 0 && (
        <p className="load-note">{t('There is nobody in this plan yet.')}</p>
      )}
      {load && scale && rows.length > 0 && (
        <LoadGrid
          {...{ api, load, rows, scale, side, scheduling }}
          measure={measure as Measure}
          onLeft={setLeft}
          onCell={(row, column) => setOpened({ kind: 'cell', row, column })}
          onPerson={(row) => setOpened({ kind: 'person', row })}
        />
      )}
      <Suspense fallback={null}>
        {opened?.kind === 'cell' && load && (
          <CellDialog
            {...{ server, load, rows, names }}
            row={opened.row}
            column={opened.column}
            onTask={(task) => {
              setOpened(null)
              props.onTask(task)
            }}
            onClose={() => setOpened(null)}
          />
        )}
        {opened?.kind === 'person' && (
          <PersonDialog
            {...{ server, scheduling, mayChange }}
            row={opened.row}
            onDone={done}
            onClose={() => setOpened(null)}
          />
        )}
        {opened?.kind === 'level' && (
          <LevelDialog
            server={server}
            nameOf={(id) => rows.find((row) => row.id === id)?.name ?? t('Resource {id}', { id })}
            onDone={done}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </section>
  )
}
