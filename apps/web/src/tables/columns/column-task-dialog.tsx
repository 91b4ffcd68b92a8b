import { sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { TableDescription } from '@triptych/contract/table-schema'
import { NameDialog } from '../../name-dialog.tsx'
import { ColumnDialog } from './column-dialog.tsx'
import type { DialogTask } from './column-menu.ts'
import { DropColumnDialog } from './drop-column-dialog.tsx'
import { t } from '../../words/words.ts'

interface ColumnTaskDialogProps {
  server: Server
  table: TableDescription
  tables: readonly string[]
  column: string
  task: DialogTask
  onRenamed: (to: string) => void
  onAdded: (side: 'before' | 'after', name: string) => void
  /** Told what was done, and by what it is taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
}

/** The form for what the menu of a column offers. */
export function ColumnTaskDialog(props: ColumnTaskDialogProps) {
  const { server, table, tables, column, task, onRenamed, onAdded, onDone, onClose } = props

  async function rename(to: string): Promise<void> {
    const path = `tables/${encodeURIComponent(table.name)}`
    const changes = [{ renameColumn: { from: column, to } }]
    // The table may be known to have it before the answer comes.
    onRenamed(to)
    const { write } = await sendWrite(server, { method: 'PATCH', path, body: { changes } })
    onClose()
    onDone(t('{column} is called {to} now.', { column, to }), write)
  }

  switch (task) {
    case 'rename':
      return (
        <NameDialog
          title={t('Rename {column}', { column })}
          action={t('Rename')}
          label={t('Name of the column')}
          name={column}
          onName={rename}
          onClose={onClose}
        />
      )
    case 'delete':
      return <DropColumnDialog {...{ server, column, onDone, onClose }} table={table.name} />
    case 'change':
      return (
        <ColumnDialog
          server={server}
          table={table}
          tables={tables}
          column={column}
          onNamed={onRenamed}
          onDone={onDone}
          onClose={onClose}
        />
      )
    default:
      return (
        <ColumnDialog
          server={server}
          table={table}
          tables={tables}
          column={column}
          side={task}
          onNamed={(name) => onAdded(task, name)}
          onDone={onDone}
          onClose={onClose}
        />
      )
  }
}
