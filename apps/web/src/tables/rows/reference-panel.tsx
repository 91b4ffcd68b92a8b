import type { Server } from 'triptych-client'
import { useRights } from '../../accounts/rights.ts'
import { LoadNote } from '../../load-note.tsx'
import type { ViewProps } from '../../view.ts'
import { copyRowLink } from './row-link.ts'
import { RowPanel } from './row-panel.tsx'
import { tableRights } from '../table-rights.ts'
import { useTable } from '../use-table.ts'
import { t } from '../../words/words.ts'
import { titleOf } from '../table-titles.ts'

interface ReferencePanelProps extends Pick<ViewProps, 'tell' | 'showHistory'> {
  server: Server
  table: string
  id: number
  onClose: () => void
}

const none = { above: null, below: null }

/** A row of another table as a form, over the one that is shown. */
export function ReferencePanel({
  server,
  table,
  id,
  tell,
  showHistory,
  onClose,
}: ReferencePanelProps) {
  const { loaded, load } = useTable(server, table, () => {})
  const { change } = useRights()
  const rights = loaded && tableRights(loaded.described, change)
  return (
    <div
      className="reference-over"
      onKeyDown={(event) => event.key === 'Escape' && !loaded && onClose()}
    >
      {loaded && rights ? (
        <RowPanel
          server={server}
          table={loaded.described}
          references={loaded.references}
          id={id}
          order={[]}
          mayChange={rights.cells}
          neighbours={none}
          onRow={() => {}}
          onHistory={() => {
            const name = t('row {id} of {name}', { id, name: titleOf(loaded.described) })
            showHistory({ of: `${table}/${id}`, name, mayChange: rights.rows || rights.cells })
          }}
          onCopyLink={() => copyRowLink(table, id, tell)}
          onClose={onClose}
        />
      ) : (
        <LoadNote load={load} failed={t('The row could not be loaded.')} />
      )}
    </div>
  )
}
