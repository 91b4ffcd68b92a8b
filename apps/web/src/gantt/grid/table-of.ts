import type { IApi, TID } from '@svar-ui/react-gantt'

/** The table of the widget, as far as its cells are led from here. */
export interface Table {
  exec(action: string, event: object): Promise<unknown>
  intercept(action: string, before: (event: object) => unknown, options: object): void
  on(action: string, then: (event: object) => void, options: object): void
  detach(tag: symbol): void
  getState(): {
    focusCell?: { row: TID; column: string } | null
    editor?: { id: TID; column: string } | null
    columns: readonly { id: string; width?: number; hidden?: boolean }[]
  }
}

export function tableOf(api: IApi): Table | null {
  return api.getTable(false) as unknown as Table | null
}

/** As they stand from left to right. */
export function columnsShown(api: IApi): string[] {
  const columns = tableOf(api)?.getState().columns ?? []
  return columns.filter(({ hidden }) => !hidden).map(({ id }) => id)
}
