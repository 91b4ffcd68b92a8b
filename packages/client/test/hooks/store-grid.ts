import { DataStore } from '@svar-ui/grid-store'
import { emptyTable } from '../../src/grid-api.ts'
import type { GridApi } from '../../src/grid-api.ts'

interface GridStore {
  in: Pick<GridApi, 'exec' | 'intercept' | 'detach' | 'setNext'>
  init(state: object): void
  getState(): object
  getReactive(): ReturnType<GridApi['getReactiveState']> & {
    data: { subscribe(listener: (rows: { name: string }[]) => void): unknown }
  }
}

/** The real store of SVAR's grid, with what its widgets hand out, for frameworks whose widget is not on npm. */
export function storeGrid(onNames: (names: string[]) => void): GridApi {
  const store = new DataStore((value: unknown) => value) as unknown as GridStore
  store.init({ ...emptyTable, undo: true, select: true, selectedRows: [], sizes: {}, split: {} })
  store.getReactive().data.subscribe((rows) => onNames(rows.slice(0, 5).map(({ name }) => name)))
  const bus = store.in
  return {
    exec: bus.exec,
    intercept: bus.intercept.bind(bus),
    detach: bus.detach.bind(bus),
    setNext: bus.setNext.bind(bus),
    getState: store.getState.bind(store),
    getReactiveState: store.getReactive.bind(store),
    getStores: () => ({ data: store as never }),
  }
}
