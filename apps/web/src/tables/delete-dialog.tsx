import type { Server, ServerError } from '@triptych/client'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'

interface DeleteDialogProps {
  server: Server
  table: string
  onClose: () => void
}

export function DeleteDialog({ server, table, onClose }: DeleteDialogProps) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await server.send({ method: 'DELETE', path: `tables/${encodeURIComponent(table)}` })
      onClose()
    } catch (error) {
      setProblem((error as ServerError).message)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={`Delete ${table}?`}
      action="Delete table"
      isDangerous
      isBusy={isBusy}
      onAct={() => void remove()}
      onClose={onClose}
    >
      <p>The table, all its rows and its saved views go for good.</p>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
