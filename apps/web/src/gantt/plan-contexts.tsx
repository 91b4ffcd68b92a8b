import type { ReactNode } from 'react'
import { BaselineContext } from '../baselines/baseline-context.ts'
import type { BaselineState } from '../baselines/baseline-context.ts'
import { AnalysisContext } from '../schedule/analysis-context.ts'
import type { AnalysisState } from '../schedule/analysis-context.ts'
import type { Cells } from './grid/cells.ts'
import { CellsContext } from './grid/cells-context.ts'
import { GridContext } from './grid/grid-plan.ts'
import type { GridPlan } from './grid/grid-plan.ts'

interface PlanContextsProps {
  analysis: AnalysisState
  baseline: BaselineState
  grid: { plan: GridPlan | null; cells: Cells | null }
  children: ReactNode
}

/** What is known of the plan beside itself, for everything inside the widget that shows it. */
export function PlanContexts({ analysis, baseline, grid, children }: PlanContextsProps) {
  return (
    <AnalysisContext value={analysis}>
      <BaselineContext value={baseline}>
        <GridContext value={grid.plan}>
          <CellsContext value={grid.cells}>{children}</CellsContext>
        </GridContext>
      </BaselineContext>
    </AnalysisContext>
  )
}
