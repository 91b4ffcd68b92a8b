import type { IApi } from '@svar-ui/react-gantt'
import calendar from 'lucide-static/icons/calendar-range.svg?raw'
import { Icon } from '../icon.tsx'
import { t } from '../words/words.ts'

interface EmptyPlanProps {
  api: IApi
  mayChange: boolean
  /** Whether the plan will schedule itself. */
  isScheduled: boolean
  onImport: () => void
}

/** What a plan without any task says. */
export function EmptyPlan({ api, mayChange, isScheduled, onImport }: EmptyPlanProps) {
  function addFirst(): void {
    void api.exec('add-task', { task: { type: 'task' }, show: true })
  }

  return (
    <div className="card-note gantt-empty">
      <Icon svg={calendar} />
      <h2>{t('This plan is empty')}</h2>
      {mayChange && (
        <>
          <p>
            {t('Add a task, then drag its ends, link it to others, or put tasks below it.')}{' '}
            {isScheduled && t('What waits for another task moves with it.')}
          </p>
          <button className="button primary" onClick={addFirst}>
            {t('Add the first task')}
          </button>
          <button className="button" onClick={onImport}>
            {t('Import a plan…')}
          </button>
        </>
      )}
    </div>
  )
}
