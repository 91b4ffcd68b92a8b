import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { ViewProps } from '../../view.ts'
import { t } from '../../words/words.ts'
import { kinds, narrowedBy, narrowingIn, spans } from './narrowing.ts'
import { usePlace } from '../use-place.ts'
import './search-narrow.css'

const kindTexts = {
  folder: t('Folders'),
  picture: t('Pictures'),
  document: t('Documents'),
  spreadsheet: t('Spreadsheets'),
  pdf: 'PDF',
  audio: t('Sound'),
  video: t('Films'),
  archive: t('Archives'),
}

const spanTexts = {
  '1': t('Changed today'),
  '7': t('Last 7 days'),
  '30': t('Last 30 days'),
  '365': t('Last 365 days'),
}

interface Props extends Pick<ViewProps, 'path' | 'query' | 'go'> {
  frame: RefObject<HTMLElement | null>
}

/** Beside the widget's field for words: which kind of things, and since when they were changed. */
export function SearchNarrow({ frame, path, query, go }: Props) {
  const place = usePlace(frame, '.wx-search-input', 'search-narrow')
  if (!place) return null

  function choose(name: 'kind' | 'since', value: string): void {
    const next = new URLSearchParams(query)
    if (value) next.set(name, value)
    else next.delete(name)
    go(path, Object.fromEntries(next))
  }

  const shown = narrowingIn(query)
  const isOn = Object.keys(narrowedBy(query)).length > 0
  return createPortal(
    <>
      <select
        aria-label={t('Kind')}
        className={shown['kind'] ? 'is-on' : ''}
        value={kinds.find((kind) => kind === shown['kind']) ?? ''}
        onChange={(event) => choose('kind', event.target.value)}
      >
        <option value="">{t('Any kind')}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindTexts[kind]}
          </option>
        ))}
      </select>
      <select
        aria-label={t('Changed')}
        className={isOn && shown['since'] ? 'is-on' : ''}
        value={spans.find((span) => span === shown['since']) ?? ''}
        onChange={(event) => choose('since', event.target.value)}
      >
        <option value="">{t('Any time')}</option>
        {spans.map((span) => (
          <option key={span} value={span}>
            {spanTexts[span]}
          </option>
        ))}
      </select>
    </>,
    place,
  )
}
