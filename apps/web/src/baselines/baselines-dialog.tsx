import type { Server } from 'triptych-client'
import type { Baseline } from '@triptych/contract/baselines'
import { useState } from 'react'
import { ListNote } from '../accounts/list-note.tsx'
import { useWork } from '../accounts/use-work.ts'
import { Dialog } from '../dialog.tsx'
import type { ViewProps } from '../view.ts'
import { deleteBaseline, renameBaseline, setBaseline } from './ask-baselines.ts'
import { BaselineRow } from './baseline-row.tsx'
import { ComparisonList } from './comparison-list.tsx'
import type { Baselines } from './use-baselines.ts'
import { t } from '../words/words.ts'

interface BaselinesDialogProps extends Pick<ViewProps, 'tell' | 'wayBack'> {
  server: Server
  baselines: Baselines
  mayChange: boolean
  minutesPerDay: number
  onTask: (task: number) => void
  onClose: () => void
}

/** The baselines of the plan: one to look at, new ones, and what became of the plan since. */
export function BaselinesDialog(props: BaselinesDialogProps) {
  const { server, baselines, mayChange, minutesPerDay, tell, wayBack, onTask, onClose } = props
  const { all, shown, show, again } = baselines
  const [name, setName] = useState('')
  const work = useWork()

  async function set(): Promise<void> {
    const { id, write } = await setBaseline(server, name.trim())
    setName('')
    await again()
    show(id)
    told(t('The baseline was set.'), write)
  }

  async function remove({ id, name: its }: Baseline): Promise<void> {
    const { write } = await deleteBaseline(server, id)
    told(t('“{its}” was deleted.', { its }), write)
  }

  function told(text: string, write: string): void {
    const action = { label: t('Undo'), run: () => wayBack.undoWrite(write) }
    tell({ kind: 'info', text, action, isUndo: true })
  }

  return (
    <Dialog
      title={t('Baselines')}
      isWide
      isStaying
      isBusy={work.isBusy}
      {...(mayChange && { action: t('Set baseline'), onAct: set })}
      onClose={onClose}
    >
      {mayChange && (
        <label className="field">
          {t('Name of a new one')}
          <input
            value={name}
            maxLength={200}
            autoComplete="off"
            placeholder={t('Where all tasks stand now')}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
      )}
      <fieldset className="baseline-list">
        <legend>{t('Shown below the bars')}</legend>
        {all && all.length > 0 && (
          <label className="baseline-choice">
            <input
              type="radio"
              name="baseline"
              checked={!shown.baseline}
              onChange={() => show(null)}
            />
            {t('None')}
          </label>
        )}
        {all?.map((baseline) => (
          <BaselineRow
            key={baseline.id}
            baseline={baseline}
            isShown={baseline.id === shown.baseline?.id}
            isBusy={work.isBusy}
            mayChange={mayChange}
            onShow={() => show(baseline.id)}
            onRename={(next) => work.run(() => renameBaseline(server, baseline.id, next), again)}
            onDelete={() => void work.run(() => remove(baseline), again)}
          />
        ))}
        <ListNote
          list={all}
          problem={baselines.problem}
          nothing={t(
            'There is none yet. One keeps where all tasks stand, to see later what became of it.',
          )}
        />
      </fieldset>
      {work.problem && (
        <p className="problem" role="alert">
          {work.problem}
        </p>
      )}
      {shown.baseline && all && (
        <ComparisonList
          key={shown.baseline.id}
          {...{ server, all, minutesPerDay, onTask }}
          baseline={shown.baseline}
        />
      )}
    </Dialog>
  )
}
