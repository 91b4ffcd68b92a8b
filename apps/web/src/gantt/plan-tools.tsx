import type { IApi } from '@svar-ui/react-gantt'
import fold from 'lucide-static/icons/chevrons-down-up.svg?raw'
import unfold from 'lucide-static/icons/chevrons-up-down.svg?raw'
import fit from 'lucide-static/icons/move-horizontal.svg?raw'
import far from 'lucide-static/icons/zoom-out.svg?raw'
import near from 'lucide-static/icons/zoom-in.svg?raw'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { scrollToToday } from './scroll-to-today.ts'
import { foldAll } from './show-task.ts'
import { zoomNamed, zoomNames, zoomToFit } from './zoom.ts'
import type { Zoom, ZoomName } from './zoom.ts'
import { t } from '../words/words.ts'

export interface PlanToolsProps {
  api: IApi
  zoomShown: ZoomName
  setZoom: (zoom: Zoom) => void
  /** What else there is to do with the plan. */
  children?: ReactNode
}

const labels = {
  year: t('Years'),
  quarter: t('Quarters'),
  month: t('Months'),
  week: t('Weeks'),
  day: t('Days'),
}
const dayMs = 24 * 60 * 60 * 1000

/** How the plan is looked at. */
export function PlanTools({ api, zoomShown, setZoom, children }: PlanToolsProps) {
  function zoomBy(dir: number): void {
    const offset = (api.getState()._chartWidth ?? 0) / 2
    void api.exec('zoom-scale', { dir, ratio: 0.4, offset })
  }

  function showAll(): void {
    const { tasks, _chartWidth } = api.getState()
    let [first, last] = [Infinity, -Infinity]
    tasks.forEach(({ start, end }) => {
      first = Math.min(first, start?.getTime() ?? Infinity)
      last = Math.max(last, (end ?? start)?.getTime() ?? -Infinity)
    })
    if (last < first) return
    setZoom(zoomToFit((last - first) / dayMs, _chartWidth ?? 0))
    // When the new scale is there.
    setTimeout(() => void api.exec('scroll-chart', { left: 0 }), 50)
  }

  return (
    <div className="gantt-tools" role="toolbar" aria-label={t('View of the plan')}>
      {children}
      <Tool icon={unfold} label={t('Unfold all')} run={() => foldAll(api, true)} />
      <Tool icon={fold} label={t('Fold all')} run={() => foldAll(api, false)} />
      <button className="plain today" onClick={() => scrollToToday(api)}>
        {t('Today')}
      </button>
      <Tool icon={fit} label={t('Fit the whole plan')} run={showAll} />
      <Tool icon={far} label={t('Zoom out')} run={() => zoomBy(-1)} />
      <select
        className="control"
        aria-label={t('Zoom')}
        value={zoomShown}
        onChange={({ target }) => setZoom(zoomNamed(target.value))}
      >
        {zoomNames.map((name) => (
          <option key={name} value={name}>
            {labels[name]}
          </option>
        ))}
      </select>
      <Tool icon={near} label={t('Zoom in')} run={() => zoomBy(1)} />
    </div>
  )
}

interface ToolProps {
  icon: string
  label: string
  run: () => void
}

function Tool({ icon, label, run }: ToolProps) {
  return (
    <button className="plain icon-only" aria-label={label} title={label} onClick={run}>
      <Icon svg={icon} />
    </button>
  )
}
