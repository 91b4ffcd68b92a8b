import { Grid, registerInlineEditor } from '@svar-ui/react-grid'
import type { IApi } from '@svar-ui/react-grid'
import { connectTable, emptyTable, groupRows, isHeading, isStandIn } from 'triptych-client'
import type {
  GroupHeading,
  LoadState,
  Saved,
  Server,
  SortKey,
  TableConnection,
  TableQuery,
} from 'triptych-client'
import { useCallback, useEffect, useRef } from 'react'
import { refuseWrites } from '../../refuse-writes.ts'
import type { ViewProps } from '../../view.ts'
import { frozenCount } from '../columns/column-layout.tsx'
import { CellEditor } from '../cells/cell-editor.tsx'
import { settings } from '../../settings/settings.ts'
import { gridColumns } from './grid-columns.tsx'
import type { References } from '../cells/references.ts'
import type { ColumnLayout } from '../views/table-address.ts'
import type { TableRights } from '../table-rights.ts'
import '@svar-ui/react-grid/style.css'

// Its types spell the names of the props in another way than it does.
registerInlineEditor('cell', CellEditor as never)

export interface TableGridProps {
  server: Server
  table: string
  references: References
  query: TableQuery
  layout: ColumnLayout
  /** What stands below the columns. */
  totalTexts: Readonly<Record<string, string>>
  /** By the role; which columns that is true for, the table says. */
  mayChange: boolean
  rights: TableRights
  onApi: (api: IApi | null, connection?: TableConnection) => void
  onSort: (sort: readonly SortKey[]) => void
  onWidth: (column: string, width: number) => void
  onCount: (count: number) => void
  onGroups: (headings: readonly GroupHeading[] | null) => void
  onLoad: (load: LoadState) => void
  onAddedElsewhere: (id: string | number) => void
  onSaved: (saved: Saved) => void
  onError: ViewProps['tellFailure']
}

const rowWrites = ['add-row', 'delete-row', 'copy-row', 'cut-row', 'paste-row', 'move-item']
const cellWrites = ['open-editor', 'update-row', 'update-cell']

// The grid starts anew whenever one of these is another object.
const isCompact = settings.density === 'compact'
const sizes = { rowHeight: isCompact ? 26 : 32, headerHeight: 36, footerHeight: 32 }
const rowStyle = ({ id }: { id: unknown }) =>
  isHeading(id) ? 'row-heading' : isStandIn(id) ? 'row-unloaded' : ''
// Keys belong to the layer of cells.
const hotkeys = Object.fromEntries(
  'tab shift+tab arrowup arrowdown arrowright arrowleft enter escape f2 home end ctrl+home ctrl+end'
    .split(' ')
    .map((key) => [key, false]),
)
const columnStyle = (column: object) => `cell-${(column as { kind?: string }).kind ?? 'text'}`

export function TableGrid(props: TableGridProps) {
  const { query, layout, totalTexts, references } = props
  const latest = useRef(props)
  latest.current = props
  const api = useRef<IApi | null>(null)
  const connection = useRef<TableConnection | null>(null)
  const asked = useRef('')

  const init = useCallback((made: IApi) => {
    const { server, table, onApi } = latest.current
    api.current = made
    asked.current = JSON.stringify(latest.current.query)
    connection.current = connectTable(made, {
      server,
      table,
      query: latest.current.query,
      groups: groupRows,
      columns: (proposed, described) => {
        const columns = gridColumns(proposed, described, latest.current)
        freeze(made, columns, latest.current.layout.frozen)
        return columns
      },
      onSort: (sort) => {
        asked.current = JSON.stringify({ ...latest.current.query, sort })
        latest.current.onSort(sort)
      },
      onCount: (count) => latest.current.onCount(count),
      onGroups: (headings) => latest.current.onGroups(headings),
      onLoad: (load) => latest.current.onLoad(load),
      onAddedElsewhere: (id) => latest.current.onAddedElsewhere(id),
      onSaved: (saved) => latest.current.onSaved(saved),
      onError: (failure) => latest.current.onError(failure),
    })
    made.on('resize-column', ({ id, width, inProgress }) => {
      if (!inProgress && width) latest.current.onWidth(String(id), Math.round(width))
    })
    const { rights } = latest.current
    refuseWrites(made, [...(rights.rows ? [] : rowWrites), ...(rights.cells ? [] : cellWrites)])
    onApi(made, connection.current)
  }, [])

  useEffect(
    () => () => {
      connection.current?.stop()
      latest.current.onApi(null)
    },
    [],
  )

  useEffect(() => connection.current?.showColumns(), [references, layout, totalTexts])

  useEffect(() => {
    const text = JSON.stringify(query)
    if (text === asked.current) return
    asked.current = text
    connection.current?.show(query)
  }, [query])

  return (
    <Grid
      {...emptyTable}
      multiselect
      sizes={sizes}
      footer={Object.keys(layout.totals).length > 0}
      rowStyle={rowStyle}
      columnStyle={columnStyle}
      hotkeys={hotkeys}
      init={init}
    />
  )
}

function freeze(api: IApi, columns: object[], frozen: string | null): void {
  const room = document.querySelector('.grid-area')?.clientWidth ?? 0
  const left = frozenCount(columns, frozen, room)
  const store = api.getStores().data
  if ((store.getState().split?.left ?? 0) !== left) store.setState({ split: { left } })
}
