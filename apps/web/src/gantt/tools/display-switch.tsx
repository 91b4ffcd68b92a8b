import type { IApi } from '@svar-ui/react-gantt'
import chart from 'lucide-static/icons/chart-gantt.svg?raw'
import list from 'lucide-static/icons/list-tree.svg?raw'
import { useEffect, useState } from 'react'
import { Icon } from '../../icon.tsx'
import { scrollToWork } from '../chart/scroll-to-today.ts'
import { showTask } from '../chart/show-task.ts'
import './display-switch.css'
import { t } from '../../words/words.ts'

type Mode = 'grid' | 'chart'

/** On a phone there is room for one of the two. The widget has a small arrow for it, at the edge. */
export function DisplaySwitch({ api }: { api: IApi }) {
  const [shown, setShown] = useState<string>('grid')

  useEffect(() => {
    const end: unknown = api
      .getReactiveState()
      .displayMode!.subscribe((mode: string | undefined) => setShown(mode ?? 'grid'))
    return end as () => void
  }, [api])

  function show(mode: Mode): void {
    void api.exec('set-display-mode', { mode })
    const selected = api.getState().selected?.at(-1)
    if (mode === 'grid') return
    // When the chart has its width.
    setTimeout(() => {
      if (selected === undefined) scrollToWork(api)
      else showTask(api, selected, false)
    }, 100)
  }

  return (
    <div className="display-switch" role="group" aria-label={t('Shown')}>
      <button aria-pressed={shown !== 'chart'} onClick={() => show('grid')}>
        <Icon svg={list} />
        {t('List')}
      </button>
      <button aria-pressed={shown === 'chart'} onClick={() => show('chart')}>
        <Icon svg={chart} />
        {t('Chart')}
      </button>
    </div>
  )
}
