import { t } from '../words/words.ts'
import { useContext } from 'react'
import { BaselineContext } from './baseline-context.ts'
import type { BaselineState } from './baseline-context.ts'
import { slipText } from './variance-text.ts'

/** What a tip tells of how a task stands against the baseline. */
export function BaselineLines({ task }: { task: string | number }) {
  const shown = useContext(BaselineContext)
  const text = textOf(shown, task)
  return text && <span>{`${shown.baseline!.name}: ${text}`}</span>
}

function textOf(
  { baseline, changeOf, datesOf, minutesPerDay }: BaselineState,
  task: string | number,
): string | null {
  const change = changeOf(task)
  if (!baseline || change === undefined) return null
  if (change === null) return datesOf(task) ? t('on time') : null
  if (change.state === 'new') return t('not there yet')
  return slipText(change, minutesPerDay)
}
