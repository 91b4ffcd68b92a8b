import type { Baseline } from '@triptych/contract/baselines'
import pencil from 'lucide-static/icons/pencil.svg?raw'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { useState } from 'react'
import { Icon } from '../icon.tsx'
import { locale } from '../place/locale.ts'
import { counted, t } from '../words/words.ts'

interface BaselineRowProps {
  baseline: Baseline
  isShown: boolean
  isBusy: boolean
  mayChange: boolean
  onShow: () => void
  onRename: (name: string) => Promise<void>
  onDelete: () => void
}

const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** One baseline to choose, with what can be done with it. */
export function BaselineRow(props: BaselineRowProps) {
  const { baseline, isShown, isBusy, mayChange, onShow, onRename, onDelete } = props
  const { name, at, author, tasks } = baseline
  const [draft, setDraft] = useState<string | null>(null)

  async function rename(): Promise<void> {
    const next = draft?.trim() ?? ''
    if (next !== '' && next !== name) await onRename(next)
    setDraft(null)
  }

  if (draft !== null) {
    return (
      <div className="baseline-choice">
        <input
          className="control"
          aria-label={t('New name of {name}', { name })}
          value={draft}
          maxLength={200}
          autoFocus
          autoComplete="off"
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            // Neither the form nor the dialog is meant.
            event.preventDefault()
            event.stopPropagation()
            if (event.key === 'Enter') void rename()
            else setDraft(null)
          }}
        />
        <button type="button" className="button" disabled={isBusy} onClick={() => void rename()}>
          {t('Rename')}
        </button>
        <button type="button" className="button" onClick={() => setDraft(null)}>
          {t('Cancel')}
        </button>
      </div>
    )
  }

  return (
    <div className="baseline-choice">
      <label>
        <input type="radio" name="baseline" checked={isShown} onChange={onShow} />
        <span>
          {name}
          <small>
            {when.format(new Date(at))} · {author}
            {tasks !== null && ` · ${counted(tasks, '{count} task', '{count} tasks')}`}
          </small>
        </span>
      </label>
      {mayChange && (
        <>
          <button
            type="button"
            className="plain icon-only"
            aria-label={t('Rename {name}', { name })}
            title={t('Rename')}
            onClick={() => setDraft(name)}
          >
            <Icon svg={pencil} />
          </button>
          <button
            type="button"
            className="plain icon-only"
            aria-label={t('Delete {name}', { name })}
            title={t('Delete')}
            disabled={isBusy}
            onClick={onDelete}
          >
            <Icon svg={trash} />
          </button>
        </>
      )}
    </div>
  )
}
