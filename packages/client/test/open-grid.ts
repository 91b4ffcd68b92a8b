import { DataStore, getRenderValue } from '@svar-ui/grid-store'
import { connectTable } from '../src/connect-table.ts'
import type { TableConnection, TableOptions } from '../src/table-options.ts'
import { emptyTable } from '../src/grid-api.ts'
import type { GridApi } from '../src/grid-api.ts'

type Id = number | string
export type Row = { id: Id } & Record<string, unknown>

/** The types of grid-store do not resolve under NodeNext; this is what the tests use of it. */
interface GridStore {
  in: Pick<GridApi, 'exec' | 'intercept' | 'detach' | 'setNext'>
  init(state: object): void
  setState(state: object): unknown
  getState(): GridState
  getReactive(): ReturnType<GridApi['getReactiveState']>
}

interface GridState {
  data: Row[]
  columns: { id: string; width?: number }[]
  editor: { value: unknown } | null
  dynamic: { rowCount: number }
  selectedRows: Id[]
  sortMarks: object
  history: { undo: number; redo: number }
}

/** The published grid without its page: the real store, with the api the widget hands out. */
export interface GridPage extends TableConnection {
  exec(action: string, event?: object): void
  /** What `exec` does, and waits until it is saved or refused. */
  act(action: string, event?: object): Promise<void>
  /** The person scrolls. */
  look(start: number, end: number): Promise<void>
  state(): GridState
  setState(state: object): void
  /** A person opens the editor of a cell and leaves it. */
  edit(id: Id, column: string, value?: unknown): Promise<void>
  /** The values of a column as they are shown, from the top. */
  values(column: string): unknown[]
  failures: { action: string; code: string }[]
}

export async function openGrid(options: TableOptions): Promise<GridPage> {
  const store = new DataStore((value: unknown) => value) as unknown as GridStore
  store.init({ ...emptyTable, undo: true, select: true, selectedRows: [], sizes: {}, split: {} })
  const failures: GridPage['failures'] = []
  const bus = store.in
  const api: GridApi = {
    exec: bus.exec,
    intercept: bus.intercept.bind(bus),
    detach: bus.detach.bind(bus),
    setNext: bus.setNext.bind(bus),
    getState: store.getState.bind(store),
    getReactiveState: store.getReactive.bind(store),
    getStores: () => ({ data: store }),
  }
  const connection = connectTable(api, {
    onError: ({ action, error }) => failures.push({ action, code: error.code }),
    ...options,
  })
  const page: GridPage = {
    ...connection,
    failures,
    exec: (action, event = {}) => void api.exec(action, event),
    async act(action, event = {}) {
      await api.exec(action, event)
      await connection.settled()
    },
    look: (start, end) => page.act('request-data', { row: { start, end } }),
    state: () => store.getState(),
    setState: (state) => void store.setState(state),
    async edit(id, column, value) {
      await api.exec('open-editor', { id, column })
      if (value !== undefined) await api.exec('editor', { value })
      await page.act('close-editor')
    },
    values: (column) => {
      const shown = store.getState().columns.find((one) => one.id === column)
      return store.getState().data.map((row) => getRenderValue(row, shown))
    },
  }
  await page.settled()
  return page
}
