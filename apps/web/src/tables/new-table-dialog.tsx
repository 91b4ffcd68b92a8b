import type { Server, ServerError } from '@triptych/client'
import { useState } from 'react'
import { ColumnList } from './column-list.tsx'
import { columnOf, isComplete, newColumn } from './column-kinds.ts'
import { Dialog } from '../dialog.tsx'

interface NewTableDialogProps {
  server: Server
  tables: readonly string[]
  onMade: (name: string) => void
  onClose: () => void
}

export function NewTableDialog({ server, tables, onMade, onClose }: NewTableDialogProps) {
  const [name, setName] = useState('')
  const [columns, setColumns] = useState(() => [newColumn('Name')])
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function make(): Promise<void> {
    setBusy(true)
    try {
      const body = { name: name.trim(), columns: columns.map(columnOf) }
      await server.send({ method: 'POST', path: 'tables', body })
      onMade(name.trim())
    } catch (error) {
      setProblem((error as ServerError).message)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title="New table"
      action="Create"
      isBusy={isBusy}
      isDisabled={!name.trim() || !columns.every(isComplete)}
      onAct={() => void make()}
      onClose={onClose}
    >
      <label className="field">
        Name
        <input
          value={name}
          autoFocus
          autoComplete="off"
          placeholder="customers"
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <small>Letters, digits, _ and -</small>
      <h3>Columns</h3>
      <ColumnList drafts={columns} setDrafts={setColumns} tables={tables} />
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
