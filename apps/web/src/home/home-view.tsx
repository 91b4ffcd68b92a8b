import type { HistoryPage } from '@triptych/contract/history'
import folder from 'lucide-static/icons/folder.svg?raw'
import task from 'lucide-static/icons/square-check.svg?raw'
import table from 'lucide-static/icons/table-2.svg?raw'
import type { Table } from '@triptych/contract/tables'
import { createContext, useContext, useState } from 'react'
import { useEntry } from '../accounts/entry-context.ts'
import { lately } from '../accounts/when.ts'
import { readAddress } from '../address.ts'
import { Icon } from '../icon.tsx'
import { authorOf } from '../history/author-of.ts'
import { Face } from '../people.tsx'
import type { ViewProps } from '../view.ts'
import { DueTasks } from './due-section.tsx'
import { HereSection } from './here-section.tsx'
import { Mine } from './mine-sections.tsx'
import { placeOfEntity } from './recent.ts'
import { useAnswerOf } from './use-answer-of.ts'
import { NewsContext, useNews } from './use-news.ts'
import { recentPlaces } from './use-recent.ts'
import './home.css'
import { useStored } from '../use-stored.ts'
import { deedText, t } from '../words/words.ts'

/** So long changes are gathered before the start page asks again. The whole plan is asked for, which may be long. */
const [gatherMs, planGatherMs] = [1000, 20_000]

/** The start of a day: what is mine, where one was, and what others did. */
export function HomeView({ server, showHistory }: ViewProps) {
  const news = useNews(server, gatherMs)
  const rareNews = useNews(server, planGatherMs)
  const [recent] = useState(recentPlaces)
  return (
    <NewsContext value={news}>
      <div className="home">
        <div className="home-column">
          <Mine />
          <NewsContext value={rareNews}>
            <DueTasks />
          </NewsContext>
          {recent.length > 0 && (
            <section aria-labelledby="home-recent">
              <h2 id="home-recent">{t('Recent places')}</h2>
              <RecentPlaces places={recent} />
            </section>
          )}
          <HereSection />
        </div>
        <section aria-labelledby="home-changes">
          <h2 id="home-changes">
            {t('What changed lately')}
            <button type="button" className="plain" onClick={() => showHistory({ name: '' })}>
              {t('All of it')}
            </button>
          </h2>
          <Changes server={server} />
        </section>
      </div>
    </NewsContext>
  )
}

const TablesContext = createContext<readonly Table[] | null>(null)

function RecentPlaces({ places }: { places: readonly string[] }) {
  const { value } = useAnswerOf<Table[]>('tables')
  return (
    <TablesContext value={value}>
      <ul className="home-places">
        {places.map((place) => (
          <li key={place}>
            <Place place={place} />
          </li>
        ))}
      </ul>
    </TablesContext>
  )
}

function Place({ place }: { place: string }) {
  const { view, path } = readAddress(place)
  if (view === 'gantt') return <TaskPlace place={place} id={path[0] ?? ''} />
  if (view === 'tables') return <TablePlace place={place} name={path[0] ?? ''} />
  return (
    <a href={place}>
      <Icon svg={folder} />
      <span className="what">{path.at(-1)}</span>
      <span className="where">{[t('Files'), ...path.slice(0, -1)].join(' › ')}</span>
    </a>
  )
}

/** One that is gone meanwhile, or has another name, is not offered. */
function TablePlace({ place, name }: { place: string; name: string }) {
  const tables = useContext(TablesContext)
  const found = tables?.find((one) => one.name === name)
  if (tables && !found) return null
  return (
    <a href={place}>
      <Icon svg={table} />
      <span className="what">{found?.title ?? name}</span>
      <span className="where">{t('Tables')}</span>
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

function Changes({ server }: Pick<ViewProps, 'server'>) {
  const { entry } = useEntry()
  const [name] = useStored('triptych.name', '')
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
      {value.steps.map((step) => {
        const { revision, at, text, entries } = step
        const [first] = entries
        const author = authorOf(step, { server, entry, name: entry.you?.name ?? name })
        const said = deedText(text, author.isSelf)
        const place = first ? placeOfEntity(first.area, first.entity) : null
        return (
          <li key={revision}>
            <Face person={{ id: author.name, name: author.name }} isSelf={author.isSelf} />
            <p>
              <strong>{author.isSelf ? t('You') : author.name}</strong>{' '}
              {place ? <a href={place}>{said}</a> : said}
            </p>
            <time dateTime={at}>{lately(at)}</time>
          </li>
        )
      })}
    </ul>
  )
}
