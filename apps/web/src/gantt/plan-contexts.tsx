import type { ReactNode } from 'react'
import { BaselineContext } from '../baselines/baseline-context.ts'
import type { BaselineState } from '../baselines/baseline-context.ts'
import { AnalysisContext } from '../schedule/analysis-context.ts'
import type { AnalysisState } from '../schedule/analysis-context.ts'
import type { Cells } from './grid/cells.ts'
import { CellsContext, DraftsContext } from './grid/cells-context.ts'
import type { Drafts } from './grid/drafts.ts'
import { GridContext } from './grid/grid-plan.ts'
import type { GridPlan } from './grid/grid-plan.ts'
import { LinkRefusalsContext } from './chart/link-refusals.ts'
import type { LinkRefusals } from './chart/link-refusals.ts'
import { TaskRightsContext } from './task-rights.ts'
import type { MayChangeTask } from './task-rights.ts'
import { TeamContext } from './team-context.ts'
import type { TeamState } from './team-context.ts'

interface PlanContextsProps {
  team: TeamState
  mayChangeTask: MayChangeTask
  analysis: AnalysisState
  baseline: BaselineState
  grid: { plan: GridPlan | null; cells: Cells | null; drafts: Drafts | null }
  refusals: LinkRefusals
  children: ReactNode
}

/** What is known of the plan beside itself, for everything inside the widget that shows it. */
export function PlanContexts(props: PlanContextsProps) {
  const { team, mayChangeTask, analysis, baseline, grid, refusals, children } = props
  return (
    <TeamContext value={team}>
      <TaskRightsContext value={mayChangeTask}>
        <AnalysisContext value={analysis}>
          <BaselineContext value={baseline}>
            <GridContext value={grid.plan}>
              <CellsContext value={grid.cells}>
                <DraftsContext value={grid.drafts}>
                  <LinkRefusalsContext value={refusals}>{children}</LinkRefusalsContext>
                </DraftsContext>
              </CellsContext>
            </GridContext>
          </BaselineContext>
        </AnalysisContext>
      </TaskRightsContext>
    </TeamContext>
  )
}
