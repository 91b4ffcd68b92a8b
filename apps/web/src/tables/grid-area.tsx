import { useRef } from 'react'
import type { ReactNode } from 'react'
import { repairGrid, useRepairs } from './use-repairs.ts'

/** Where the grid stands. */
export function GridArea({ count, children }: { count: number | null; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  useRepairs(area, repairGrid)
  return (
    <div ref={area} className="grid-area" data-count={count ?? ''}>
      {children}
    </div>
  )
}
