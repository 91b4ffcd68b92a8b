import type { Server } from 'triptych-client'
import type { TableDescription } from '@triptych/contract/table-schema'
import { useMemo, useState } from 'react'
import { Dialog } from '../../dialog.tsx'
import { ColumnFields } from './column-fields.tsx'
import { columnOf, draftOf, formulaWorks, isComplete, newColumn } from './column-kinds.ts'
import { columnSteps } from './column-steps.ts'
import { valuesIn } from './column-values.ts'
import { Told } from './columns-dialog.tsx'
import { useFirstRows } from './use-first-rows.ts'
import { useRehearsal } from './use-rehearsal.ts'
import { t } from '../../words/words.ts'

interface ColumnDialogProps {
  server: Server
  table: TableDescription
  tables: readonly string[]
  /** The column to change, or beside which a new one stands. */
  column: string
  /** Where the new one stands; without it the column itself is changed. */
  side?: 'before' | 'after'
  /** Told the name it gets, before the table has it. */
  onNamed: (name: string) => void
  /** Told what was done, and by what it is taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
}

/** One column: its name and what it holds. */
export function ColumnDialog(props: ColumnDialogProps) {
  const { server, table, tables, column, side, onNamed, onDone, onClose } = props
  // What somebody else changes meanwhile does not take the form away.
  const [before] = useState(table)
  const [draft, setDraft] = useState(() => {
    const known = before.columns.find(({ name }) => name === column)
    return side || !known ? newColumn() : draftOf(known)
  })
  const drafts = useMemo(() => {
    const all = before.columns.map((one) => (one.name === column && !side ? draft : draftOf(one)))
    return side ? [...all, draft] : all
  }, [before, column, side, draft])
  const rows = useFirstRows(server, before.name)
  const valuesOf = useMemo(() => valuesIn(server, before.name), [server, before])
  const steps = useMemo(() => {
    if (side) return [{ addColumn: { ...columnOf(draft), ...placeBeside(column, side, before) } }]
    return columnSteps(before.columns, drafts)
  }, [before, column, side, draft, drafts])
  const isReady = steps.length > 0 && isComplete(draft) && formulaWorks(draft, drafts)
  const { outcome, isFine, carryOut } = useRehearsal(server, before.name, steps, isReady)

  // No row can be in the way of a new column: whoever types its name and Enter need not wait to be told so.
  const canSave = side ? isReady && !outcome?.problem : isFine

  async function save(): Promise<void> {
    const name = draft.name.trim()
    onNamed(name)
    const write = await carryOut()
    if (write === null) return
    onClose()
    const text = side
      ? t('The column {name} was added.', { name })
      : t('The column {name} was changed.', { name })
    onDone(text, write)
  }

  return (
    <Dialog
      title={side ? t('New column') : t('Column {column}', { column })}
      action={side ? t('Add') : t('Save')}
      isDisabled={!canSave}
      onAct={save}
      onClose={onClose}
    >
      <ul className="column-list single">
        <ColumnFields
          draft={draft}
          number={1}
          tables={tables}
          drafts={drafts}
          rows={rows}
          valuesOf={valuesOf}
          focus={side ? 'name' : 'kind'}
          onChange={setDraft}
          onDelete={null}
        />
      </ul>
      <div aria-live="polite">
        {isReady && (!side || outcome?.problem) && <Told outcome={outcome} />}
      </div>
    </Dialog>
  )
}

/** The numbers of the rows are no column of the table: what stands beside them is the first. */
function placeBeside(column: string, side: 'before' | 'after', table: TableDescription): object {
  if (column !== 'id') return { [side]: column }
  const [first] = table.columns
  return first ? { before: first.name } : {}
}
