import { sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import { Dialog } from '../../dialog.tsx'
import { t } from '../../words/words.ts'

interface DropColumnDialogProps {
  server: Server
  table: string
  column: string
  /** Told what was done, and by what it is taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
}

export function DropColumnDialog({
  server,
  table,
  column,
  onDone,
  onClose,
}: DropColumnDialogProps) {
  async function drop(): Promise<void> {
    const path = `tables/${encodeURIComponent(table)}`
    const body = { changes: [{ dropColumn: column }] }
    const { write } = await sendWrite(server, { method: 'PATCH', path, body })
    onClose()
    onDone(t('The column {name} was deleted.', { name: column }), write)
  }

  return (
    <Dialog
      title={t('Delete the column {column}?', { column })}
      action={t('Delete')}
      isDangerous
      onAct={drop}
      onClose={onClose}
    >
      <p>{t('Its values go from all rows. Undo brings them back.')}</p>
    </Dialog>
  )
}
