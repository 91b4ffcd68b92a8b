import type { ReactNode } from 'react'
import { t } from '../words/words.ts'
import type { Answered } from './use-answer-of.ts'

interface SectionProps<T> {
  id: string
  title: string
  answer: Answered<T>
  failed: string
  children: (value: T) => ReactNode
}

/** A part of the start page that is asked for by itself, and says when it could not be had. */
export function Section<T>({ id, title, answer, failed, children }: SectionProps<T>) {
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
      ) : value === null ? (
        <p className="home-hint">{t('Loading …')}</p>
      ) : (
        children(value)
      )}
    </section>
  )
}

/** Links, or in their place what it means that there are none. */
export function Places({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="home-hint">{empty}</p>
  return <ul className="home-places">{children}</ul>
}
