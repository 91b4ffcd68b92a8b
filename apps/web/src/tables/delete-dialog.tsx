import { sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { Table } from '@triptych/contract/tables'
import { Dialog } from '../dialog.tsx'
import { t } from '../words/words.ts'
import { titleOf } from './table-titles.ts'

interface DeleteDialogProps {
  server: Server
  table: Table
  /** Told what was done, and by what it is taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
}

export function DeleteDialog({ server, table, onDone, onClose }: DeleteDialogProps) {
  async function remove(): Promise<void> {
    const path = `tables/${encodeURIComponent(table.name)}`
    const { write } = await sendWrite(server, { method: 'DELETE', path })
    onClose()
    onDone(t('{table} was deleted.', { table: titleOf(table) }), write)
  }

  return (
    <Dialog
      title={t('Delete {table}?', { table: titleOf(table) })}
      action={t('Delete table')}
      isDangerous
      onAct={remove}
      onClose={onClose}
    >
      <p>{t('The table goes with all its rows and its saved views. Undo brings them back.')}</p>
    </Dialog>
  )
}
