import type { Clash, ClashAnswer } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { t } from '../words/words.ts'

interface Props {
  clash: Clash
  /** `null`: nothing is to happen. */
  onAnswer: (answer: ClashAnswer | null) => void
}

/** Asks what is to become of something whose name is taken. */
export function ClashDialog({ clash, onAnswer }: Props) {
  const { action, path, canReplace, others } = clash
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
        ref={conflict === 'rename' ? safest : null}
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
          {button('rename', t('Keep both'), 'button primary')}
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
