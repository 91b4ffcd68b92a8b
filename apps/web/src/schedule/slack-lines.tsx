import { useContext } from 'react'
import { AnalysisContext, useTaskAnalysis } from './analysis-context.ts'
import { driverText, slackText } from './analysis-text.ts'

/** What a tip tells of the time that a task has. */
export function SlackLines({ task }: { task: string | number }) {
  const { schedule, names, realId } = useContext(AnalysisContext)
  const found = useTaskAnalysis(task)
  if (!found || !schedule || !names) return null
  return (
    <>
      <span>
        {found.critical && 'Critical · '}
        {slackText(found, schedule)}
      </span>
      {schedule.mode === 'auto' && <span>{driverText(found, Number(realId(task)), names)}</span>}
    </>
  )
}
