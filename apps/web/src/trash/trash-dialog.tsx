import { useState } from 'react'
import type { AccountDialogProps } from '../accounts/account-dialog.ts'
import { ConfirmButton } from '../accounts/confirm-button.tsx'
import { ListNote } from '../accounts/list-note.tsx'
import { useAnswer } from '../accounts/use-answer.ts'
import { useWork } from '../accounts/use-work.ts'
import { when } from '../accounts/when.ts'
import { Dialog } from '../dialog.tsx'
import { formatSize } from '../files/format-size.ts'
import { useFollow } from '../use-follow.ts'
import { emptyTrash, listTrash, restoreTrash } from './ask-trash.ts'
import type { TrashEntry } from './ask-trash.ts'

/** What was deleted of the files: it can come back, or go for good. */
export function TrashDialog({ entry, rights, server, onClose }: AccountDialogProps) {
  const { answer, problem, again } = useAnswer(() => listTrash(server))
  const work = useWork()
  const [restored, setRestored] = useState('')
  useFollow(server, ({ area }) => area === 'files', again)

  async function restore({ id }: TrashEntry): Promise<void> {
    const [found] = await restoreTrash(server, id)
    setRestored(found ? `It is back: ${found.id}` : 'It is back.')
  }

  function aboutOf({ path, size, deleted, actor }: TrashEntry): string {
    const by = entry.accounts && actor !== null ? ` by ${actor}` : ''
    const parts = [path, size === null ? '' : formatSize(size), `deleted ${when(deleted)}${by}`]
    return parts.filter(Boolean).join(' · ')
  }

  return (
    <Dialog title="Trash" isWide onClose={onClose}>
      <p className="hint">Files and folders that were deleted. After a while they go for good.</p>
      <p className="hint" aria-live="polite">
        {restored}
      </p>
      <ul className="rows">
        {answer?.entries.map((one) => (
          <li key={one.id}>
            <span className="what">
              <strong>{one.name}</strong>
              <small>{aboutOf(one)}</small>
            </span>
            {rights.change && (
              <>
                <button
                  type="button"
                  className="button"
                  aria-label={`Restore ${one.name}`}
                  disabled={work.isBusy}
                  onClick={() => void work.run(() => restore(one), again)}
                >
                  Restore
                </button>
                <ConfirmButton
                  label="Delete"
                  of={`${one.name} for good`}
                  isDisabled={work.isBusy}
                  onConfirm={() => void work.run(() => emptyTrash(server, [one.id]), again)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <ListNote
        list={answer?.entries ?? null}
        problem={problem || work.problem}
        nothing="It is empty."
      />
      {answer && answer.next !== null && <p className="hint">These are the newest.</p>}
      {rights.change && answer !== null && answer.entries.length > 1 && (
        <ConfirmButton
          label="Empty"
          of="the trash"
          isDisabled={work.isBusy}
          onConfirm={() => void work.run(() => emptyTrash(server, null), again)}
        />
      )}
    </Dialog>
  )
}
