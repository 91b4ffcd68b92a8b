import { sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { Table } from '@triptych/contract/tables'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { t } from '../words/words.ts'
import { titleOf } from './table-titles.ts'

interface RenameDialogProps {
  server: Server
  table: Table
  /** Told what was done, and by what it is taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
}

/** Another title leaves the address alone, so that links to the table go on. */
export function RenameDialog({ server, table, onDone, onClose }: RenameDialogProps) {
  const old = titleOf(table)
  // A name that comes after the dialog has opened is shown, unless one has typed another.
  const [typedTitle, setTitle] = useState<string | null>(null)
  const [typedName, setName] = useState<string | null>(null)
  const title = typedTitle ?? old
  const name = typedName ?? table.name
  const changes = [
    ...(title.trim() === old ? [] : [{ title: title.trim() }]),
    ...(name.trim() === table.name ? [] : [{ rename: name.trim() }]),
  ]

  async function rename(): Promise<void> {
    const path = `tables/${encodeURIComponent(table.name)}`
    const { write } = await sendWrite(server, { method: 'PATCH', path, body: { changes } })
    onClose()
    onDone(t('{column} is called {to} now.', { column: old, to: title.trim() }), write)
  }

  return (
    <Dialog
      title={t('Rename {table}', { table: old })}
      action={t('Rename')}
      isDisabled={!title.trim() || !name.trim() || changes.length === 0}
      onAct={rename}
      onClose={onClose}
    >
      <label className="field">
        {t('New name')}
        <input
          value={title}
          autoFocus
          autoComplete="off"
          maxLength={100}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <label className="field">
        {t('In its address')}
        <input value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </label>
      <small>{t('Letters, digits, _ and -. Links to the table go by this.')}</small>
    </Dialog>
  )
}
