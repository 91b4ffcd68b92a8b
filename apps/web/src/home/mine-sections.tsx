import type { HistoryPage } from '@triptych/contract/history'
import file from 'lucide-static/icons/file.svg?raw'
import { useEntry } from '../accounts/entry-context.ts'
import { lately } from '../accounts/when.ts'
import { Icon } from '../icon.tsx'
import { useStored } from '../use-stored.ts'
import { t } from '../words/words.ts'
import { filesIn, myTasks } from './mine.ts'
import { Places, Section } from './section.tsx'
import { TaskPlace } from './task-place.tsx'
import { useAnswerOf, useAnswersOf } from './use-answer-of.ts'

/** What concerns whoever looks; where nobody knows who that is, it is nothing. */
export function Mine() {
  const { entry } = useEntry()
  const [chosen] = useStored('triptych.name', '')
  const you = entry.accounts ? entry.you : null
  const name = you?.name ?? chosen
  return (
    <>
      {name.trim() !== '' && <MyTasks name={name} />}
      {you && <MyFiles name={you.name} />}
    </>
  )
}

function MyTasks({ name }: { name: string }) {
  const answer = useAnswersOf((ask) => myTasks(ask, name), name)
  return (
    <Section
      id="home-tasks"
      title={t('My tasks')}
      answer={answer}
      failed={t('Your tasks could not be read.')}
    >
      {(tasks) => (
        <Places empty={t('Nothing in the plan that is not done is assigned to {name}.', { name })}>
          {tasks.map((task) => (
            <TaskPlace key={task.id} {...task} />
          ))}
        </Places>
      )}
    </Section>
  )
}

/** Nothing for one who has changed none: other things have more to say then. */
function MyFiles({ name }: { name: string }) {
  const person = encodeURIComponent(name)
  const { value: steps, ...rest } = useAnswerOf<HistoryPage>(
    `history?area=files&person=${person}&limit=40`,
  )
  const value = steps && filesIn(steps)
  if (!rest.problem && !value?.length) return null
  return (
    <Section
      id="home-files"
      title={t('Files that I changed last')}
      answer={{ ...rest, value }}
      failed={t('Your files could not be read.')}
    >
      {(files) => (
        <ul className="home-places">
          {files.map(({ path, place, at }) => (
            <li key={path.join('/')}>
              <a href={place}>
                <Icon svg={file} />
                <span className="what">{path.at(-1)}</span>
                <span className="where">{lately(at)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
