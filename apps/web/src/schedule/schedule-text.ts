import type { ScheduleMode } from '@triptych/contract/schedule'

export const modeNames: Record<ScheduleMode, string> = {
  off: 'Off',
  validate: 'Check only',
  auto: 'Automatic',
}

export const modeHints: Record<ScheduleMode, string> = {
  off: 'Tasks stand where they are put.',
  validate: 'Tasks stand where they are put, and what does not fit is listed here.',
  auto: 'Links, calendars and constraints say when tasks begin.',
}

export function movedText(moved: number): string {
  if (moved === 0) return 'No task has moved.'
  return moved === 1 ? 'One task has moved.' : `${moved} tasks have moved.`
}

export function toMoveText(count: number): string {
  if (count === 0) return 'No task would move.'
  return count === 1 ? 'One task would move.' : `${count} tasks would move.`
}
