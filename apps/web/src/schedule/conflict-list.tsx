import type { Server } from 'triptych-client'
import { ListNote } from '../accounts/list-note.tsx'
import { useAnswer } from '../accounts/use-answer.ts'
import { useFollow } from '../use-follow.ts'
import { conflictText, taskOf } from './analysis-text.ts'
import { readAnalysis } from './ask-schedule.ts'
import type { PlanNames } from './plan-names.ts'
import { t } from '../words/words.ts'

interface ConflictListProps {
  server: Server
  names: PlanNames
  onTask: (task: number) => void
}

/** What does not fit in the plan; each leads to its task. */
export function ConflictList({ server, names, onTask }: ConflictListProps) {
  const { answer, problem, again } = useAnswer(() => readAnalysis(server))
  useFollow(server, ({ area }) => area === 'gantt', again)
  const conflicts = answer?.conflicts ?? null

  return (
    <>
      <h3>{t('What does not fit')}</h3>
      <ul className="schedule-conflicts">
        {conflicts?.map((conflict) => {
          const text = conflictText(conflict, names)
          const task = taskOf(conflict, names)
          return (
            <li key={JSON.stringify(conflict)}>
              {task === null ? (
                text
              ) : (
                <button type="button" className="plain" onClick={() => onTask(task)}>
                  {text}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <ListNote list={conflicts} problem={problem} nothing={t('Everything fits.')} />
    </>
  )
}
