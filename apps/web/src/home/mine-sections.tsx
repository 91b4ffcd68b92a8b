import type { HistoryPage } from '@triptych/contract/history'
import file from 'lucide-static/icons/file.svg?raw'
import task from 'lucide-static/icons/square-check.svg?raw'
import type { ReactNode } from 'react'
import { useEntry } from '../accounts/entry-context.ts'
import { lately } from '../accounts/when.ts'
import { writeAddress } from '../address.ts'
import { Icon } from '../icon.tsx'
import { locale } from '../place/locale.ts'
import { useStored } from '../use-stored.ts'
import { t } from '../words/words.ts'
import { filesIn, myTasks } from './mine.ts'
import { useAnswerOf, useAnswersOf } from './use-answer-of.ts'
import type { Answered } from './use-answer-of.ts'

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
      empty={t('Nothing in the plan that is not done is assigned to {name}.', { name })}
    >
      {(tasks) =>
        tasks.map(({ id, text, end, progress }) => (
          <li key={id}>
            <a href={writeAddress('gantt', [String(id)])}>
              <Icon svg={task} />
              <span className="what">{text || t('Task without a name')}</span>
              <span className="where">
                {end
                  ? t('{progress} %, until {day}', { progress, day: dayOf(end) })
                  : t('{progress} %', { progress })}
              </span>
            </a>
          </li>
        ))
      }
    </Section>
  )
}

function MyFiles({ name }: { name: string }) {
  const person = encodeURIComponent(name)
  const { value, ...rest } = useAnswerOf<HistoryPage>(
    `history?area=files&person=${person}&limit=40`,
  )
  return (
    <Section
      id="home-files"
      title={t('Files that I changed last')}
      answer={{ ...rest, value: value && filesIn(value) }}
      failed={t('Your files could not be read.')}
      empty={t('You have changed no files yet.')}
    >
      {(files) =>
        files.map(({ path, place, at }) => (
          <li key={path.join('/')}>
            <a href={place}>
              <Icon svg={file} />
              <span className="what">{path.at(-1)}</span>
              <span className="where">{lately(at)}</span>
            </a>
          </li>
        ))
      }
    </Section>
  )
}

interface SectionProps<T> {
  id: string
  title: string
  answer: Answered<readonly T[]>
  failed: string
  empty: string
  children: (items: readonly T[]) => ReactNode
}

function Section<T>({ id, title, answer, failed, empty, children }: SectionProps<T>) {
  const { value, problem, again } = answer
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {problem ? (
        <p className="home-hint" role="alert">
          {failed} {problem}{' '}
          <button type="button" className="plain" onClick={again}>
            {t('Try again')}
          </button>
        </p>
      ) : !value ? (
        <p className="home-hint">{t('Loading …')}</p>
      ) : value.length === 0 ? (
        <p className="home-hint">{empty}</p>
      ) : (
        <ul className="home-places">{children(value)}</ul>
      )}
    </section>
  )
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** What ends at midnight is worked on until the day before. */
function dayOf(end: string): string {
  return day.format(new Date(end).getTime() - 1)
}
