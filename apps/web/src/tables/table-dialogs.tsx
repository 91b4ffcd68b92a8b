import type { Server } from 'triptych-client'
import type { Imported } from '@triptych/contract/table-import'
import type { TableDescription } from '@triptych/contract/table-schema'
import { lazy, Suspense } from 'react'
import { ColumnsDialog } from './columns-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import type { TableDialog } from './table-toolbar.tsx'
import { t } from '../words/words.ts'
import { titleOf } from './table-titles.ts'

/** It comes when it is asked for. */
const CommentsDialog = lazy(async () => ({
  default: (await import('../comments/comments-dialog.tsx')).CommentsDialog,
}))

interface TableDialogsProps {
  server: Server
  described: TableDescription
  tables: readonly string[]
  /** What is asked about the table. */
  dialog: TableDialog | null
  /** The row whose comments are shown. */
  commented: string | number | null
  onClose: () => void
  onCommentsClose: () => void
  onImported: (imported: Imported) => void
}

/** What is asked about a table, and what people say about a row of it. */
export function TableDialogs(props: TableDialogsProps) {
  const { server, described, tables, dialog, commented, onClose, onCommentsClose } = props
  const { name: table } = described
  return (
    <>
      {commented !== null && (
        <Suspense fallback={null}>
          <CommentsDialog
            server={server}
            thing={{
              of: `${table}/${commented}`,
              name: t('row {commented} of {table}', { commented, table: titleOf(described) }),
            }}
            onClose={onCommentsClose}
          />
        </Suspense>
      )}
      {dialog === 'rename' && <RenameDialog server={server} table={described} onClose={onClose} />}
      {dialog === 'delete' && <DeleteDialog server={server} table={described} onClose={onClose} />}
      {dialog === 'columns' && (
        <ColumnsDialog server={server} table={described} tables={tables} onClose={onClose} />
      )}
      {dialog === 'import' && (
        <ImportDialog
          server={server}
          tables={tables}
          table={table}
          onClose={onClose}
          onDone={(imported) => {
            onClose()
            props.onImported(imported)
          }}
        />
      )}
    </>
  )
}
