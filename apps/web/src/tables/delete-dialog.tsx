import type { Server } from 'triptych-client'
import type { Table } from '@triptych/contract/tables'
import { Dialog } from '../dialog.tsx'
import { t } from '../words/words.ts'
import { titleOf } from './table-titles.ts'

interface DeleteDialogProps {
  server: Server
  table: Table
  onClose: () => void
}

export function DeleteDialog({ server, table, onClose }: DeleteDialogProps) {
  async function remove(): Promise<void> {
    await server.send({ method: 'DELETE', path: `tables/${encodeURIComponent(table.name)}` })
    onClose()
  }

  return (
    <Dialog
      title={t('Delete {table}?', { table: titleOf(table) })}
      action={t('Delete table')}
      isDangerous
      onAct={remove}
      onClose={onClose}
    >
      <p>{t('The table, all its rows and its saved views go for good.')}</p>
    </Dialog>
  )
}
