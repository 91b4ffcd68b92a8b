import type { ScheduleMode } from '@triptych/contract/schedule'
import { counted, t } from '../words/words.ts'

export const modeNames: Record<ScheduleMode, string> = {
  off: t('Off'),
  validate: t('Check only'),
  auto: t('Automatic'),
}

export const modeHints: Record<ScheduleMode, string> = {
  off: t('Tasks stand where they are put.'),
  validate: t('Tasks stand where they are put, and what does not fit is listed here.'),
  auto: t('Links, calendars and constraints say when tasks begin.'),
}

export function movedText(moved: number): string {
  if (moved === 0) return t('No task has moved.')
  return counted(moved, 'One task has moved.', '{count} tasks have moved.')
}

export function toMoveText(count: number): string {
  if (count === 0) return t('No task would move.')
  return counted(count, 'One task would move.', '{count} tasks would move.')
}
