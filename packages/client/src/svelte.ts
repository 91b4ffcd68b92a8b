import { onDestroy } from 'svelte'
import { connectFiles } from './connect-files.ts'
import type { FilesConnection, FilesOptions } from './connect-files.ts'
import { connectGantt } from './connect-gantt.ts'
import type { GanttConnection, GanttOptions } from './connect-gantt.ts'
import { connectTable } from './connect-table.ts'
import type { TableConnection, TableOptions } from './table-options.ts'
import { iconAddress, previewAddress } from './file-addresses.ts'
import type { FilesApi } from './file-tree.ts'
import type { GanttApi } from './gantt-chart.ts'
import { emptyTable } from './grid-api.ts'
import type { GridApi } from './grid-api.ts'
import { wire } from './wire.ts'

/** `<Grid {...useTable({ server, table: 'films' }).props} />`: wired to a table until the component goes. */
export function useTable(options: TableOptions) {
  const wired = wire<GridApi, TableOptions, TableConnection>(connectTable, options)
  onDestroy(wired.stop)
  return { ...wired, props: { ...emptyTable, init: wired.init } }
}

/** `<Gantt {...useGantt({ server }).props} />`: wired to the plan until the component goes. */
export function useGantt(options: GanttOptions) {
  const wired = wire<GanttApi, GanttOptions, GanttConnection>(connectGantt, options)
  onDestroy(wired.stop)
  return { ...wired, props: { init: wired.init } }
}

/** `<Filemanager {...useFiles({ server }).props} />`: wired to the files until the component goes. */
export function useFiles(options: FilesOptions) {
  const { server } = options
  const wired = wire<FilesApi, FilesOptions, FilesConnection>(connectFiles, options)
  onDestroy(wired.stop)
  const addresses = { icons: iconAddress(server), previews: previewAddress(server) }
  return { ...wired, props: { data: [], ...addresses, init: wired.init } }
}
