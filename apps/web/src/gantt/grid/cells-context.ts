import { createContext } from 'react'
import type { Cells } from './cells.ts'
import type { Drafts } from './drafts.ts'

export const CellsContext = createContext<Cells | null>(null)

export const DraftsContext = createContext<Drafts | null>(null)
