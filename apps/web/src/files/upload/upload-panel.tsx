import type { Upload, Uploads } from 'triptych-client'
import { formatSize } from '../format-size.ts'
import chevronDown from 'lucide-static/icons/chevron-down.svg?raw'
import chevronUp from 'lucide-static/icons/chevron-up.svg?raw'
import cross from 'lucide-static/icons/x.svg?raw'
import { useState } from 'react'
import { Icon } from '../../icon.tsx'
import { UploadRow } from './upload-row.tsx'
import { duration, outcome, summarize } from './upload-summary.ts'
import './upload-panel.css'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'

interface UploadPanelProps {
  uploads: Uploads
  list: readonly Upload[]
  onOpen: (path: string) => void
}

/** More would make the page slow; those that are not over come first. */
const mostRows = 200
const order = { failed: 0, sending: 1, waiting: 2, done: 3, cancelled: 4 }

export function UploadPanel({ uploads, list, onOpen }: UploadPanelProps) {
  const [isOpen, setOpen] = useState(true)
  const summary = summarize(list)
  const { open, loaded, total, speed, left } = summary

  if (list.length === 0) return null
  const rows = list.toSorted((a, b) => order[a.state] - order[b.state]).slice(0, mostRows)
  const failed = list.filter(({ state }) => state === 'failed')
  return (
    <section className="uploads" aria-label={t('Uploads')}>
      <header>
        <strong role="status">{outcome(summary)}</strong>
        {open > 0 && (
          <span className="uploads-speed">
            {[
              speed > 0 && `${formatSize(speed)}/s`,
              left !== null && t('{left} left', { left: duration(left) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        <button
          type="button"
          className="plain icon-only"
          aria-expanded={isOpen}
          aria-label={isOpen ? t('Hide the list of uploads') : t('Show the list of uploads')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon svg={isOpen ? chevronDown : chevronUp} />
        </button>
        {open === 0 && (
          <button
            type="button"
            className="plain icon-only"
            aria-label={t('Close the list of uploads')}
            onClick={() => uploads.clear()}
          >
            <Icon svg={cross} />
          </button>
        )}
      </header>
      {open > 0 && (
        <progress aria-label={t('All uploads')} value={loaded} max={Math.max(total, 1)} />
      )}
      {isOpen && (
        <ul>
          {rows.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} onOpen={onOpen} />
          ))}
          {list.length > rows.length && (
            <li className="more">
              {t('{more} more', { more: (list.length - rows.length).toLocaleString(locale) })}
            </li>
          )}
        </ul>
      )}
      {isOpen && (open > 1 || failed.length > 1) && (
        <footer>
          {open > 1 && (
            <button type="button" className="plain" onClick={() => each(list, uploads.cancel)}>
              {t('Cancel all')}
            </button>
          )}
          {failed.length > 1 && (
            <button type="button" className="plain" onClick={() => each(failed, uploads.retry)}>
              {t('Retry all')}
            </button>
          )}
        </footer>
      )}
    </section>
  )
}

function each(list: readonly Upload[], act: (id: number) => void): void {
  for (const { id } of list) act(id)
}
