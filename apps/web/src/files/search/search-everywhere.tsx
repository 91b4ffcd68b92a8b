import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { ViewProps } from '../../view.ts'
import { t } from '../../words/words.ts'
import { usePlace } from '../use-place.ts'

interface Props extends Pick<ViewProps, 'path' | 'query' | 'go'> {
  frame: RefObject<HTMLElement | null>
}

/** What is not in the folder that was searched may be in another one. */
export function SearchEverywhere({ frame, path, query, go }: Props) {
  const place = usePlace(frame, '.wx-search > .wx-toolbar > .wx-text', 'search-everywhere')
  if (!place || path.length === 0) return null
  // The way to the folder above ends the search in this one, and is a step of its own to come back from.
  const widen = () => go([], Object.fromEntries(query), { replace: true })
  return createPortal(
    <button type="button" className="button" onClick={widen}>
      {t('Search all files')}
    </button>,
    place,
  )
}
