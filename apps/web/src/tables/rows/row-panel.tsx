import type { Server } from 'triptych-client'
import type { TableDescription } from '@triptych/contract/table-schema'
import clock from 'lucide-static/icons/history.svg?raw'
import close from 'lucide-static/icons/x.svg?raw'
import down from 'lucide-static/icons/chevron-down.svg?raw'
import link from 'lucide-static/icons/link.svg?raw'
import up from 'lucide-static/icons/chevron-up.svg?raw'
import { useEffect, useRef } from 'react'
import { writeAddress } from '../../address.ts'
import { CommentsPanel } from '../../comments/comments-panel.tsx'
import { Icon } from '../../icon.tsx'
import { PointingRows } from './pointing-rows.tsx'
import type { References } from '../cells/references.ts'
import { RowField } from './row-field.tsx'
import { lockedColumns } from '../table-rights.ts'
import { useRow } from './use-row.ts'
import { namesIn, orderedNames } from '../views/view-address.ts'
import { t } from '../../words/words.ts'

interface RowPanelProps {
  server: Server
  table: TableDescription
  references: References
  id: number
  order: readonly string[]
  mayChange: boolean
  /** The rows above and below it in the grid, where they are known. */
  neighbours: { above: number | null; below: number | null }
  /** Is given the first field of a row that was just added, which goes on there. */
  onFirstField?: ((field: Element) => void) | null
  onRow: (id: number) => void
  onHistory: () => void
  onCopyLink: () => void
  onClose: () => void
}

/** One row as a form, beside the grid. */
export function RowPanel(props: RowPanelProps) {
  const { server, table, references, id, order, mayChange, neighbours } = props
  const { row, problem, again } = useRow(server, table.name, id)
  const panel = useRef<HTMLElement>(null)

  useEffect(() => panel.current?.focus(), [])

  const isThere = row !== null
  useEffect(() => {
    if (!isThere || !props.onFirstField) return
    const fields = '.row-field :is(input, textarea, select):enabled'
    const first = panel.current?.querySelector<HTMLElement>(fields)
    if (!first) return
    first.focus()
    props.onFirstField(first)
  }, [isThere])

  async function save(column: string, value: unknown): Promise<void> {
    const path = `${encodeURIComponent(table.name)}/${id}`
    await server.send({ method: 'PUT', path, body: { row: { [column]: value } } })
    again()
  }

  const locked = lockedColumns(table)
  const names = orderedNames(namesIn(table), order)
  const columns = names.flatMap((name) => table.columns.find((one) => one.name === name) ?? [])
  const title = columns.find(({ type }) => type === 'text')
  const text = title && row?.[title.name]
  const heading = typeof text === 'string' && text !== '' ? text : t('Row {id}', { id })
  return (
    <aside
      ref={panel}
      className="row-panel"
      aria-label={t('Row {id}', { id })}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && props.onClose()}
    >
      <header>
        <PanelButton
          label={t('The row above')}
          icon={up}
          isDisabled={neighbours.above === null}
          onClick={() => props.onRow(neighbours.above!)}
        />
        <PanelButton
          label={t('The row below')}
          icon={down}
          isDisabled={neighbours.below === null}
          onClick={() => props.onRow(neighbours.below!)}
        />
        <h2 title={heading}>{heading}</h2>
        <PanelButton label={t('Copy a link to this row')} icon={link} onClick={props.onCopyLink} />
        <PanelButton label={t('History of this row')} icon={clock} onClick={props.onHistory} />
        <PanelButton label={t('Close the form')} icon={close} onClick={props.onClose} />
      </header>
      <div className="content">
        {problem && <p className="problem">{problem}</p>}
        {row &&
          columns.map((column) => {
            const { name, reference } = column
            const named = reference ? row[name] : null
            return (
              <RowField
                key={`${id} ${name}`}
                column={column}
                value={row[name]}
                isLocked={!mayChange || locked.includes(name)}
                rows={references.get(name)}
                href={
                  reference && typeof named === 'number'
                    ? writeAddress('tables', [reference.table], { row: String(named) })
                    : null
                }
                onSave={(value) => save(name, value)}
              />
            )
          })}
        {row && (
          <>
            <PointingRows server={server} table={table.name} id={id} />
            <section>
              <h3>{t('Comments')}</h3>
              <CommentsPanel key={id} server={server} of={`${table.name}/${id}`} />
            </section>
          </>
        )}
      </div>
    </aside>
  )
}

interface PanelButtonProps {
  label: string
  icon: string
  isDisabled?: boolean
  onClick: () => void
}

function PanelButton({ label, icon, isDisabled = false, onClick }: PanelButtonProps) {
  return (
    <button
      type="button"
      className="plain icon-only"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon svg={icon} />
    </button>
  )
}
