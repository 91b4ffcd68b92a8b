import type { TableDescription } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import type { GridApi, GridState } from './grid-api.ts'
import { ServerError } from './server-error.ts'
import type { Row } from './shown-rows.ts'
import { edited, isSameCell } from './table-cells.ts'
import type { Id } from './temp-ids.ts'
import type { Failure } from './widget.ts'

export interface EditorOptions {
  api: GridApi
  columns: () => readonly Column[]
  rowShown: (id: Id) => Row | undefined
  onError: (failure: Failure) => void
}

/** In these a value is chosen with one click. */
const choosing: ReadonlySet<unknown> = new Set(['datepicker', 'richselect', 'combo'])

/** The editor that may be open in a grid, when something else happens to its cell. */
export function tableEditor({ api, columns, rowShown, onError }: EditorOptions) {
  const store = api.getStores().data
  const open = () => (api.getState() as GridState).editor

  return {
    save,
    /**
     * Saves what was chosen, and answers whether that was done: the grid of React looks at the
     * value from before the choice, and takes it for no change.
     */
    saveChoice(value: unknown): boolean {
      const editor = open()
      if (!editor || !choosing.has(editor.type)) return false
      save({ ...editor, value })
      return true
    },
    /** The grid does not know what to do with an editor of a row it holds no more. */
    saveUnlessIn(rows: readonly Row[]): void {
      const editor = open()
      if (editor && rows.every(({ id }) => id !== editor.id)) save()
    },
    /** What is typed into a column that is gone has no place any more. */
    leaveColumn(next: TableDescription): void {
      const editor = open()
      if (!editor || next.columns.some(({ name }) => name === editor.column)) return
      store.setState({ editor: null })
      if (!isChanged(editor)) return
      const message = `The table has no column ${editor.column} any more.`
      onError({
        action: 'update-cell',
        error: new ServerError(404, 'tables.unknown_column', message),
      })
    },
  }

  function save(editor = open()): void {
    if (!editor) return
    // First, since the edit shows the rows again.
    store.setState({ editor: null })
    void api.exec('update-cell', editor)
  }

  function isChanged({ id, column: name, value }: NonNullable<GridState['editor']>): boolean {
    const column = columns().find((each) => each.name === name)
    const before = rowShown(id)?.[name]
    return column !== undefined && !isSameCell(column, edited(column, value, before), before)
  }
}
