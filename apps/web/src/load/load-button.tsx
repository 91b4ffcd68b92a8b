import people from 'lucide-static/icons/users.svg?raw'
import { Icon } from '../icon.tsx'
import { ToolWord } from '../tool-word.tsx'
import { t } from '../words/words.ts'

interface LoadButtonProps {
  isOn: boolean
  setOn: (isOn: boolean) => void
}

/** Shows below the chart who has how much to do. */
export function LoadButton({ isOn, setOn }: LoadButtonProps) {
  return (
    <button
      className={isOn ? 'plain icon-only schedule-on' : 'plain icon-only'}
      aria-label={t('People and their load')}
      title={t('People and their load')}
      aria-pressed={isOn}
      onClick={() => setOn(!isOn)}
    >
      <Icon svg={people} />
      <ToolWord text={t('Load')} />
    </button>
  )
}
