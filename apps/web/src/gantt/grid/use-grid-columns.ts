import type { IApi } from '@svar-ui/react-gantt'
import type { Server } from 'triptych-client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStored } from '../../use-stored.ts'
import { columnNamed } from './column-named.ts'
import { phoneColumns, usualColumns } from './grid-columns.ts'
import type { ShownColumn } from './grid-columns.ts'

interface Kept {
  columns?: ShownColumn[]
  gridWidth?: number
}

/** Which columns there are, in which order and how wide, as this browser has them for this workspace. */
export function useGridColumns(api: IApi | null, server: Server, isNarrow: boolean) {
  const [text, store] = useStored(`triptych.plan.grid ${server.link('')}`, '')
  const kept = useRef<Kept>(readKept(text))
  /** What is drawn anew: the widget knows itself how wide somebody has drawn a column. */
  const [chosen, setChosen] = useState(kept.current.columns)
  const shown = useMemo(() => {
    if (isNarrow) return phoneColumns
    return chosen ?? usualColumns(innerWidth)
  }, [chosen, isNarrow])

  function keep(next: Kept): void {
    kept.current = { ...kept.current, ...next }
    store(JSON.stringify(kept.current))
  }
  const latest = useRef({ keep, shown })
  latest.current = { keep, shown }

  useEffect(() => {
    if (!api || isNarrow) return undefined
    const tag = Symbol('useGridColumns')
    api.on(
      'set-columns',
      ({ columns }) => {
        const widths = new Map(columns.map(({ id, width }) => [String(id), width]))
        const { keep, shown } = latest.current
        keep({ columns: shown.map(({ id }) => ({ id, width: widths.get(id) })) })
      },
      { tag },
    )
    /** The panel of a task takes some of its width, and gives it back when it is closed. */
    let isLent = false
    api.on(
      'resize-grid',
      ({ width }) => {
        const wasLent = isLent
        isLent = Boolean(api.getState().activeTask)
        if (!isLent && !wasLent) latest.current.keep({ gridWidth: width })
      },
      { tag },
    )
    return () => api.detach(tag)
  }, [api, isNarrow])

  return {
    shown,
    gridWidth: kept.current.gridWidth,
    choose: (columns: ShownColumn[]) => {
      const widths = new Map(kept.current.columns?.map(({ id, width }) => [id, width]))
      const next = columns.map(({ id, width }) => ({ id, width: width ?? widths.get(id) }))
      keep({ columns: next })
      setChosen(next)
    },
  }
}

/** Whatever else may stand there is as if nothing did. */
function readKept(text: string): Kept {
  try {
    const { columns, gridWidth } = JSON.parse(text) as Kept
    const known = columns?.filter(({ id }) => columnNamed(id) !== undefined)
    return {
      ...(known?.length && { columns: known }),
      ...(typeof gridWidth === 'number' && gridWidth > 0 && { gridWidth }),
    }
  } catch {
    return {}
  }
}
