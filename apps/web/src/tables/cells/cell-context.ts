import { createContext } from 'react'
import type { CellEdits } from './cell-edits.ts'
import type { CellStore } from './cell-store.ts'

export interface Cells {
  store: CellStore
  edits: CellEdits
}

/** For editors and headers, which the grid makes. */
export const CellsContext = createContext<Cells | null>(null)
