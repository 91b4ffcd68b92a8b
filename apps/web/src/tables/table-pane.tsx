import type { IApi } from '@svar-ui/react-grid'
import type { Failure, LoadState, Saved } from 'triptych-client'
import type { Imported } from '@triptych/contract/table-import'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useRights } from '../accounts/rights.ts'
import { tellDone } from '../history/told-deeds.ts'
import { LoadNote } from '../load-note.tsx'
import type { ViewProps } from '../view.ts'
import { fitInGrid, groupedBy, groupsIn } from './columns/column-menu.ts'
import { ColumnTools } from './columns/column-tools.tsx'
import type { Made } from './cells/use-cells.tsx'
import { FileTools } from './files/file-tools.tsx'
import { FilterPanel } from './filter/filter-panel.tsx'
import { fittingAddress } from './columns/fitting-address.ts'
import { keepLayout, withKeptLayout } from './views/kept-layout.ts'
import { GridArea } from './grid/grid-area.tsx'
import { valuesOfFilter } from './filter/filter-values.ts'
import { withinGroups } from './groups/group-filter.ts'
import { GroupPanel } from './groups/group-panel.tsx'
import type { GroupPath } from './groups/group-panel.tsx'
import { plainAddress, readTableAddress, writeTableAddress } from './views/table-address.ts'
import type { TableAddress } from './views/table-address.ts'
import type { Cells } from './cells/cell-context.ts'
import { RowTools } from './rows/row-tools.tsx'
import { ReferenceTools } from './rows/reference-tools.tsx'
import { NoRows } from './rows/no-rows.tsx'
import { useReplaceKey } from './replace/use-replace-key.ts'
import { TableDialogs } from './table-dialogs.tsx'
import { TableGrid } from './grid/table-grid.tsx'
import { tableRights, writtenColumns } from './table-rights.ts'
import { TableStatus } from './grid/table-status.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { TableDialog } from './table-toolbar.tsx'
import { totalText } from './total-texts.ts'
import { firstField, useFilterBar } from './filter/use-filter-bar.ts'
import { useTable } from './use-table.ts'
import { useGridGroups } from './groups/use-grid-groups.ts'
import { useTotals } from './groups/use-totals.ts'
import {
  namesIn,
  orderedNames,
  renamedAddress,
  viewAddress,
  viewNamed,
} from './views/view-address.ts'
import { ViewBar } from './views/view-bar.tsx'
import { locale } from '../place/locale.ts'
import { counted, t } from '../words/words.ts'

const noPath: GroupPath = []

interface TablePaneProps extends ViewProps {
  table: string
  tables: readonly string[]
  /** Made just now: the focus goes to what makes its first row. */
  isFresh: boolean
  onImported: (imported: Imported) => void
}

/** One table: its grid and all there is to do with it. */
export function TablePane(props: TablePaneProps) {
  const { server, query, go, tell, tellFailure, wayBack, showHistory, table, tables, onImported } =
    props
  const { standAt } = props
  const { loaded, load, refresh } = useTable(server, table, (error) =>
    tellFailure({ action: 'request-data', error }),
  )
  const { change: mayChange } = useRights()
  const [rowsLoad, setRowsLoad] = useState<LoadState>({ state: 'loading' })
  const described = loaded?.described ?? null
  const [api, setApi] = useState<IApi | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const [cells, setCells] = useState<Cells | null>(null)
  const refuse = useRef<(failure: Failure) => boolean>(() => false)
  const [count, setCount] = useState<number | null>(null)
  const [dialog, setDialog] = useState<TableDialog | null>(null)
  const [fresh, setFresh] = useState<number | null>(null)
  const [commented, setCommented] = useState<string | number | null>(null)
  const text = query.toString()
  const [renames, setRenames] = useState<ReadonlyMap<string, string>>(new Map())
  const { base, linked } = useMemo(() => {
    const asked = withKeptLayout(table, new URLSearchParams(text))
    const view = viewNamed(described?.views ?? [], asked.get('view'))
    const from = view && described ? viewAddress(view, described) : plainAddress
    return { base: from, linked: { ...readTableAddress(asked, from), view: from.view } }
  }, [table, text, described])
  const address = useMemo(() => {
    if (!described) return linked
    return fittingAddress(renamedAddress(linked, described, renames), described)
  }, [linked, described, renames])
  const bar = useFilterBar(address.filter !== null)
  const { filter, search, sort, hidden, order, widths, frozen, totals } = address
  const whole = useMemo(() => ({ filter, search, sort }), [filter, search, sort])
  const hasTotals = Object.keys(totals).length > 0
  const groups = groupsIn(address)
  const isInGrid = !address.groupsBeside && fitInGrid(groups, described?.columns ?? [])
  const { grouping, ...inGrid } = useGridGroups(table, groups, whole, totals, isInGrid, tell)
  const isBeside = groups.length > 0 && !grouping
  const [part, setPart] = useState<{ of: string; path: GroupPath } | null>(null)
  const path = isBeside && part?.of === JSON.stringify(groups) ? part.path : noPath
  const rows = useMemo(
    () => withinGroups(whole, groups, described?.columns ?? [], path),
    [whole, path, described],
  )
  const gridQuery = useMemo(() => ({ ...rows, groups: grouping }), [rows, grouping])
  const all = inGrid.count ?? count
  const layout = useMemo(
    () => ({ hidden, order, widths, frozen, totals }),
    // They are made anew with each address, the same or not.
    [JSON.stringify([[...hidden], order, widths, frozen, totals])],
  )

  const [sums] = useTotals(server, table, rows, null, totals, hasTotals)
  const totalTexts = useMemo(() => {
    const columnOf = (name: string) => described?.columns.find((one) => one.name === name)
    const texts = Object.entries(totals).map(
      ([name, total]) => [name, totalText(columnOf(name), total, sums?.values[name])] as const,
    )
    return Object.fromEntries(texts)
  }, [layout, sums, described])

  useEffect(() => {
    if (address === linked) return
    changeAddress({})
    if (address.filter === linked.filter && address.sort.length === linked.sort.length) return
    tell({
      kind: 'info',
      text: t('The filter or the order names what the table does not have; that was left out.'),
    })
  }, [address, linked])

  // What was just saved is said by the name of the view alone.
  useEffect(() => {
    if (base.view === null) return
    const said = writeTableAddress(address, base)
    if ([...query.keys()].some((key) => !(key in said))) changeAddress({})
  }, [base])

  const isLoaded = described !== null
  // The address says how the columns stand, so that another one is another.
  useEffect(() => {
    if (isLoaded && withKeptLayout(table, query).size > query.size) changeAddress({})
  }, [isLoaded, table, text])

  useEffect(() => {
    const view = query.get('view')
    if (!isLoaded || view === null || base.view !== null) return
    tell({
      kind: 'info',
      text: t('There is no view {view} any more; these are all rows.', { view }),
    })
    changeAddress({})
  }, [isLoaded])

  function changeAddress(change: Partial<TableAddress>, replace = true): void {
    const said = writeTableAddress({ ...address, ...change }, base)
    keepLayout(table, said)
    go([table], said, { replace })
  }

  const change = useRef(changeAddress)
  change.current = changeAddress
  useEffect(() => () => wayBack.forgetNoted(), [table])

  /** Whoever has dragged a column may want it back, as after all that is saved. */
  function arrange(next: Partial<TableAddress>): void {
    const was = { order, hidden }
    wayBack.note({
      undo: () => change.current(was),
      redo: () => change.current(next),
      undone: t('Undone: the order of the columns.'),
      redone: t('Done again: the order of the columns.'),
    })
    changeAddress(next)
  }

  function exportAddress(format: string): string {
    const asked = address
    const names = described ? orderedNames(namesIn(described), order) : []
    const shown = names.filter((id) => !hidden.has(id))
    const isPlain = hidden.size === 0 && order.length === 0
    const parameters = new URLSearchParams({
      format,
      ...(asked.filter && { filter: JSON.stringify(asked.filter) }),
      ...(asked.search && { search: asked.search }),
      ...(asked.sort.length > 0 && { sort: JSON.stringify(asked.sort) }),
      ...(!isPlain && { fields: JSON.stringify(shown.filter((id) => id !== 'id')) }),
      tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    return server.address(`${encodeURIComponent(table)}/export?${parameters}`)
  }

  /** It has no cell here to type into, and a form instead. */
  function showElsewhere(id: string | number): void {
    const row = made?.connection.realId(id)
    // Not where somebody does something else by now.
    if (typeof row === 'number' && cells?.edits.isOpening()) {
      setFresh(row)
      changeAddress({ row })
    }
    tell({
      kind: 'info',
      text: t('The row was added, but the filter or the order puts it elsewhere.'),
      action: {
        label: t('Show all rows'),
        run: () => changeAddress({ filter: null, search: '', sort: [] }, false),
      },
    })
  }

  const mayReplace = described !== null && tableRights(described, mayChange).cells
  useReplaceKey(() => mayReplace && setDialog('replace'))

  const { undoWrite } = wayBack
  const offer = useMemo(
    () => tellDone({ tell, undoWrite }, (count) => t('Deleted {count} rows.', { count })),
    [tell, undoWrite],
  )
  const offerUndo = (text: string, write: string) =>
    tell({
      kind: 'info',
      text,
      action: { label: t('Undo'), run: () => undoWrite(write) },
      isUndo: true,
    })
  function told(saved: Saved): void {
    const { action, count: all, write } = saved
    if (all !== undefined && action === 'delete-row') {
      offerUndo(t('Deleted {count} rows.', { count: all.toLocaleString(locale) }), write)
    } else if (all !== undefined) {
      offerUndo(counted(all, 'One row was changed.', '{count} rows were changed.'), write)
    } else if (action === 'delete-row') offer(saved, t('Deleted a row.'))
  }

  if (!loaded || !described)
    return <LoadNote load={load} failed={t('The table could not be loaded.')} />
  const rights = tableRights(described, mayChange)
  return (
    <>
      <ViewBar
        server={server}
        table={described}
        base={base}
        address={address}
        rights={rights}
        go={go}
        tell={tell}
        onSaved={refresh}
      />
      <TableToolbar
        api={api}
        table={described}
        rights={rights}
        wayBack={wayBack}
        address={address}
        onAddress={changeAddress}
        exportAddress={exportAddress}
        filterButton={bar.button}
        isFilterShown={bar.isShown}
        onFilter={() =>
          bar.isShown ? bar.close() : bar.open(filter ? null : firstField(described, address))
        }
        onDialog={setDialog}
        showHistory={showHistory}
        realId={(row) => made?.connection.realId(row) ?? row}
        isFresh={props.isFresh}
        onAdd={() => cells?.edits.add({})}
        onComments={setCommented}
      />
      {bar.isShown && (
        <FilterPanel
          server={server}
          table={described}
          filter={filter}
          wanted={bar.wanted}
          onChange={(next) => changeAddress({ filter: next })}
          onClose={bar.close}
        />
      )}
      <div className="table-split">
        <FileTools {...{ server, tell, api, rights }} table={described}>
          {isBeside && (
            <GroupPanel
              // What is open in it is of these groups.
              key={JSON.stringify(groups)}
              {...{ server, table, groups, totals }}
              query={whole}
              columns={described.columns}
              references={loaded.references}
              shown={path}
              onShow={(shown) => setPart({ of: JSON.stringify(groups), path: shown })}
              onClose={() => changeAddress(groupedBy([]))}
            />
          )}
          <GridArea
            lines={count === null ? null : count + inGrid.headings}
            grouping={grouping}
            onFold={inGrid.onFold}
            made={made}
            described={described}
            references={loaded.references}
            refuse={refuse}
            onCells={setCells}
            {...{ server, rights, tell, standAt }}
            newRow={valuesOfFilter(rows.filter, writtenColumns(described))}
            groupColumns={grouping?.levels.map(({ column }) => column) ?? []}
          >
            <TableGrid
              // It is told at its start what it has to refuse.
              key={JSON.stringify(rights)}
              {...{ server, table, layout, totalTexts, mayChange, rights }}
              references={loaded.references}
              query={gridQuery}
              onApi={(grid, connection) => {
                setApi(grid)
                setMade(grid && connection ? { api: grid, connection } : null)
              }}
              onSort={(next) => changeAddress({ sort: next })}
              onWidth={(column, width) => changeAddress({ widths: { ...widths, [column]: width } })}
              onCount={setCount}
              onGroups={inGrid.onGroups}
              onLoad={setRowsLoad}
              onAddedElsewhere={showElsewhere}
              onSaved={told}
              onError={(failure) => refuse.current(failure) || tellFailure(failure)}
            />
            <ColumnTools
              server={server}
              table={described}
              tables={tables}
              address={address}
              rights={rights}
              onAddress={changeAddress}
              onArrange={arrange}
              onFilter={bar.open}
              onSelect={(column) => cells?.store.selectAll(column)}
              onRenamed={(from, to) => setRenames(new Map([...renames, [from, to]]))}
              onDone={offerUndo}
            />
            {rowsLoad.state === 'failed' && (
              <LoadNote
                load={rowsLoad}
                failed={t('The rows could not be loaded.')}
                className="no-rows"
              />
            )}
            {all === 0 && (
              <NoRows
                isFiltered={Boolean(filter || search)}
                mayAdd={rights.rows}
                onShowAll={() => changeAddress({ filter: null, search: '' }, false)}
                onImport={() => setDialog('import')}
              />
            )}
          </GridArea>
          <RowTools
            server={server}
            api={api}
            table={described}
            references={loaded.references}
            address={address}
            rights={rights}
            tell={tell}
            showHistory={showHistory}
            realId={(row) => made?.connection.realId(row) ?? row}
            onAddress={changeAddress}
            fresh={fresh}
            onFirstField={(field) => {
              setFresh(null)
              cells?.edits.goOnIn(field)
            }}
            onInsert={(beside) => cells?.edits.add(beside)}
            onFilter={(next) => {
              bar.show()
              changeAddress({ filter: next })
            }}
            onComments={setCommented}
          />
          <ReferenceTools {...{ server, api, tell, showHistory }} table={described} />
        </FileTools>
      </div>
      <TableStatus
        {...{ server, table, api }}
        query={rows}
        cells={cells?.store ?? null}
        count={count}
        all={all}
        isFound={Boolean(rows.filter || search)}
      />
      <TableDialogs
        {...{ server, described, tables, dialog, commented, onImported, count: all }}
        query={rows}
        onDone={offerUndo}
        onClose={() => setDialog(null)}
        onCommentsClose={() => setCommented(null)}
      />
    </>
  )
}
