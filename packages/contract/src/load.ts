import { z } from 'zod'
import { GanttId } from './gantt.ts'

/** In what pieces of time a load is told. Weeks begin on Monday. */
export const loadUnits = ['day', 'week'] as const
export type LoadUnit = (typeof loadUnits)[number]

/** So much time at once. */
export const maxLoadColumns = 1100

/** Digits only: what day there is and what is none is judged where it is used. */
export const LoadDay = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ description: 'A day, such as 2026-12-24.' })

const LoadCell = z
  .tuple([
    z.int().nonnegative().meta({ description: 'Of which column.' }),
    z.number().meta({ description: 'Working minutes there are to do.' }),
    z.number().meta({ description: 'Minutes of them above what can be done at that time.' }),
  ])
  .meta({ description: 'The load of one column; those without work are left out.' })
export type LoadCell = z.infer<typeof LoadCell>

const TaskLoad = z
  .object({
    id: GanttId,
    units: z.number().meta({ description: 'Percent of the resource’s time.' }),
    work: z.number().meta({ description: 'Working minutes within the time that was asked for.' }),
  })
  .meta({ id: 'TaskLoad' })

export const ResourceLoad = z
  .object({
    id: GanttId,
    parent: z.int().nonnegative().meta({ description: 'The resource above, 0 at the top.' }),
    name: z.string(),
    works: z
      .boolean()
      .meta({ description: 'Whether it has working time at all: material and cost have none.' }),
    maxUnits: z.number().meta({ description: 'Percent of its working time that it has to give.' }),
    calendar: GanttId.nullable().meta({ description: '`null`: that of the plan.' }),
    hours: z.int().nonnegative().meta({ description: 'By which of `hours` it works.' }),
    load: z.array(LoadCell),
    tasks: z
      .array(TaskLoad)
      .optional()
      .meta({ description: 'Of one resource that was asked for: from what its load comes.' }),
  })
  .meta({ id: 'ResourceLoad' })
export type ResourceLoad = z.infer<typeof ResourceLoad>

export const Load = z
  .object({
    from: LoadDay,
    to: LoadDay.meta({ description: 'The last day.' }),
    unit: z.enum(loadUnits),
    columns: z.array(LoadDay).meta({ description: 'The first day of each.' }),
    hours: z.array(z.array(z.number())).meta({
      description:
        'Working minutes of each column, once for all resources that work alike. What one can do is so much, times its `maxUnits`.',
    }),
    resources: z.array(ResourceLoad),
  })
  .meta({ id: 'Load', description: 'How much there is to do for whom, and when.' })
export type Load = z.infer<typeof Load>
