import type { Server } from 'triptych-client'
import { useState } from 'react'
import { ColumnList } from './column-list.tsx'
import { columnOf, isComplete, newColumn } from './column-kinds.ts'
import { Dialog } from '../dialog.tsx'
import { t } from '../words/words.ts'

interface NewTableDialogProps {
  server: Server
  tables: readonly string[]
  onMade: (name: string) => void
  onClose: () => void
}

export function NewTableDialog({ server, tables, onMade, onClose }: NewTableDialogProps) {
  const [name, setName] = useState('')
  const [columns, setColumns] = useState(() => [newColumn(t('Name'))])

  async function make(): Promise<void> {
    const body = { name: name.trim(), columns: columns.map(columnOf) }
    await server.send({ method: 'POST', path: 'tables', body })
    onMade(name.trim())
  }

  return (
    <Dialog
      title={t('New table')}
      action={t('Create')}
      isDisabled={!name.trim() || !columns.every(isComplete)}
      onAct={make}
      onClose={onClose}
    >
      <label className="field">
        {t('Name')}
        <input
          value={name}
          autoFocus
          autoComplete="off"
          placeholder={t('customers')}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <small>{t('Letters, digits, _ and -')}</small>
      <h3>{t('Columns')}</h3>
      <ColumnList drafts={columns} setDrafts={setColumns} tables={tables} />
    </Dialog>
  )
}
