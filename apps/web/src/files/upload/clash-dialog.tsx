import type { Clash, ClashAnswer, FileFacts } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import { when } from '../../accounts/when.ts'
import { formatSize } from '../format-size.ts'
import { Dialog } from '../../dialog.tsx'
import { t } from '../../words/words.ts'

interface Props {
  clash: Clash
  /** `null`: nothing is to happen. */
  onAnswer: (answer: ClashAnswer | null) => void
}

/** Asks what is to become of something whose name is taken. */
export function ClashDialog({ clash, onAnswer }: Props) {
  const { action, path, canReplace, others, there, coming } = clash
  const [forAll, setForAll] = useState(false)
  const given = useRef<ClashAnswer | null>(null)
  const safest = useRef<HTMLButtonElement>(null)
  // A dialog that opens gives the keyboard to what comes first in it.
  useEffect(() => safest.current?.focus(), [])
  const [, folder, name] = /^(?:.*\/)?([^/]*)\/([^/]+)$/.exec(path) ?? []

  function button(conflict: ClashAnswer['conflict'], text: string, look = 'button') {
    return (
      <button
        type="button"
        className={look}
        ref={conflict === 'number' ? safest : null}
        onClick={({ currentTarget }) => {
          given.current = { conflict, forAll }
          // The browser brings the keyboard back to where it was only when the dialog is closed.
          currentTarget.closest('dialog')?.close()
        }}
      >
        {text}
      </button>
    )
  }

  return (
    <Dialog
      title={t('“{name}” is there already', { name })}
      onClose={() => onAnswer(given.current)}
      buttons={
        <>
          {others > 0 && (
            <button
              type="button"
              className="button cancel-all"
              onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
            >
              {t('Cancel all')}
            </button>
          )}
          {button('skip', action === 'rename-file' ? t('Cancel') : t('Skip'))}
          {canReplace && button('replace', t('Replace'))}
          {button('number', t('Keep both'), 'button primary')}
        </>
      }
    >
      <p>
        {t('There is already something of this name in “{folder}”.', {
          folder: folder || t('All files'),
        })}{' '}
        {canReplace
          ? t(
              'If it is replaced, what it was stays among its versions. To keep both, the new one gets another name.',
            )
          : t(
              'It cannot be replaced, as only a file takes the place of a file. To keep both, the new one gets another name.',
            )}
      </p>
      {there && coming && <BothFiles there={there} coming={coming} />}
      {others > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={forAll}
            onChange={({ target }) => setForAll(target.checked)}
          />
          {others === 1
            ? t('Do the same for the other one')
            : t('Do the same for the other {others}', { others })}
        </label>
      )}
    </Dialog>
  )
}

/** Which of the two is newer or larger is what people want to know. */
function BothFiles({ there, coming }: { there: FileFacts; coming: FileFacts }) {
  return (
    <dl className="both-files">
      <dt>{t('There already')}</dt>
      <dd>{factsText(there, coming)}</dd>
      <dt>{t('New [[file]]')}</dt>
      <dd>{factsText(coming, there)}</dd>
    </dl>
  )
}

function factsText({ size, date }: FileFacts, other: FileFacts): string {
  const later = Date.parse(date) - Date.parse(other.date)
  return [
    formatSize(size),
    when(date),
    later > 0 && t('newer'),
    size > other.size && t('larger'),
    size === other.size && later === 0 && t('the same'),
  ]
    .filter(Boolean)
    .join(' · ')
}
