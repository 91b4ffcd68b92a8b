import type { IApi } from '@svar-ui/react-grid'
import { useEffect, useState } from 'react'

export interface GridState {
  undo: number
  redo: number
  selected: readonly (string | number)[]
}

interface Watched {
  history: Subject<{ undo: number; redo: number }>
  selectedRows: Subject<readonly (string | number)[]>
}

interface Subject<T> {
  subscribe(listener: (value: T) => void): () => void
}

const nothing: GridState = { undo: 0, redo: 0, selected: [] }

/** What the buttons around a grid have to know of it. */
export function useGridState(api: IApi | null): GridState {
  const [state, setState] = useState(nothing)
  useEffect(() => {
    if (!api) return setState(nothing)
    // The types leave out what `subscribe` answers, and that both are always there.
    const { history, selectedRows } = api.getReactiveState() as unknown as Watched
    const ends = [
      history.subscribe(({ undo, redo }) => setState((all) => ({ ...all, undo, redo }))),
      selectedRows.subscribe((selected) => setState((all) => ({ ...all, selected }))),
    ]
    return () => ends.forEach((end) => end())
  }, [api])
  return state
}
