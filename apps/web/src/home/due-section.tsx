import { writeAddress } from '../address.ts'
import type { DueTasks as Due } from '@triptych/contract/due'
import { counted, t } from '../words/words.ts'
import { dueThisWeek } from './due.ts'
import { Places, Section } from './section.tsx'
import { TaskPlace } from './task-place.tsx'
import { useAnswersOf } from './use-answer-of.ts'

const most = 6

/** What everybody here has to do next; nothing where there is no plan. */
export function DueTasks() {
  const answer = useAnswersOf((ask) => dueThisWeek(ask, most), 'due')
  if (answer.value?.all === 0) return null
  return (
    <Section
      id="home-due"
      title={t('Late or due this week')}
      answer={answer}
      failed={t('The plan could not be read.')}
    >
      {(due) => (
        <>
          <Places empty={t('Nothing is late, and nothing ends within a week.')}>
            {due.tasks.map((task) => (
              <TaskPlace key={task.id} {...task} />
            ))}
          </Places>
          <p className="home-hint home-sum">
            <a href={writeAddress('gantt')}>{sumText(due)}</a>
          </p>
        </>
      )}
    </Section>
  )
}

function sumText({ all, open, late }: Due): string {
  const tasks = [
    counted(all, 'One task', '{count} tasks'),
    t('{count} done', { count: all - open }),
  ]
  return [...tasks, ...(late > 0 ? [t('{count} late', { count: late })] : [])].join(' · ')
}
