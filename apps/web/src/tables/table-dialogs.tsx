import type { Server, TableQuery } from 'triptych-client'
import type { Imported } from '@triptych/contract/table-import'
import type { TableDescription } from '@triptych/contract/table-schema'
import { lazy, Suspense } from 'react'
import { ColumnsDialog } from './columns/columns-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { ReplaceDialog } from './replace/replace-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { writtenColumns } from './table-rights.ts'
import type { TableDialog } from './table-toolbar.tsx'
import { t } from '../words/words.ts'
import { titleOf } from './table-titles.ts'

/** It comes when it is asked for. */
const CommentsDialog = lazy(async () => ({
  default: (await import('../comments/comments-dialog.tsx')).CommentsDialog,
}))

interface TableDialogsProps {
  /** The rows that are shown, and how many they are. */
  query: TableQuery
  count: number | null
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
  /** Told what was done, and by what it is taken back. */
  onDone: (text: string, write: string) => void
}

/** What is asked about a table, and what people say about a row of it. */
export function TableDialogs(props: TableDialogsProps) {
  const { server, described, tables, dialog, commented, onDone, onClose, onCommentsClose } = props
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
      {dialog === 'rename' && <RenameDialog {...{ server, onDone, onClose }} table={described} />}
      {dialog === 'delete' && <DeleteDialog {...{ server, onDone, onClose }} table={described} />}
      {dialog === 'columns' && (
        <ColumnsDialog {...{ server, tables, onDone, onClose }} table={described} />
      )}
      {dialog === 'replace' && (
        // What is typed right behind its key must not go into the cells.
        <ReplaceDialog
          {...{ server, table, onDone, onClose }}
          columns={writtenColumns(described)}
          query={props.query}
          count={props.count}
        />
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
