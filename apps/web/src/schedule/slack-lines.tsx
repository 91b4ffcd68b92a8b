import { useContext } from 'react'
import { AnalysisContext, useTaskAnalysis } from './analysis-context.ts'
import { conflictText, driverText, slackText } from './analysis-text.ts'
import { t } from '../words/words.ts'

/** What a tip tells of the time that a task has. */
export function SlackLines({ task }: { task: string | number }) {
  const { schedule, names, realId } = useContext(AnalysisContext)
  const found = useTaskAnalysis(task)
  if (!found || !schedule || !names) return null
  return (
    <>
      <span>
        {found.critical && t('Critical · ')}
        {slackText(found, schedule)}
      </span>
      {schedule.mode === 'auto' && <span>{driverText(found, Number(realId(task)), names)}</span>}
    </>
  )
}

/** What a tip tells of a link that is not kept to. */
export function LinkConflicts({ link }: { link: string | number }) {
  const { analysis, names } = useContext(AnalysisContext)
  const broken = analysis?.conflicts.filter((one) => one.kind === 'link' && one.link === link)
  if (!names || !broken?.length) return null
  return (
    <div className="gantt-tip">
      {broken.map((one, index) => (
        <span key={index}>{conflictText(one, names)}</span>
      ))}
    </div>
  )
}
