import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { Failure, Grouping } from 'triptych-client'
import { CellsContext } from '../cells/cell-context.ts'
import type { Cells } from '../cells/cell-context.ts'
import { CellLayer } from '../cells/cell-layer.tsx'
import { GroupHeadings } from '../groups/group-headings.tsx'
import type { FoldGroups } from '../groups/group-headings.tsx'
import { useCells } from '../cells/use-cells.tsx'
import type { CellsProps, Made } from '../cells/use-cells.tsx'
import { repairGrid, useRepairs } from '../filter/use-repairs.ts'
import '../cells/cells.css'

interface Props extends Omit<CellsProps, 'area'> {
  made: Made | null
  /** How many lines there are: rows, and headings of groups. */
  lines: number | null
  grouping: Grouping | null
  onFold: FoldGroups
  /** Is given the cells when they are there. */
  onCells: (cells: Cells | null) => void
  /** Is given what shows a refusal at its cell, and answers whether it does. */
  refuse: RefObject<(failure: Failure) => boolean>
  children: ReactNode
}

/** Where the grid stands, with the cells over it. */
export function GridArea(all: Props) {
  const { made, lines, grouping, onFold, refuse, onCells, children, ...props } = all
  const { server, described, references, rights } = props
  const area = useRef<HTMLDivElement>(null)
  useRepairs(area, repairGrid)
  const { cells, others, refuse: refuseHere } = useCells(made, { ...props, area })
  useEffect(() => {
    refuse.current = refuseHere
  })
  useEffect(() => onCells(cells), [cells])
  return (
    <CellsContext value={cells}>
      <div ref={area} className="grid-area" data-count={lines ?? ''}>
        {children}
        {cells && <CellLayer store={cells.store} others={others} />}
        {cells && grouping && (
          <GroupHeadings
            {...{ cells, server, grouping, references, onFold }}
            columns={described.columns}
            mayAdd={rights.rows}
          />
        )}
      </div>
    </CellsContext>
  )
}
