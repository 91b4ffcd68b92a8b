import { undo } from 'triptych-client'
import { useState } from 'react'
import type { AccountDialogProps } from '../accounts/account-dialog.ts'
import { ConfirmButton } from '../accounts/confirm-button.tsx'
import { ListNote } from '../accounts/list-note.tsx'
import { useAnswer } from '../accounts/use-answer.ts'
import { useWork } from '../accounts/use-work.ts'
import { when } from '../accounts/when.ts'
import { Dialog } from '../dialog.tsx'
import { formatSize } from '../files/format-size.ts'
import { refusal } from '../history/refusal.ts'
import { useFollow } from '../use-follow.ts'
import { listDeletedSteps } from './deleted-steps.ts'
import type { DeletedStep } from './deleted-steps.ts'
import { emptyTrash, listTrash, restoreTrash } from './ask-trash.ts'
import type { TrashEntry } from './ask-trash.ts'
import { t } from '../words/words.ts'

/** One line of it. */
interface Deleted {
  key: string
  name: string
  about: string
  deleted: string
  actor: string | null
  /** Answers what became of it. */
  restore: () => Promise<string>
  /** For good; rows and tasks stay in the history. */
  end?: () => Promise<void>
}

type Props = Pick<AccountDialogProps, 'entry' | 'rights' | 'server' | 'onClose'>

/** What was deleted, files, tasks and rows: it can come back, and files can go for good. */
export function TrashDialog({ entry, rights, server, onClose }: Props) {
  const { answer, problem, again } = useAnswer(list)
  const work = useWork()
  const [restored, setRestored] = useState('')
  useFollow(server, () => true, again)

  async function list() {
    const [files, others] = await Promise.all([listTrash(server), listDeletedSteps(server)])
    const all = [...files.entries.map(ofFile), ...others.steps.map(ofStep)]
    return {
      all: all.toSorted((one, other) => other.deleted.localeCompare(one.deleted)),
      files: files.entries.length,
      isAll: files.next === null && others.isAll,
    }
  }

  function ofFile({ id, name, path, size, deleted, actor }: TrashEntry): Deleted {
    const about = [path, size === null ? '' : formatSize(size)].filter(Boolean).join(' · ')
    async function restore(): Promise<string> {
      const [found] = await restoreTrash(server, id)
      return found ? t('It is back: {id}', { id: found.id }) : t('It is back.')
    }
    const end = () => emptyTrash(server, [id])
    return { key: `file ${id}`, name, about, deleted, actor, restore, end }
  }

  function ofStep({ step, name, deleted, actor }: DeletedStep): Deleted {
    async function restore(): Promise<string> {
      try {
        await undo(server, step)
        return t('It is back: {name}', { name })
      } catch (error) {
        throw new Error(refusal(error as Error, 'undone').text, { cause: error })
      }
    }
    return { key: step, name, about: '', deleted, actor, restore }
  }

  function aboutOf({ about, deleted, actor }: Deleted): string {
    const at = when(deleted)
    const text =
      entry.accounts && actor !== null
        ? t('deleted {at} by {actor}', { at, actor })
        : t('deleted {at}', { at })
    return [about, text].filter(Boolean).join(' · ')
  }

  return (
    <Dialog title={t('Trash')} isWide onClose={onClose}>
      <p className="hint">
        {t('Files, tasks and rows that were deleted. After a while files go for good.')}
      </p>
      <p className="hint" aria-live="polite">
        {restored}
      </p>
      <ul className="rows">
        {answer?.all.map((one) => (
          <li key={one.key}>
            <span className="what">
              <strong>{one.name}</strong>
              <small>{aboutOf(one)}</small>
            </span>
            {rights.change && (
              <>
                <button
                  type="button"
                  className="button"
                  aria-label={t('Restore {name}', { name: one.name })}
                  disabled={work.isBusy}
                  onClick={() => void work.run(async () => setRestored(await one.restore()), again)}
                >
                  {t('Restore')}
                </button>
                {one.end && (
                  <ConfirmButton
                    label={t('Delete')}
                    of={t('{name} for good', { name: one.name })}
                    isDisabled={work.isBusy}
                    onConfirm={() => void work.run(one.end!, again)}
                  />
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      <ListNote
        list={answer?.all ?? null}
        problem={problem || work.problem}
        nothing={t('It is empty.')}
      />
      {answer && !answer.isAll && <p className="hint">{t('These are the newest.')}</p>}
      {rights.change && answer !== null && answer.files > 1 && (
        <ConfirmButton
          label={t('Empty')}
          of={t('the trash of all files')}
          isDisabled={work.isBusy}
          onConfirm={() => void work.run(() => emptyTrash(server, null), again)}
        />
      )}
    </Dialog>
  )
}
