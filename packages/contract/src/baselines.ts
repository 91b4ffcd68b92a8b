import { z } from 'zod'
import { GanttId } from './gantt.ts'

export const maxBaselineName = 200

const Name = z.string().trim().min(1).max(maxBaselineName)

export const Baseline = z
  .object({
    id: GanttId,
    name: z.string(),
    at: z.iso.datetime().meta({ description: 'When it was made.' }),
    author: z.string(),
    authorId: z
      .string()
      .nullable()
      .meta({ description: 'Their account, where there are accounts.' }),
    tasks: z.int().min(0).nullable().meta({
      description: 'How many it has; not told to those from whom rules hide a part of the plan.',
    }),
    whole: z
      .boolean()
      .meta({ description: 'Whether it has all tasks that there were, or only some.' }),
    revision: z.int().min(0).meta({ description: 'Of the plan, as it was then.' }),
    number: z
      .int()
      .min(0)
      .max(10)
      .nullable()
      .meta({ description: 'By which files of Microsoft Project know it; only eleven have one.' }),
  })
  .meta({ id: 'Baseline', description: 'Where the tasks of the plan stood once.' })
export type Baseline = z.infer<typeof Baseline>

export const NewBaseline = z.strictObject({
  name: Name.optional().meta({ description: 'Without one it gets one by its number.' }),
  tasks: z
    .array(GanttId)
    .min(1)
    .max(10_000)
    .optional()
    .meta({ description: 'Only these; without, all tasks of the plan.' }),
})
export type NewBaseline = z.infer<typeof NewBaseline>

export const BaselineChange = z.strictObject({ name: Name })
export type BaselineChange = z.infer<typeof BaselineChange>

const dates = {
  start: z.string(),
  end: z.string().meta({ description: 'The first moment after it; of a milestone its start.' }),
  duration: z.number().nullable(),
  progress: z.number(),
}

export const BaselineTask = z
  .object({
    id: GanttId,
    type: z.string(),
    text: z.string().meta({ description: 'The beginning of its title.' }),
    ...dates,
    length: z.number().nullable().meta({ description: 'Working minutes, where that was said.' }),
    work: z.number().nullable().meta({ description: 'Minutes of work, where that was said.' }),
  })
  .meta({ id: 'BaselineTask', description: 'A task as it was when a baseline was made.' })
export type BaselineTask = z.infer<typeof BaselineTask>

const variance = z.number().meta({
  description: 'Working minutes by the calendar of the plan; more than 0: later than before.',
})
const Standing = z.object(dates).nullable()

export const ComparedTask = z
  .object({
    id: GanttId,
    text: z.string(),
    type: z.string(),
    state: z.enum(['changed', 'new', 'gone']),
    before: Standing,
    after: Standing,
    startVariance: variance.nullable(),
    finishVariance: variance.nullable(),
  })
  .meta({ id: 'ComparedTask', description: 'A task that is not what it was.' })
export type ComparedTask = z.infer<typeof ComparedTask>

export const Comparison = z
  .object({
    baseline: Baseline,
    with: Baseline.nullable().meta({ description: 'What it is compared with; `null`: the plan.' }),
    finish: z.object({
      before: z.string().nullable(),
      after: z.string().nullable(),
      variance: variance.nullable(),
    }),
    unchanged: z.int().min(0).meta({ description: 'How many tasks are as they were.' }),
    tasks: z.array(ComparedTask).meta({
      description: 'All others, in the order of the chart; those that are gone stand last.',
    }),
  })
  .meta({ id: 'Comparison', description: 'What became of a plan since a baseline.' })
export type Comparison = z.infer<typeof Comparison>
