import type { ReactNode } from 'react'
import { BaselineContext } from '../baselines/baseline-context.ts'
import type { BaselineState } from '../baselines/baseline-context.ts'
import { AnalysisContext } from '../schedule/analysis-context.ts'
import type { AnalysisState } from '../schedule/analysis-context.ts'

interface PlanContextsProps {
  analysis: AnalysisState
  baseline: BaselineState
  children: ReactNode
}

/** What is known of the plan beside itself, for everything inside the widget that shows it. */
export function PlanContexts({ analysis, baseline, children }: PlanContextsProps) {
  return (
    <AnalysisContext value={analysis}>
      <BaselineContext value={baseline}>{children}</BaselineContext>
    </AnalysisContext>
  )
}
