import type { IApi } from '@svar-ui/react-grid'
import { useEffect, useState } from 'react'

export interface GridState {
  selected: readonly (string | number)[]
}

interface Watched {
  selectedRows: Subject<readonly (string | number)[]>
}

interface Subject<T> {
  subscribe(listener: (value: T) => void): () => void
}

const nothing: GridState = { selected: [] }

/** What the buttons around a grid have to know of it. */
export function useGridState(api: IApi | null): GridState {
  const [state, setState] = useState(nothing)
  useEffect(() => {
    if (!api) return setState(nothing)
    // The types leave out what `subscribe` answers, and that it is always there.
    const { selectedRows } = api.getReactiveState() as unknown as Watched
    return selectedRows.subscribe((selected) => setState({ selected }))
  }, [api])
  return state
}
