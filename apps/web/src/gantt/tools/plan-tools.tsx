import type { IApi } from '@svar-ui/react-gantt'
import fold from 'lucide-static/icons/chevrons-down-up.svg?raw'
import unfold from 'lucide-static/icons/chevrons-up-down.svg?raw'
import eye from 'lucide-static/icons/eye.svg?raw'
import fit from 'lucide-static/icons/move-horizontal.svg?raw'
import far from 'lucide-static/icons/zoom-out.svg?raw'
import near from 'lucide-static/icons/zoom-in.svg?raw'
import type { ReactNode } from 'react'
import { Icon } from '../../icon.tsx'
import { Menu } from '../../menu.tsx'
import { fitPlan } from '../chart/fit-plan.ts'
import { scrollToToday } from '../chart/scroll-to-today.ts'
import { foldAll } from '../chart/show-task.ts'
import { zoomNamed, zoomNames } from '../chart/zoom.ts'
import type { Zoom, ZoomName } from '../chart/zoom.ts'
import { t } from '../../words/words.ts'

export interface PlanToolsProps {
  api: IApi
  zoomShown: ZoomName
  setZoom: (zoom: Zoom) => void
  /** Whether there is no room for all of them. */
  isNarrow: boolean
  /** What else there is to do with the plan. */
  children?: ReactNode
}

const labels: Record<ZoomName, string> = {
  year: t('Years'),
  quarter: t('Quarters'),
  month: t('Months'),
  week: t('Weeks'),
  day: t('Days'),
}

/** How the plan is looked at. */
export function PlanTools({ api, zoomShown, setZoom, isNarrow, children }: PlanToolsProps) {
  function zoomBy(dir: number): void {
    const offset = (api.getState()._chartWidth ?? 0) / 2
    void api.exec('zoom-scale', { dir, ratio: 0.4, offset })
  }

  const folds: ToolProps[] = [
    { icon: unfold, label: t('Unfold all'), run: () => foldAll(api, true) },
    { icon: fold, label: t('Fold all'), run: () => foldAll(api, false) },
  ]
  const whole = { icon: fit, label: t('Fit the whole plan'), run: () => fitPlan(api, setZoom) }
  const further = { icon: far, label: t('Zoom out'), run: () => zoomBy(-1) }
  const nearer = { icon: near, label: t('Zoom in'), run: () => zoomBy(1) }

  return (
    <div className="gantt-tools" role="toolbar" aria-label={t('View of the plan')}>
      {children}
      {!isNarrow && folds.map((one) => <Tool key={one.label} {...one} />)}
      <button className="plain today" onClick={() => scrollToToday(api)}>
        {t('Today')}
      </button>
      {!isNarrow && [whole, further].map((one) => <Tool key={one.label} {...one} />)}
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
      {isNarrow ? (
        <Menu
          label={t('More about the view')}
          className="plain icon-only"
          items={[...folds, whole, further, nearer]}
        >
          <Icon svg={eye} />
        </Menu>
      ) : (
        <Tool {...nearer} />
      )}
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
