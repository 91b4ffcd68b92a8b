import { onScopeDispose, shallowRef, toValue, watch } from 'vue'
import type { MaybeRefOrGetter, ShallowRef } from 'vue'
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
import type { Live, LiveState } from './live.ts'
import { wire } from './wire.ts'

/** `<Grid v-bind="films.props" />`: wired to a table until the component goes. */
export function useTable(options: TableOptions) {
  const wired = wire<GridApi, TableOptions, TableConnection>(connectTable, options)
  onScopeDispose(wired.stop)
  return { ...wired, props: { ...emptyTable, init: wired.init } }
}

/** `<Gantt v-bind="plan.props" />`: wired to the plan until the component goes. */
export function useGantt(options: GanttOptions) {
  const wired = wire<GanttApi, GanttOptions, GanttConnection>(connectGantt, options)
  onScopeDispose(wired.stop)
  return { ...wired, props: { init: wired.init } }
}

/** `<Filemanager v-bind="files.props" />`: wired to the files until the component goes. */
export function useFiles(options: FilesOptions) {
  const { server } = options
  const wired = wire<FilesApi, FilesOptions, FilesConnection>(connectFiles, options)
  onScopeDispose(wired.stop)
  const addresses = { icons: iconAddress(server), previews: previewAddress(server) }
  return { ...wired, props: { data: [], ...addresses, init: wired.init } }
}

/** What is live, until the component goes; of a getter, what it answers whenever that is another. */
export function useLive<T>(live: MaybeRefOrGetter<Live<T>>): ShallowRef<LiveState<T>> {
  const state = shallowRef<LiveState<T>>({ data: undefined, error: null })
  watch(
    () => toValue(live),
    (one, _, onCleanup) => onCleanup(one.subscribe((next) => (state.value = next))),
    { immediate: true },
  )
  return state
}
