import type { Server } from 'triptych-client'
import type { Table } from '@triptych/contract/tables'
import { useMemo, useState } from 'react'
import { ColumnList } from './column-list.tsx'
import { draftOf, formulaWorks, isComplete } from './column-kinds.ts'
import { columnSteps } from './column-steps.ts'
import { valuesIn } from './column-values.ts'
import { Dialog } from '../../dialog.tsx'
import { useFirstRows } from './use-first-rows.ts'
import { useRehearsal } from './use-rehearsal.ts'
import type { Outcome } from './use-rehearsal.ts'
import { counted, reasonText, t } from '../../words/words.ts'
import { titleOf } from '../table-titles.ts'

interface ColumnsDialogProps {
  server: Server
  table: Table
  tables: readonly string[]
  /** Told what was done, and by what it is taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
}

/** All columns of a table in one form; what would become of the rows is told before it happens. */
export function ColumnsDialog({ server, table, tables, onDone, onClose }: ColumnsDialogProps) {
  // What somebody else changes meanwhile does not take the form away.
  const [before] = useState(table)
  const [drafts, setDrafts] = useState(() => before.columns.map(draftOf))
  const rows = useFirstRows(server, before.name)
  const valuesOf = useMemo(() => valuesIn(server, before.name), [server, before])
  const steps = useMemo(() => columnSteps(before.columns, drafts), [before, drafts])
  const drops = steps.some((step) => 'dropColumn' in step)
  const isReady =
    steps.length > 0 && drafts.every((draft) => isComplete(draft) && formulaWorks(draft, drafts))

  const { outcome, isFine, carryOut } = useRehearsal(server, before.name, steps, isReady)

  async function save(): Promise<void> {
    const write = await carryOut()
    if (write === null) return
    onClose()
    onDone(t('The columns of {table} were changed.', { table: titleOf(before) }), write)
  }

  return (
    <Dialog
      title={t('Columns of {name}', { name: titleOf(before) })}
      action={t('Save')}
      isDisabled={!isFine}
      onAct={save}
      onClose={onClose}
    >
      <ColumnList {...{ drafts, setDrafts, tables, rows, valuesOf }} />
      <div aria-live="polite">{isReady && <Told outcome={outcome} />}</div>
      {drops && (
        <p className="hint">
          {t('The values of a deleted column go from all rows. Undo brings them back.')}
        </p>
      )}
    </Dialog>
  )
}

/** What would become of the rows. */
export function Told({ outcome }: { outcome: Outcome }) {
  if (!outcome) return <p className="hint">{t('Looking at all rows …')}</p>
  const { failures, problem } = outcome
  if (problem) return <p className="problem">{problem}</p>
  if (failures.length === 0) return <p className="hint">{t('All rows fit.')}</p>
  return (
    <div className="problem">
      {failures.map(({ columns, count, rows }) => (
        <div key={columns.join()}>
          <strong>
            {counted(
              count,
              '{count} row does not fit {columns}',
              '{count} rows do not fit {columns}',
              {
                columns: columns.join(', '),
              },
            )}
          </strong>
          <ul>
            {rows.slice(0, 5).map(({ id, error }) => (
              <li key={id}>{t('Row {id}: {error}', { id, error: reasonText(error) })}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
