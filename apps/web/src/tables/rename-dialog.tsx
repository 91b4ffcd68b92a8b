import type { Server } from 'triptych-client'
import { NameDialog } from '../name-dialog.tsx'
import { t } from '../words/words.ts'

interface RenameDialogProps {
  server: Server
  table: string
  onClose: () => void
}

export function RenameDialog({ server, table, onClose }: RenameDialogProps) {
  async function rename(name: string): Promise<void> {
    const body = { changes: [{ rename: name }] }
    await server.send({ method: 'PATCH', path: `tables/${encodeURIComponent(table)}`, body })
    onClose()
  }

  return (
    <NameDialog
      title={t('Rename {table}', { table })}
      action={t('Rename')}
      label={t('New name')}
      name={table}
      onName={rename}
      onClose={onClose}
    />
  )
}
