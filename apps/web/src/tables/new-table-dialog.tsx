import { ServerError } from 'triptych-client'
import type { Server } from 'triptych-client'
import { useState } from 'react'
import { ColumnList } from './columns/column-list.tsx'
import { columnOf, formulaWorks, isComplete, newColumn } from './columns/column-kinds.ts'
import { Dialog } from '../dialog.tsx'
import { makeNamed, nameFor } from '../name-for.ts'
import { t } from '../words/words.ts'
import { freeName } from './import/import-file.ts'
import { useTitleOf } from './table-titles.ts'

interface NewTableDialogProps {
  server: Server
  tables: readonly string[]
  onMade: (name: string) => void
  onClose: () => void
}

export function NewTableDialog({ server, tables, onMade, onClose }: NewTableDialogProps) {
  const [title, setTitle] = useState('')
  const titleOf = useTitleOf()
  const [columns, setColumns] = useState(() => [newColumn(t('Name'))])

  async function make(): Promise<void> {
    const called = title.trim()
    if (tables.some((name) => titleOf(name).toLowerCase() === called.toLowerCase())) {
      throw new Error(t('There is a table {name} already.', { name: called }))
    }
    const made = await makeNamed(
      freeName(nameFor(called, 'table'), tables),
      async (name) => {
        const body = { name, title: called, columns: columns.map(columnOf) }
        await server.send({ method: 'POST', path: 'tables', body })
        return name
      },
      (error) => error instanceof ServerError && error.code === 'tables.name_taken',
    )
    onMade(made)
  }

  return (
    <Dialog
      title={t('New table')}
      action={t('Create')}
      isDisabled={
        !title.trim() || !columns.every((one) => isComplete(one) && formulaWorks(one, columns))
      }
      onAct={make}
      onClose={onClose}
    >
      <label className="field">
        {t('Name')}
        <input
          value={title}
          autoFocus
          autoComplete="off"
          maxLength={100}
          placeholder={t('Customers')}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <h3>{t('Columns')}</h3>
      <ColumnList drafts={columns} setDrafts={setColumns} tables={tables} />
    </Dialog>
  )
}
