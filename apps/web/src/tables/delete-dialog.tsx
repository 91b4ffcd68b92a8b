import type { Server } from 'triptych-client'
import { Dialog } from '../dialog.tsx'
import { t } from '../words/words.ts'

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
      title={t('Delete {table}?', { table })}
      action={t('Delete table')}
      isDangerous
      onAct={remove}
      onClose={onClose}
    >
      <p>{t('The table, all its rows and its saved views go for good.')}</p>
    </Dialog>
  )
}
