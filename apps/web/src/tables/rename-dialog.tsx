import type { Server, ServerError } from '@triptych/client'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'

interface RenameDialogProps {
  server: Server
  table: string
  onClose: () => void
}

export function RenameDialog({ server, table, onClose }: RenameDialogProps) {
  const [name, setName] = useState(table)
  const [problem, setProblem] = useState('')

  async function rename(): Promise<void> {
    try {
      const body = { changes: [{ rename: name.trim() }] }
      await server.send({ method: 'PATCH', path: `tables/${encodeURIComponent(table)}`, body })
      onClose()
    } catch (error) {
      setProblem((error as ServerError).message)
    }
  }

  return (
    <Dialog
      title={`Rename ${table}`}
      action="Rename"
      isDisabled={!name.trim() || name === table}
      onAct={() => void rename()}
      onClose={onClose}
    >
      <label className="field">
        New name
        <input value={name} autoFocus onChange={(event) => setName(event.target.value)} />
      </label>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
