import type { Change } from '@triptych/contract/changes'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { Row as StoredRow } from '@triptych/contract/tables'
import { untilAnswered } from './ask.ts'
import { withOptionsMap } from './grid-api.ts'
import type { GridApi, GridColumn, GridState } from './grid-api.ts'
import { outbox } from './outbox.ts'
import { ServerError } from './server-error.ts'
import { placeOfUnloaded } from './shown-rows.ts'
import type { Row } from './shown-rows.ts'
import { cellIn, edited, isSameCell } from './table-cells.ts'
import {
  allRows,
  asksFor,
  fittingQuery,
  headerFilter,
  isPlain,
  sortedBy,
  sortMarks,
} from './table-query.ts'
import type { SortKey, TableQuery } from './table-query.ts'
import { tableRows } from './table-rows.ts'
import { tableWrites } from './table-writes.ts'
import { tempIds } from './temp-ids.ts'
import type { Id } from './temp-ids.ts'
import { tallestPx } from './tallest-px.ts'
import { endOfChain } from './widget.ts'
import type { Connection, ConnectOptions, Handlers, Params } from './widget.ts'

export interface TableOptions extends ConnectOptions {
  table: string
  /** Which rows are shown at first. */
  query?: Partial<TableQuery>
  /** Makes the columns that are shown from those the server proposes. */
  columns?: (columns: GridColumn[], table: TableDescription) => object[]
  /** Told whenever the table is another one than before: it was loaded, changed or renamed. */
  onTable?: (table: TableDescription) => void
  /** Told when a click on a header has changed the order. */
  onSort?: (sort: readonly SortKey[]) => void
  /** Told how many rows the query has. */
  onCount?: (count: number) => void
  /** Told of a new row that the order or the filter puts out of sight. */
  onAddedElsewhere?: (id: Id) => void
}

export interface TableConnection extends Connection {
  /** Shows other rows, or the same in another order. */
  show(query: Partial<TableQuery>): void
}

/** Changes of others come in bursts. */
const burstMs = 100

/**
 * Wires a grid to a table. The grid holds only the rows that are seen, whatever the size of the
 * table: one way for all of them, the server sorts and filters, and the grid copies its rows for
 * each step that can be undone.
 */
export function connectTable(api: GridApi, options: TableOptions): TableConnection {
  const { server, onError = () => {} } = options
  const tag = Symbol('table')
  const ids = tempIds()
  const box = outbox(server, { batches: false })
  const store = api.getStores().data
  let table = options.table
  let query: TableQuery = { ...allRows, ...options.query }
  let described: TableDescription | null = null
  let shownCount = -1
  let isStopped = false
  let sought: { index: number; resolve: () => void } | null = null
  let unfollow: (() => void) | null = null

  const state = () => api.getState() as GridState
  const columns = () => described?.columns ?? []
  const address = () => encodeURIComponent(table)
  const rows = tableRows({ load, show, isPlain: () => isPlain(asked()), onError: failToLoad })
  const writes = tableWrites({
    box,
    ids,
    rows,
    table: address,
    columns,
    rowIn,
    asksFor: (names) => asksFor(asked(), names),
    onError,
  })
  listen()
  // The grid drops them whenever one of its props changes.
  const unmark = api.getReactiveState().sortMarks.subscribe((marks) => {
    if (query.sort.length > 0 && Object.keys(marks).length === 0) mark()
    // The types of SVAR do not tell of it.
  }) as () => void
  const started = start()

  return {
    show(next) {
      query = fitting({ ...query, ...next })
      mark()
      // Before the table is known there is nothing to show, and then the query is known.
      if (described) restart()
    },
    async reload() {
      await started
      await describe()
      rows.refresh(0)
      await rows.settled()
    },
    async settled() {
      await started
      await box.settled()
      await rows.settled()
    },
    stop() {
      if (isStopped) return
      saveEdit()
      isStopped = true
      unmark()
      api.detach(tag)
      unfollow?.()
      rows.end()
    },
  }

  async function start(): Promise<void> {
    const end = await server.follow({
      change,
      reload: () => void describe().then(() => rows.refresh(0)),
    })
    if (isStopped) return end()
    unfollow = end
    await describe()
    mark()
    rows.restart()
    await rows.settled()
  }

  /** By the name it has now: it may get another one while it is asked for. */
  function readTable(): Promise<unknown> {
    return server.send({ method: 'GET', path: `tables/${address()}` })
  }

  async function describe(): Promise<void> {
    let found: TableDescription
    try {
      found = (await untilAnswered(readTable, () => isStopped)) as TableDescription
    } catch (error) {
      return failToLoad(error as ServerError)
    }
    if (isStopped) return
    leaveColumn(found)
    described = found
    query = fitting(query)
    mark()
    const proposed = described.svar.columns as GridColumn[]
    const made = options.columns?.(proposed, described) ?? proposed
    store.setState({ columns: made.map(withOptionsMap) })
    options.onTable?.(described)
  }

  async function load(start: number, end: number, counts: boolean, signal: AbortSignal) {
    const { filter, search, sort } = asked()
    const body = {
      start,
      end,
      count: counts ? 'exact' : 'none',
      tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(filter && { filter }),
      ...(search && { search }),
      ...(sort.length > 0 && { sort }),
    }
    const request = { method: 'POST', path: `${address()}/query`, body, signal } as const
    const found = (await server.send(request)) as { data: StoredRow[]; total: number | null }
    return { data: found.data.map(rowIn), total: found.total }
  }

  function show(data: Row[], start: number, count: number): void {
    const { editor } = state()
    if (editor && data.every(({ id }) => id !== editor.id)) saveEdit()
    const { focusCell, selectedRows, sizes } = state()
    const loaded = (id: Id) => data[(placeOfUnloaded(id) ?? -1) - start]?.id ?? id
    const rowCount = Math.min(count, Math.floor(tallestPx() / sizes.rowHeight))
    store.setState({
      data,
      selectedRows: selectedRows.map(loaded),
      ...(focusCell && { focusCell: { ...focusCell, row: loaded(focusCell.row) } }),
      ...(count !== shownCount && { dynamic: { rowCount } }),
    })
    if (count !== shownCount) options.onCount?.(count)
    shownCount = count
  }

  /** The grid does not know what to do with an editor of a row it holds no more, nor do we after we left. */
  function saveEdit(): void {
    const { editor } = state()
    if (!editor) return
    // First, since the edit shows the rows again.
    store.setState({ editor: null })
    void api.exec('update-cell', editor)
  }

  /** What is typed into a column that is gone has no place any more. */
  function leaveColumn(next: TableDescription): void {
    const { editor } = state()
    if (!editor || next.columns.some(({ name }) => name === editor.column)) return
    store.setState({ editor: null })
    if (!isChanged(editor)) return
    const message = `The table has no column ${editor.column} any more.`
    onError({
      action: 'update-cell',
      error: new ServerError(404, 'tables.unknown_column', message),
    })
  }

  function isChanged({ id, column: name, value }: NonNullable<GridState['editor']>): boolean {
    const column = columns().find((each) => each.name === name)
    const before = rowShown(id)?.[name]
    return column !== undefined && !isSameCell(column, edited(column, value, before), before)
  }

  /** Columns go, and a link may name one that never was. */
  function fitting(asks: TableQuery): TableQuery {
    if (!described) return asks
    const names = new Set(['id', '*', ...columns().map(({ name }) => name)])
    return fittingQuery(asks, (name) => names.has(name))
  }

  function failToLoad(error: ServerError): void {
    if (!isStopped) onError({ action: 'request-data', error })
  }

  /** The query, with what the filters in the header ask. */
  function asked(): TableQuery {
    const header = headerFilter(state().filterValues)
    if (!header) return query
    const rules = [header, ...(query.filter ? [query.filter] : [])]
    return { ...query, filter: { glue: 'and', rules } }
  }

  function mark(): void {
    store.setState({ sortMarks: sortMarks(query.sort) })
  }

  function restart(): void {
    void api.exec('scroll-to', { top: 0 })
    rows.restart()
  }

  function rowIn(stored: StoredRow): Row {
    const cells = columns().map((column) => [column.name, cellIn(column, stored[column.name])])
    return { ...Object.fromEntries(cells), id: ids.shown(stored.id) }
  }

  /** With the changes that are on their way. */
  function rowShown(id: Id): Row | undefined {
    return state().data.find((row) => row.id === id) ?? rows.rowOf(id)
  }

  function change({ area, operation, entity, before, after }: Change): void {
    if (area !== 'tables') return
    if (operation === 'table-changed' && before?.['name'] === table) {
      table = entity
      void describe().then(() => rows.refresh(0))
    }
    const [name, id] = entity.split('/')
    if (name !== table || !/^rows?-/.test(operation)) return
    // Their order among each other stays.
    if (operation === 'rows-moved') return
    if (operation !== 'row-updated') return void rows.refresh(burstMs)
    const changed = columns().filter((column) => column.name in (after ?? {}))
    const cells = changed.map((column) => [column.name, cellIn(column, after?.[column.name])])
    rows.change(ids.shown(Number(id)), Object.fromEntries(cells))
    if (asksFor(asked(), Object.keys(after ?? {}))) rows.refresh(burstMs)
  }

  function listen(): void {
    const intercept = (action: string, handler: (event: Params) => unknown) =>
      api.intercept(action, handler, { tag })

    for (const action of ['open-editor', 'update-cell', 'update-row', 'delete-row', 'copy-row']) {
      intercept(action, ({ id }) => placeOfUnloaded(id) === null)
    }
    intercept('update-cell', (event) => {
      const column = columns().find(({ name }) => name === event['column'])
      if (!column || event['eventSource']) return true
      const before = rowShown(event['id'] as Id)?.[column.name]
      event['value'] = edited(column, event['value'], before)
      return !isSameCell(column, event['value'], before)
    })
    intercept('sort-rows', ({ key, order = 'asc', add }) => {
      const sort = sortedBy(query.sort, { key, order } as SortKey, Boolean(add))
      query = { ...query, sort }
      mark()
      options.onSort?.(sort)
      restart()
      return false
    })
    intercept('filter-rows', ({ key, value }) => {
      const { filterValues } = state()
      const next = typeof key === 'string' ? { ...filterValues, [key]: value } : {}
      store.setState({ filterValues: next })
      restart()
      return false
    })
    // Rows can only be put elsewhere where they are in their own order.
    intercept('move-item', () => isPlain(asked()))
    intercept('hotkey', ({ key }) => {
      if (key !== 'ctrl+home' && key !== 'ctrl+end') return true
      void goTo(key === 'ctrl+home' ? 0 : Math.max(0, shownCount - 1))
      return false
    })
    const handlers: Handlers = {
      'request-data': ({ row }) => {
        const { start, end } = row as { start: number; end: number }
        if (end <= start) return
        rows.want(start, end)
        tellSought()
      },
      'update-cell': ({ id, column, value }) =>
        writes.update('update-cell', id as Id, { [column as string]: value }),
      'update-row': ({ id, row }) => writes.update('update-row', id as Id, row as Params),
      'add-row': (event) => add('add-row', event['row'] as Row, event),
      'copy-row': ({ id, target, mode = 'after' }) => {
        const row = rowShown(id as Id)
        return row && add('copy-row', row, { [mode as string]: target })
      },
      'delete-row': ({ id }) => writes.delete('delete-row', id as Id),
      'move-item': ({ id, inProgress }) => (inProgress ? null : move(id as Id)),
    }
    const sent: Handlers = {}
    for (const [action, handle] of Object.entries(handlers)) {
      sent[action] = (event) => (isStopped ? undefined : handle?.(event))
    }
    api.setNext(endOfChain(sent))
  }

  async function add(action: string, row: Row, place: { before?: Id; after?: Id }): Promise<void> {
    const saved = writes.add(action, row, place)
    if (isPlain(asked()) && !place.before && !place.after) void goTo(shownCount - 1)
    if (!(await saved)) return
    await rows.settled()
    if (!rows.rowOf(row.id)) options.onAddedElsewhere?.(row.id)
  }

  /** The grid has put the row where it belongs; its neighbour tells where that is. */
  async function move(id: Id): Promise<void> {
    const { data } = state()
    const index = data.findIndex((row) => row.id === id)
    const [above, below] = [data[index - 1], data[index + 1]]
    if (above) await writes.move('move-item', id, above.id, 'after')
    else if (below) await writes.move('move-item', id, below.id, 'before')
  }

  /** The grid knows only the rows it holds, so the way to the others is a matter of pixels. */
  async function goTo(index: number): Promise<void> {
    const { sizes, data, focusCell } = state()
    const top = Math.max(0, index + 5 - data.length) * sizes.rowHeight
    await api.exec('scroll-to', { top })
    await new Promise<void>((resolve) => {
      sought = { index, resolve }
      tellSought()
    })
    await rows.settled()
    const row = index === 0 ? state().data[0] : state().data.at(-1)
    if (!row || !focusCell) return
    await api.exec('focus-cell', { row: row.id, column: focusCell.column, eventSource: 'key' })
    await api.exec('select-row', { id: row.id })
  }

  /** The grid asks for the rows only after it has been drawn. */
  function tellSought(): void {
    if (sought && rows.sees(sought.index)) sought.resolve()
  }
}
