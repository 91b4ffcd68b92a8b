import type { Server } from 'triptych-client'
import type { Baseline, ComparedTask, Comparison } from '@triptych/contract/baselines'
import { useEffect, useState } from 'react'
import { ListNote } from '../accounts/list-note.tsx'
import { useAnswer } from '../accounts/use-answer.ts'
import { isOfPlan } from '../use-fresh.ts'
import { useFollow } from '../use-follow.ts'
import { readComparison } from './ask-baselines.ts'
import { slipText, varianceText } from './variance-text.ts'
import { counted, t } from '../words/words.ts'

interface ComparisonListProps {
  server: Server
  baseline: Baseline
  all: readonly Baseline[]
  minutesPerDay: number
  onTask: (task: number) => void
}

const states = { changed: t('changed'), new: t('new'), gone: t('gone') }
/** So many are listed; a plan has more than anybody reads. */
const most = 200

/** What became of the plan since a baseline; each task leads to itself. */
export function ComparisonList(props: ComparisonListProps) {
  const { server, baseline, all, minutesPerDay, onTask } = props
  const [chosen, setChosen] = useState<number | null>(null)
  // It may be gone since.
  const other = all.some(({ id }) => id === chosen) ? chosen : null
  const { answer, problem, again } = useAnswer(() => readComparison(server, baseline.id, other))
  useFollow(server, isOfPlan, again)
  useEffect(() => void again(), [other, again])
  const found = answer && (answer.with?.id ?? null) === other ? answer : null
  const tasks = found && listed(found)

  return (
    <>
      <h3>{t('What became of it')}</h3>
      <label className="field">
        {t('Compare “{name}” with', { name: baseline.name })}
        <select
          value={other ?? ''}
          onChange={({ target }) => setChosen(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{t('the plan as it is now')}</option>
          {all
            .filter(({ id }) => id !== baseline.id)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </label>
      <p aria-live="polite">{found && summaryOf(found, minutesPerDay)}</p>
      {tasks && tasks.length > 0 && (
        <ul className="baseline-tasks">
          {tasks.slice(0, most).map((task) => (
            <li key={task.id}>
              {task.state === 'gone' ? (
                <span>{titleOf(task)}</span>
              ) : (
                <button type="button" className="plain" onClick={() => onTask(task.id)}>
                  {titleOf(task)}
                </button>
              )}
              <small className={isLate(task) ? 'late-text' : ''}>
                {task.state === 'changed' ? slipText(task, minutesPerDay) : states[task.state]}
              </small>
            </li>
          ))}
        </ul>
      )}
      {tasks && tasks.length > most && (
        <p className="hint">
          {counted(tasks.length - most, 'And one more task.', 'And {count} more tasks.')}
        </p>
      )}
      <ListNote list={tasks} problem={problem} nothing={t('All tasks are where they were.')} />
    </>
  )
}

/** Those that stand elsewhere, the latest first, then what is new and what is gone. */
function listed({ tasks }: Comparison): ComparedTask[] {
  const moved = tasks.filter(
    ({ state, startVariance, finishVariance }) =>
      state === 'changed' && (startVariance !== 0 || finishVariance !== 0),
  )
  return [
    ...moved.toSorted((one, next) => laterBy(next) - laterBy(one)),
    ...tasks.filter(({ state }) => state === 'new'),
    ...tasks.filter(({ state }) => state === 'gone'),
  ]
}

function laterBy({ finishVariance, startVariance }: ComparedTask): number {
  return (finishVariance ?? 0) || (startVariance ?? 0)
}

function titleOf({ text, id }: ComparedTask): string {
  return text === '' ? t('Task {id}', { id }) : text
}

function isLate({ finishVariance }: ComparedTask): boolean {
  return (finishVariance ?? 0) > 0
}

function summaryOf({ finish, with: other }: Comparison, minutesPerDay: number): string {
  const { variance } = finish
  if (variance === null) return ''
  const when = varianceText(variance, minutesPerDay)
  return other
    ? t('In “{name}” the plan ends {when}.', { name: other.name, when })
    : t('The plan ends {when}.', { when })
}
