import type { HistoryEntry, HistoryStep } from '@triptych/contract/history'
import { lately } from '../accounts/when.ts'
import { Face } from '../people.tsx'
import type { Author } from './author-of.ts'
import { differences } from './differences.ts'
import { locale } from '../place/locale.ts'
import { deedText, t } from '../words/words.ts'

interface Props {
  step: HistoryStep
  /** Who did it. */
  author: Author
  isBusy: boolean
  /** Missing where it cannot be taken back by whoever looks. */
  onTakeBack?: () => void
  /** Missing where it is not of one thing that can be what it was then, or that it is. */
  onRestore?: () => void
}

export function HistoryRow({ step, author, isBusy, onTakeBack, onRestore }: Props) {
  const { at, undone, entries, more } = step
  const text = deedText(step.text, author.isSelf)
  const changed = entries.map((entry) => ({ entry, changes: differences(entry) }))
  const hasDetails = changed.some(({ changes }) => changes.length > 0) || entries.length > 1
  return (
    <li className={undone ? 'history-step undone' : 'history-step'}>
      <Face person={{ id: author.name, name: author.name }} isSelf={author.isSelf} />
      <div className="what">
        <p>
          <strong>{author.isSelf ? t('You') : author.name}</strong>{' '}
          <span className="text">{text}</span>
        </p>
        <small>
          <time dateTime={at}>{lately(at)}</time>
          {undone && <b className="tag">{t('Undone')}</b>}
        </small>
        {hasDetails && (
          <details>
            <summary>{t('Before and after')}</summary>
            {changed.map(({ entry, changes }) => (
              <Changed
                key={entry.revision}
                title={entries.length > 1 ? deedText(entry.text, author.isSelf) : ''}
                entry={entry}
                changes={changes}
              />
            ))}
            {more > 0 && (
              <p className="hint">
                {t('And {more} more changes.', { more: more.toLocaleString(locale) })}
              </p>
            )}
          </details>
        )}
      </div>
      <div className="do">
        {onTakeBack && (
          <button type="button" className="button" disabled={isBusy} onClick={onTakeBack}>
            {t('Take back')}
            <span className="only-read-out">: {text}</span>
          </button>
        )}
        {onRestore && (
          <button type="button" className="button" disabled={isBusy} onClick={onRestore}>
            {t('Restore this version')}
            <span className="only-read-out">: {text}</span>
          </button>
        )}
      </div>
    </li>
  )
}

interface ChangedProps {
  title: string
  entry: HistoryEntry
  changes: ReturnType<typeof differences>
}

function Changed({ title, entry, changes }: ChangedProps) {
  return (
    <>
      {title && <p className="part">{title}</p>}
      {changes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              {entry.before && <th scope="col">{t('Before')}</th>}
              {entry.after && <th scope="col">{t('After')}</th>}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                {entry.before && <td>{before}</td>}
                {entry.after && <td>{after}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
