import type { HistoryPage } from '@triptych/contract/history'
import folder from 'lucide-static/icons/folder.svg?raw'
import task from 'lucide-static/icons/square-check.svg?raw'
import table from 'lucide-static/icons/table-2.svg?raw'
import { useState } from 'react'
import { when } from '../accounts/when.ts'
import { readAddress, writeAddress } from '../address.ts'
import { Icon } from '../icon.tsx'
import { Face } from '../people.tsx'
import type { ViewProps } from '../view.ts'
import { Mine } from './mine-sections.tsx'
import { placeOfEntity } from './recent.ts'
import { useAnswerOf } from './use-answer-of.ts'
import { NewsContext, useNews } from './use-news.ts'
import { recentPlaces } from './use-recent.ts'
import './home.css'
import { Said } from '../words/said.tsx'
import { t } from '../words/words.ts'

/** The start of a day: what is mine, where one was, and what others did. */
export function HomeView({ server, showHistory }: ViewProps) {
  const news = useNews(server)
  const [recent] = useState(recentPlaces)
  return (
    <NewsContext value={news}>
      <div className="home">
        <div className="home-column">
          <Mine />
          <section aria-labelledby="home-recent">
            <h2 id="home-recent">{t('Recent places')}</h2>
            {recent.length === 0 ? (
              <p className="home-hint">
                <Said
                  text={t(
                    'Folders, tables and tasks that you open are listed here. Begin with {files}, the {plan} or {tables}.',
                  )}
                  parts={{
                    files: <a href={writeAddress('files')}>{t('files')}</a>,
                    plan: <a href={writeAddress('gantt')}>{t('plan')}</a>,
                    tables: <a href={writeAddress('tables')}>{t('tables')}</a>,
                  }}
                />
              </p>
            ) : (
              <ul className="home-places">
                {recent.map((place) => (
                  <li key={place}>
                    <Place place={place} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
        <section aria-labelledby="home-changes">
          <h2 id="home-changes">
            {t('What changed lately')}
            <button type="button" className="plain" onClick={() => showHistory({ name: '' })}>
              {t('All of it')}
            </button>
          </h2>
          <Changes />
        </section>
      </div>
    </NewsContext>
  )
}

function Place({ place }: { place: string }) {
  const { view, path } = readAddress(place)
  if (view === 'gantt') return <TaskPlace place={place} id={path[0] ?? ''} />
  const isTable = view === 'tables'
  const above = isTable ? [t('Tables')] : [t('Files'), ...path.slice(0, -1)]
  return (
    <a href={place}>
      <Icon svg={isTable ? table : folder} />
      <span className="what">{path.at(-1)}</span>
      <span className="where">{above.join(' › ')}</span>
    </a>
  )
}

/** One that is gone meanwhile is not offered. */
function TaskPlace({ place, id }: { place: string; id: string }) {
  const { value, problem } = useAnswerOf<{ text: string }>(`tasks/${encodeURIComponent(id)}/self`)
  if (problem) return null
  return (
    <a href={place}>
      <Icon svg={task} />
      <span className="what">{value ? value.text || t('Task without a name') : '…'}</span>
      <span className="where">{t('Gantt')}</span>
    </a>
  )
}

function Changes() {
  const { value, problem, again } = useAnswerOf<HistoryPage>('history?limit=15')
  if (problem) {
    return (
      <p className="home-hint" role="alert">
        {t('What changed could not be read.')} {problem}{' '}
        <button type="button" className="plain" onClick={again}>
          {t('Try again')}
        </button>
      </p>
    )
  }
  if (!value) return <p className="home-hint">{t('Loading …')}</p>
  if (value.steps.length === 0) return <p className="home-hint">{t('Nothing has changed yet.')}</p>
  return (
    <ul className="home-changes">
      {value.steps.map(({ revision, at, actor, text, entries }) => {
        const [first] = entries
        const place = first ? placeOfEntity(first.area, first.entity) : null
        return (
          <li key={revision}>
            <Face person={{ id: actor, name: actor }} />
            <p>
              <strong>{actor}</strong> {place ? <a href={place}>{text}</a> : text}
            </p>
            <time dateTime={at}>{when(at)}</time>
          </li>
        )
      })}
    </ul>
  )
}
