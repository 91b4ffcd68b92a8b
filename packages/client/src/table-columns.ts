import type { GridApi, GridState } from './grid-api.ts'
import type { Id } from './temp-ids.ts'

interface ShownColumn {
  id: string
  width?: number | undefined
  options?: readonly { id: Id; label: string }[]
}

/** The columns of a grid: made anew when the table changes, with the widths a person gave them. */
export function tableColumns(api: GridApi) {
  let proposed = new Map<string, number | undefined>()

  return {
    show(columns: readonly object[]): void {
      const given = new Map(
        (api.getState() as GridState).columns
          .filter(({ id, width }) => proposed.has(id) && proposed.get(id) !== width)
          .map(({ id, width }) => [id, width]),
      )
      const made = columns as readonly ShownColumn[]
      proposed = new Map(made.map(({ id, width }) => [id, width]))
      const shown = made.map((column) =>
        given.has(column.id)
          ? { ...column, width: given.get(column.id), flexgrow: undefined }
          : column,
      )
      api.getStores().data.setState({ columns: shown.map(withOptionsMap) })
    },
  }
}

/** The grid does this only for the columns it gets as props. */
function withOptionsMap(column: ShownColumn): object {
  const { options } = column
  return options
    ? { ...column, optionsMap: new Map(options.map(({ id, label }) => [id, label])) }
    : column
}
