import { createContext } from 'react'
import type { CellAt } from './picked-cell.ts'

export interface AskedFile {
  /** The one that is there now; empty for none. */
  path: string
  onChosen: (path: string) => void
  /** Gives the keyboard back. */
  back: () => void
}

/** What can be done with the files that cells name. */
export interface FileCells {
  open: (path: string, back: () => void) => void
  choose: (asked: AskedFile) => void
  /** The same for a cell of the grid; answers whether it may be written and is of files. */
  chooseFor: (cell: CellAt) => boolean
}

/** For editors and forms, whoever makes them; see `file-tools.tsx`. */
export const FileCellsContext = createContext<FileCells | null>(null)
