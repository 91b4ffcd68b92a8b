import { createContext } from 'react'
import type { Cells } from './cells.ts'

export const CellsContext = createContext<Cells | null>(null)
