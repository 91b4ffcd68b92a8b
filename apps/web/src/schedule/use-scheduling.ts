import type { Server } from 'triptych-client'
import { useAnswer } from '../accounts/use-answer.ts'
import { useFollow } from '../use-follow.ts'
import { readScheduling } from './ask-schedule.ts'
import type { Scheduling } from './ask-schedule.ts'

/** How the plan is scheduled now; `null` until that is known. */
export function useScheduling(server: Server): Scheduling | null {
  const { answer, again } = useAnswer(() => readScheduling(server))
  useFollow(
    server,
    ({ operation }) => operation === 'schedule-changed' || operation.startsWith('calendar-'),
    again,
  )
  return answer
}
