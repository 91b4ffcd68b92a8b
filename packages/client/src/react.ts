import { useEffect, useMemo, useRef, useState } from 'react'
import { connectFiles } from './connect-files.ts'
import type { FilesConnection, FilesOptions } from './connect-files.ts'
import { connectGantt } from './connect-gantt.ts'
import type { GanttConnection, GanttOptions } from './connect-gantt.ts'
import { connectTable } from './connect-table.ts'
import type { TableConnection, TableOptions } from './table-options.ts'
import { iconAddress, previewAddress } from './file-addresses.ts'
import type { FilesApi } from './file-tree.ts'
import type { LoadState } from './first-load.ts'
import type { GanttApi } from './gantt-chart.ts'
import { emptyTable } from './grid-api.ts'
import type { GridApi } from './grid-api.ts'
import { latestOf } from './latest-options.ts'
import type { Live, LiveState } from './live.ts'
import type { Connection, ConnectOptions } from './widget.ts'

export interface Connected<Props, Made> {
  /** Of the widget: `<Grid {...films.props} />`. They stay the same ones. */
  props: Props
  /** `null` until the widget is there. */
  connection: Made | null
  /** How far the first load is. */
  load: LoadState
}

const loading: LoadState = { state: 'loading' }

/** Wires `<Grid {...props} />` to a table for as long as it is shown. */
export function useTable(options: TableOptions) {
  const { init, ...wired } = useWidget<GridApi, TableOptions, TableConnection>(
    connectTable,
    options,
    options.table,
  )
  return { ...wired, props: useMemo(() => ({ ...emptyTable, init }), [init]) }
}

/** Wires `<Gantt {...props} />` to the plan for as long as it is shown. */
export function useGantt(options: GanttOptions) {
  const { init, ...wired } = useWidget<GanttApi, GanttOptions, GanttConnection>(
    connectGantt,
    options,
  )
  return { ...wired, props: useMemo(() => ({ init }), [init]) }
}

/** Wires `<Filemanager {...props} />` to the files for as long as it is shown. */
export function useFiles(options: FilesOptions) {
  const { init, ...wired } = useWidget<FilesApi, FilesOptions, FilesConnection>(
    connectFiles,
    options,
  )
  const { server } = options
  const props = useMemo(
    () => ({ data: [], icons: iconAddress(server), previews: previewAddress(server), init }),
    [init, server],
  )
  return { ...wired, props }
}

/** What is live, for as long as the component is shown. `deps` are what `make` goes by. */
export function useLive<T>(make: () => Live<T>, deps: readonly unknown[]): LiveState<T> {
  const [state, setState] = useState<LiveState<T>>({ data: undefined, error: null })
  // What it goes by is said by whoever calls.
  useEffect(() => make().subscribe(setState), deps)
  return state
}

/** Other callbacks than before are called from then on; another server or `key` is another connection. */
function useWidget<Api extends object, Options extends ConnectOptions, Made extends Connection>(
  connect: (api: Api, options: Options) => Made,
  options: Options,
  key = '',
) {
  const [api, init] = useState<Api | null>(null)
  const [connection, setConnection] = useState<Made | null>(null)
  const [load, setLoad] = useState(loading)
  const given = useRef(options)
  useEffect(() => {
    given.current = options
  })
  useEffect(() => {
    if (!api) return undefined
    setLoad(loading)
    const made = connect(
      api,
      latestOf(() => given.current, setLoad),
    )
    setConnection(made)
    return () => {
      made.stop()
      setConnection(null)
    }
  }, [api, options.server, key])
  return { init, connection, load }
}
