import type { HistoryPage } from '@triptych/contract/history'
import { useState } from 'react'
import { useEntry } from '../accounts/entry-context.ts'
import { lately } from '../accounts/when.ts'
import { authorOf } from '../history/author-of.ts'
import { Face } from '../people.tsx'
import type { ViewProps } from '../view.ts'
import { DueTasks } from './due-section.tsx'
import { HereSection } from './here-section.tsx'
import { HitPlaces } from './hit-places.tsx'
import { Mine } from './mine-sections.tsx'
import { placeOfEntity } from './recent.ts'
import { recentHits } from './recent-hits.ts'
import { useAnswerOf, useAnswersOf } from './use-answer-of.ts'
import { NewsContext, useNews } from './use-news.ts'
import { recentPlaces } from './use-recent.ts'
import { StarSection } from '../stars/star-section.tsx'
import './home.css'
import { useStored } from '../use-stored.ts'
import { deedText, t } from '../words/words.ts'

/** So long changes are gathered before the start page asks again. The whole plan is asked for, which may be long. */
const [gatherMs, planGatherMs] = [1000, 20_000]

/** For one who comes for the first time. */
const intro = t(
  'Files, a plan and tables in one place. Everybody who is here sees each change at once, and whatever is done can be taken back.',
)

/** The start of a day: what is mine, where one was, and what others did. */
export function HomeView({ server, showHistory }: ViewProps) {
  const news = useNews(server, gatherMs)
  const rareNews = useNews(server, planGatherMs)
  const [isNew] = useState(() => recentPlaces().length === 0)
  return (
    <NewsContext value={news}>
      <div className="home">
        {isNew && <p className="home-intro">{intro}</p>}
        <div className="home-column">
          <Mine />
          <NewsContext value={rareNews}>
            <DueTasks />
          </NewsContext>
          <StarSection />
          {!isNew && (
            <section aria-labelledby="home-recent">
              <h2 id="home-recent">{t('Recent places')}</h2>
              <RecentPlaces />
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

function RecentPlaces() {
  const { value } = useAnswersOf(recentHits, 'recent')
  return <HitPlaces hits={value ?? []} />
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
