import type { Quota } from '@triptych/contract/files'
import { useRef, useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { PathField } from '../files/path-field.tsx'
import { amountOf, bytesOf, sizeUnits } from '../files/list/size-units.ts'
import type { SizeUnit } from '../files/list/size-units.ts'
import type { AccountDialogProps } from './account-dialog.ts'
import { ListNote } from './list-note.tsx'
import { UsageRow } from './usage-row.tsx'
import { useAnswer } from './use-answer.ts'
import { useWork } from './use-work.ts'
import { t } from '../words/words.ts'

const noDraft = { path: '/', amount: '', unit: 'GB' as SizeUnit }

/** How much the files of this workspace take, and how much they may. */
export function UsageDialog({ server, onClose }: AccountDialogProps) {
  const { answer, problem, again } = useAnswer(readUsage)
  const work = useWork()
  const [draft, setDraft] = useState(noDraft)
  const amount = useRef<HTMLInputElement>(null)

  /** The whole, folders that have a quota, and what else lies at the top. */
  async function readUsage(): Promise<Quota[]> {
    const [quotas, entries] = await Promise.all([
      server.send({ method: 'GET', path: 'quotas' }) as Promise<Quota[]>,
      server.send({ method: 'GET', path: 'files' }) as Promise<
        { id: string; type: string; bytes?: number }[]
      >,
    ])
    const known = new Set(quotas.map(({ path }) => path))
    const others = entries
      .filter(({ id, type }) => type === 'folder' && !known.has(id))
      .map(({ id, bytes = 0 }) => ({ path: id, bytes: null, used: bytes }))
    return [...quotas, ...others.toSorted((one, other) => other.used - one.used)]
  }

  const put = (path: string, bytes: number | null) =>
    server.send({ method: 'PUT', path: 'quotas', body: { path, bytes } })

  async function set(): Promise<void> {
    await put(draft.path.trim(), bytesOf(draft.amount, draft.unit))
    setDraft(noDraft)
    await again()
  }

  function edit({ path, bytes }: Quota): void {
    setDraft(bytes === null ? { ...noDraft, path } : { path, ...amountOf(bytes) })
    amount.current?.focus()
  }

  return (
    <Dialog
      title={t('Usage')}
      action={t('Set quota')}
      isDisabled={draft.amount === ''}
      isStaying
      onAct={set}
      onClose={onClose}
    >
      <p className="hint">
        {t('What passes a quota is refused. What is there already stays, even if it is more.')}
      </p>
      <ul className="rows">
        {answer?.map((quota) => (
          <UsageRow
            key={quota.path}
            quota={quota}
            isBusy={work.isBusy}
            onEdit={() => edit(quota)}
            onRemove={() => void work.run(() => put(quota.path, null), again)}
          />
        ))}
      </ul>
      <ListNote list={answer} problem={problem || work.problem} />
      <h3>{t('A quota')}</h3>
      <PathField
        server={server}
        label={t('Folder, or / for the whole workspace')}
        isFolder
        value={draft.path}
        onChange={(path) => setDraft({ ...draft, path })}
      />
      <div className="row">
        <label className="field">
          {t('At most')}
          <input
            ref={amount}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            value={draft.amount}
            onChange={({ target }) => setDraft({ ...draft, amount: target.value })}
          />
        </label>
        <label className="field">
          {t('Unit')}
          <select
            value={draft.unit}
            onChange={({ target }) => setDraft({ ...draft, unit: target.value as SizeUnit })}
          >
            {Object.keys(sizeUnits).map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </select>
        </label>
      </div>
    </Dialog>
  )
}
