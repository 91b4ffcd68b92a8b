import type { Server } from '@triptych/client'
import { Dialog } from '../dialog.tsx'

interface DeleteDialogProps {
  server: Server
  table: string
  onClose: () => void
}

export function DeleteDialog({ server, table, onClose }: DeleteDialogProps) {
  async function remove(): Promise<void> {
    await server.send({ method: 'DELETE', path: `tables/${encodeURIComponent(table)}` })
    onClose()
  }

  return (
    <Dialog
      title={`Delete ${table}?`}
      action="Delete table"
      isDangerous
      onAct={remove}
      onClose={onClose}
    >
      <p>The table, all its rows and its saved views go for good.</p>
    </Dialog>
  )
}
