import type { Change } from '@triptych/contract/changes'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { Row as StoredRow } from '@triptych/contract/tables'
import { untilAnswered } from './ask.ts'
import { firstLoad } from './first-load.ts'
import type { GridApi, GridColumn, GridState } from './grid-api.ts'
import { groupedRows } from './grouped-rows.ts'
import { outbox } from './outbox.ts'
import { ServerError } from './server-error.ts'
import { isStandIn, placeOfUnloaded } from './shown-rows.ts'
import type { Row } from './shown-rows.ts'
import { cellIn, edited, isSameCell } from './table-cells.ts'
import { tableColumns } from './table-columns.ts'
import { tableEditor } from './table-editor.ts'
import type { Arranged } from './table-groups.ts'
import { tableHistory } from './table-history.ts'
import type { TableConnection, TableOptions } from './table-options.ts'
import { tablePlaces } from './table-places.ts'
import {
  allRows,
  asksFor,
  fittingQuery,
  headerFilter,
  isFolding,
  isPlain,
  narrowed,
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
import type { Handlers, Params, Saved } from './widget.ts'

/** Changes of others come in bursts. */
const burstMs = 100

/**
 * Wires a grid to a table. The grid holds only the rows that are seen, whatever the size of the
 * table: one way for all of them, and the server sorts and filters.
 */
export function connectTable(api: GridApi, options: TableOptions): TableConnection {
  const { server, onError = () => {} } = options
  const tag = Symbol('table')
  const ids = tempIds()
  const box = outbox(server, { batches: 'deletions' })
  const endWriter = server.addWriter(() => box.settled())
  const store = api.getStores().data
  let table = options.table
  let query: TableQuery = { ...allRows, ...options.query }
  let described: TableDescription | null = null
  let [shownCount, shownLines, shownStart] = [-1, -1, 0]
  let shownData: Row[] = []
  const over = new AbortController()
  let isStopped = false
  let unfollow: (() => void) | null = null

  const state = () => api.getState() as GridState
  const columns = () => described?.columns ?? []
  const address = () => encodeURIComponent(table)
  /** The query, with what the filters in the header ask. */
  const withHeader = () => narrowed(query, headerFilter(state().filterValues))
  const groups = groupedRows({ read: readGroups, onGroups: options.onGroups, query: withHeader })
  const { place, asked } = groups
  const inOwnOrder = () => isPlain(asked())
  const rows = tableRows({ place, load, show, isPlain: inOwnOrder, onError: failToLoad })
  const shownColumns = tableColumns(api)
  const editor = tableEditor({ api, columns, rowShown, onError })
  const places = tablePlaces({ api, rows, held, lineOf: groups.lineOf })
  const steps = tableHistory({ api, server, tag, onTakenBack: options.onTakenBack, onError })
  const onSaved = (saved: Saved) => {
    steps.saved(saved.write)
    options.onSaved?.(saved)
  }
  const writes = tableWrites({
    box,
    ids,
    rows,
    table: address,
    columns,
    rowIn,
    asksFor: (names) => asksFor(asked(), names),
    onSaved,
    onError,
  })
  listen()
  // The grid drops them whenever one of its props changes.
  const unmark = api.getReactiveState().sortMarks.subscribe((marks) => {
    if (query.sort.length > 0 && Object.keys(marks).length === 0) mark()
    // The types of SVAR do not tell of it.
  }) as () => void
  const loaded = firstLoad(start, {
    signal: over.signal,
    onLoad: options.onLoad,
    onFailure: failToLoad,
  })
  // Whoever does not wait for it is told by `onError`.
  loaded.catch(() => {})

  return {
    loaded,
    show(next) {
      const was = query
      query = fitting({ ...query, ...next })
      mark()
      // Before the table is known there is nothing to show, and then the query is known.
      if (!described) return
      // Whoever folds a group goes on looking at it.
      if (isFolding(was, query)) rows.refresh(0)
      else restart()
    },
    showColumns,
    realId: (row) => ids.real(row),
    lines: groups.lines,
    asked,
    parts: { box, ids, rows, columns, address, load, places, held, onSaved, asked },
    async reload() {
      await loaded.catch(() => {})
      await describe()
      rows.refresh(0)
      await rows.settled()
    },
    async settled() {
      await loaded.catch(() => {})
      await box.settled()
      await steps.settled()
      await rows.settled()
      // An editor that is out of sight by then is saved.
      await box.settled()
      await rows.settled()
    },
    stop() {
      if (isStopped) return
      editor.save()
      isStopped = true
      over.abort()
      unmark()
      steps.end()
      api.detach(tag)
      unfollow?.()
      rows.end()
      void box.settled().then(endWriter)
    },
  }

  async function start(): Promise<void> {
    const end =
      unfollow ??
      (await server.follow({ change, reload: () => void describe().then(() => rows.refresh(0)) }))
    if (isStopped) return end()
    unfollow = end
    take(await readTable())
    rows.restart()
    await rows.settled()
    const failure = rows.failure()
    if (failure) throw failure
  }

  /** By the name it has now: it may get another one while it is asked for. */
  async function readTable(): Promise<TableDescription> {
    try {
      const found = await server.send({ method: 'GET', path: `tables/${address()}` })
      return found as TableDescription
    } catch (error) {
      // The server does not repeat what it was sent.
      if ((error as ServerError).code !== 'tables.not_found') throw error
      throw new ServerError(404, 'tables.not_found', `There is no table ${table}.`, { table })
    }
  }

  async function describe(): Promise<void> {
    let found: TableDescription
    try {
      found = await untilAnswered(readTable, () => isStopped)
    } catch (error) {
      return failToLoad(error as ServerError)
    }
    take(found)
  }

  function take(found: TableDescription): void {
    if (isStopped) return
    editor.leaveColumn(found)
    described = found
    query = fitting(query)
    mark()
    showColumns()
    options.onTable?.(described)
  }

  /** The number by which the server knows a row, as soon as there is one. */
  function idText(id: unknown): string {
    const real = ids.real(id as Id)
    return typeof real === 'number' ? String(real) : ''
  }

  function showColumns(): void {
    if (!described) return
    const proposed = (described.svar.columns as GridColumn[]).map((column) =>
      column.id === 'id' ? { ...column, template: idText } : column,
    )
    shownColumns.show(options.columns?.(proposed, described) ?? proposed)
  }

  async function readGroups(signal: AbortSignal): Promise<Arranged | null> {
    if (!options.groups || !query.groups || query.groups.levels.length === 0) return null
    const asks = { ...withHeader(), groups: query.groups }
    const of = { server, table: address(), columns: columns(), query: asks, signal }
    const found = await options.groups(of)
    if (!found) options.onGroups?.(null)
    return found
  }

  async function load(
    start: number,
    end: number,
    counts: boolean,
    signal: AbortSignal,
    placed: Awaited<ReturnType<typeof place>> = null,
  ) {
    const known = placed && Number.isFinite(placed.count) ? placed.count : null
    const headings = placed ? placed.groups.headings.length : groups.count()
    if (headings > 0 && (known ?? shownCount) === 0) return { data: [], total: 0 }
    const { filter, search, sort } = asked(placed?.groups)
    const body = {
      start,
      end,
      count: counts && known === null ? 'exact' : 'none',
      tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(filter && { filter }),
      ...(search && { search }),
      ...(sort.length > 0 && { sort }),
    }
    const request = { method: 'POST', path: `${address()}/query`, body, signal } as const
    const found = (await server.send(request)) as { data: StoredRow[]; total: number | null }
    return { data: found.data.map(rowIn), total: known ?? found.total }
  }

  function show(found: Row[], start: number, count: number): void {
    editor.saveUnlessIn(found)
    const { focusCell, selectedRows, sizes } = state()
    const loaded = (id: Id) => found[(placeOfUnloaded(id) ?? -1) - start]?.id ?? id
    // The grid takes the focus for a cell that it is given anew, also from a field in which somebody types.
    const focusRow = focusCell && loaded(focusCell.row)
    const lineCount = count + groups.count()
    const rowCount = Math.min(lineCount, Math.floor(tallestPx() / sizes.rowHeight))
    const isOther = count !== shownCount || lineCount !== shownLines
    ;[shownCount, shownLines, shownStart, shownData] = [count, lineCount, start, found]
    store.setState({
      data: groups.drawn(found, start),
      selectedRows: selectedRows.map(loaded),
      ...(focusCell &&
        focusRow !== focusCell.row && { focusCell: { ...focusCell, row: focusRow } }),
      ...(isOther && { dynamic: { rowCount } }),
    })
    if (isOther) options.onCount?.(count)
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

  function mark(): void {
    store.setState({ sortMarks: sortMarks(query.sort) })
  }

  function restart(): void {
    groups.toTop()
    void api.exec('scroll-to', { top: 0 })
    rows.restart()
  }

  function rowIn(stored: StoredRow): Row {
    const cells = columns().map((column) => [column.name, cellIn(column, stored[column.name])])
    return { ...Object.fromEntries(cells), id: ids.shown(stored.id) }
  }

  function held() {
    return { start: shownStart, data: shownData, count: Math.max(0, shownCount) }
  }

  /** With the changes that are on their way. */
  function rowShown(id: Id): Row | undefined {
    return shownData.find((row) => row.id === id) ?? rows.rowOf(id)
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
    rows.tell(ids.shown(Number(id)), Object.fromEntries(cells))
    if (asksFor(asked(), Object.keys(after ?? {}))) rows.refresh(burstMs)
  }

  function listen(): void {
    const intercept = (action: string, handler: (event: Params) => unknown) =>
      api.intercept(action, handler, { tag })

    for (const action of ['open-editor', 'update-cell', 'update-row', 'delete-row', 'copy-row']) {
      intercept(action, ({ id }) => !isStandIn(id))
    }
    intercept('update-cell', (event) => {
      const column = columns().find(({ name }) => name === event['column'])
      if (!column || event['eventSource']) return true
      const before = rowShown(event['id'] as Id)?.[column.name]
      event['value'] = edited(column, event['value'], before)
      return !isSameCell(column, event['value'], before)
    })
    intercept('editor', ({ value }) => !editor.saveChoice(value))
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
      void places.goTo(key === 'ctrl+home' ? 0 : Math.max(0, shownCount - 1))
      return false
    })
    const handlers: Handlers = {
      'request-data': ({ row }) => {
        const { start, end } = row as { start: number; end: number }
        if (end <= start) return
        const wanted = groups.want(start, end)
        rows.want(wanted.start, wanted.end)
        places.drawn()
      },
      'update-cell': (event) =>
        writes.update('update-cell', event['id'] as Id, {
          [event['column'] as string]: event['value'],
        }),
      'update-row': (event) =>
        writes.update('update-row', event['id'] as Id, event['row'] as Params),
      'add-row': (event) => add('add-row', event['row'] as Row, event),
      'copy-row': ({ id, target, mode = 'after' }) => {
        const row = rowShown(id as Id)
        return row && add('copy-row', row, { [mode as string]: target })
      },
      'delete-row': (event) => writes.delete('delete-row', event['id'] as Id),
      'move-item': ({ id, inProgress }) => (inProgress ? null : move(id as Id)),
    }
    const sent: Handlers = {}
    for (const [action, handle] of Object.entries(handlers)) {
      sent[action] = (event) => (isStopped ? undefined : handle?.(event))
    }
    api.setNext(endOfChain(sent))
  }

  async function add(action: string, row: Row, event: Params): Promise<void> {
    const saved = writes.add(action, row, event)
    if (isPlain(asked()) && !event['before'] && !event['after']) void places.show(shownCount - 1)
    if (!(await saved)) return
    await rows.settled()
    const place = rows.placeOf(row.id)
    if (place !== null && !isPlain(asked())) void places.show(place)
    if (place === null && !rows.wasDeleted(row.id)) options.onAddedElsewhere?.(row.id)
  }

  /** The grid has put the row where it belongs; its neighbour tells where that is. */
  async function move(id: Id): Promise<void> {
    const { data } = state()
    const index = data.findIndex((row) => row.id === id)
    const [above, below] = [data[index - 1], data[index + 1]]
    if (above) await writes.move('move-item', id, above.id, 'after')
    else if (below) await writes.move('move-item', id, below.id, 'before')
  }
}
