import route from 'lucide-static/icons/route.svg?raw'
import { Icon } from '../icon.tsx'
import { ToolWord } from '../tool-word.tsx'
import { t } from '../words/words.ts'

interface CriticalButtonProps {
  isOn: boolean
  setOn: (isOn: boolean) => void
}

/** Marks in the chart what may not be late. */
export function CriticalButton({ isOn, setOn }: CriticalButtonProps) {
  return (
    <button
      className={isOn ? 'plain icon-only schedule-on' : 'plain icon-only'}
      aria-label={t('Critical path')}
      title={t('Critical path')}
      aria-pressed={isOn}
      onClick={() => setOn(!isOn)}
    >
      <Icon svg={route} />
      <ToolWord text={t('Critical path')} />
    </button>
  )
}

export function CriticalLegend() {
  return (
    <p className="schedule-legend">
      <span>{t('Critical: what is late here makes the whole plan late')}</span>
      <span className="link">{t('What it waits for')}</span>
    </p>
  )
}
