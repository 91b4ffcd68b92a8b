import { writeAddress } from '../address.ts'
import { counted, t } from '../words/words.ts'
import { dueIn } from './due.ts'
import type { Due, ListedTask } from './due.ts'
import { Places, Section } from './section.tsx'
import { TaskPlace } from './task-place.tsx'
import { useAnswerOf } from './use-answer-of.ts'

const most = 6

/** What everybody here has to do next; nothing where there is no plan. */
export function DueTasks() {
  const { value, ...rest } = useAnswerOf<ListedTask[]>('tasks')
  if (value?.length === 0) return null
  return (
    <Section
      id="home-due"
      title={t('Late or due this week')}
      answer={{ ...rest, value: value && dueIn(value) }}
      failed={t('The plan could not be read.')}
    >
      {(due) => (
        <>
          <Places empty={t('Nothing is late, and nothing ends within a week.')}>
            {due.tasks.slice(0, most).map((task) => (
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

function sumText({ all, open, late, isWhole }: Due): string {
  const parts = isWhole
    ? [counted(all, 'One task', '{count} tasks'), t('{count} done', { count: all - open })]
    : [t('More than {count} tasks', { count: all })]
  return [...parts, ...(late > 0 ? [t('{count} late', { count: late })] : [])].join(' · ')
}
