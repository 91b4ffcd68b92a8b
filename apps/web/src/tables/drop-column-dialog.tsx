import type { Server } from 'triptych-client'
import { Dialog } from '../dialog.tsx'
import { t } from '../words/words.ts'

interface DropColumnDialogProps {
  server: Server
  table: string
  column: string
  onClose: () => void
}

export function DropColumnDialog({ server, table, column, onClose }: DropColumnDialogProps) {
  async function drop(): Promise<void> {
    const path = `tables/${encodeURIComponent(table)}`
    await server.send({ method: 'PATCH', path, body: { changes: [{ dropColumn: column }] } })
    onClose()
  }

  return (
    <Dialog
      title={t('Delete the column {column}?', { column })}
      action={t('Delete')}
      isDangerous
      onAct={drop}
      onClose={onClose}
    >
      <p>{t('Its values go from all rows. The history can bring them back.')}</p>
    </Dialog>
  )
}
