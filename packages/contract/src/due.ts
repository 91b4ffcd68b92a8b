import { z } from 'zod'
import { GanttId } from './gantt.ts'

/** So many tasks are answered at once. */
export const maxDueTasks = 100

const DueTask = z
  .object({
    id: GanttId,
    text: z.string(),
    type: z.string(),
    start: z.string(),
    end: z.string().nullable().meta({
      description:
        'The first moment after it, of a milestone behind its day; `null` where there is none.',
    }),
    progress: z.number(),
  })
  .meta({ id: 'DueTask' })
export type DueTask = z.infer<typeof DueTask>

const count = (description: string) => z.int().nonnegative().meta({ description })

export const DueTasks = z
  .object({
    tasks: z.array(DueTask).meta({ description: 'The first to end first.' }),
    all: count(
      'How many tasks there are that are no summaries and have none below them, done or not.',
    ),
    open: count('How many of them are not done.'),
    late: count('How many of those should have ended by now.'),
  })
  .meta({ id: 'DueTasks', description: 'What is to be done next.' })
export type DueTasks = z.infer<typeof DueTasks>
