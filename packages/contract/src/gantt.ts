import { z } from 'zod'

/** Ids the server makes are positive integers; those a client asks for stay far below 2^53. */
export const PlanId = z.int().positive()
export const maxPlanId = 2 ** 48

export const moveModes = ['before', 'after', 'child', 'up', 'down'] as const
export type MoveMode = (typeof moveModes)[number]

export const linkTypes = ['e2s', 's2s', 'e2e', 's2e'] as const

const PlanDate = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  .meta({ description: 'Wall time without a zone, such as 2026-04-01T09:00:00.' })

/** A task as it is read, with whatever fields its clients gave it. */
export const Task = z.looseObject({
  id: PlanId,
  parent: z.int().nonnegative().meta({ description: 'The task above, 0 at the top of the plan.' }),
  type: z.string().meta({ description: 'task, summary, milestone, or a type of your own.' }),
  text: z.string(),
  start: PlanDate,
  end: PlanDate.optional().meta({ description: 'A milestone has none.' }),
  duration: z.number().optional().meta({ description: 'In the unit of the chart.' }),
  progress: z.number().meta({ description: 'From 0 to 100.' }),
  open: z.literal(true).optional().meta({ description: 'Unfolded: its children are here too.' }),
  lazy: z.literal(true).optional().meta({ description: 'It has children: ask for them.' }),
})
export type Task = z.infer<typeof Task>

// What a body holds is judged by the rules of the plan, which say exactly what is wrong with it.
const AnyId = z.union([z.string(), z.number()]).nullish()
const AnyDate = z
  .unknown()
  .optional()
  .meta({ description: 'A date with or without a time; zones are dropped.' })
const Mode = z.enum(moveModes).nullish()

const NewId = AnyId.meta({
  description: 'A temporary id, or the real one of something that was deleted.',
})
const Target = AnyId.meta({ description: 'The task to stand beside or below.' })

const taskMembers = {
  id: NewId,
  type: z.unknown().optional().meta({ description: 'task when left out.' }),
  text: z.unknown().optional(),
  start: AnyDate,
  end: AnyDate,
  duration: z.unknown().optional(),
  progress: z.unknown().optional(),
}

/** SVAR's event (`task`, `mode`, `target`), or the task itself. */
export const AddTask = z.union([
  z.looseObject({
    task: z.looseObject({ ...taskMembers, parent: AnyId }),
    mode: Mode,
    target: Target,
  }),
  z.looseObject({
    ...taskMembers,
    parent: AnyId,
    mode: Mode,
    target: Target,
    task: z.never().optional(),
  }),
])
export type AddTask = z.infer<typeof AddTask>

export const MoveTask = z.looseObject({
  operation: z.literal('move'),
  target: Target,
  mode: Mode,
})
export type MoveTask = z.infer<typeof MoveTask>

export const CopyTask = z.looseObject({
  operation: z.literal('copy'),
  id: NewId,
  target: Target,
  mode: Mode,
  lazy: z.boolean().nullish().meta({ description: 'With everything below it.' }),
  nested: z.boolean().nullish().meta({ description: 'What older clients say for lazy.' }),
})
export type CopyTask = z.infer<typeof CopyTask>

/** Fields that are left out stay as they are. A move or a copy gone wrong must not pass for this. */
export const UpdateTask = z.looseObject({
  ...taskMembers,
  operation: z.literal('update').nullish(),
})
export type UpdateTask = z.infer<typeof UpdateTask>

/** Whether the children of a task are sent on demand: yes, no, or as many as they are. */
export const SetLazy = z.looseObject({
  operation: z.literal('lazy'),
  value: z.boolean().nullable(),
})
export type SetLazy = z.infer<typeof SetLazy>

export const PutTask = z.union([MoveTask, CopyTask, SetLazy, UpdateTask])
export type PutTask = z.infer<typeof PutTask>

export const TaskReference = z.object({ id: PlanId })
export type TaskReference = z.infer<typeof TaskReference>

export const Link = z.looseObject({
  id: PlanId,
  source: PlanId,
  target: PlanId,
  type: z.enum(linkTypes).meta({ description: 'From end or start of the source to the target’s.' }),
  lag: z.number().optional().meta({ description: 'Days between the two.' }),
})
export type Link = z.infer<typeof Link>

const linkMembers = {
  source: AnyId,
  target: AnyId,
  type: z.unknown().optional().meta({ description: 'e2s when left out; else s2s, e2e or s2e.' }),
}

export const AddLink = z.looseObject({
  id: NewId,
  ...linkMembers,
  lag: z.unknown().optional().meta({ description: 'Days between the two.' }),
})
export type AddLink = z.infer<typeof AddLink>

export const UpdateLink = z.looseObject({
  ...linkMembers,
  lag: z.unknown().optional().meta({ description: 'None when left out.' }),
})
export type UpdateLink = z.infer<typeof UpdateLink>

export const Assignment = z.looseObject({
  id: PlanId,
  task: PlanId,
  resource: PlanId,
  units: z.number().meta({ description: 'Percent of the resource’s time.' }),
})
export type Assignment = z.infer<typeof Assignment>

export const UpdateAssignment = z.looseObject({
  task: AnyId,
  resource: AnyId,
  units: z
    .unknown()
    .optional()
    .meta({ description: 'Percent of the resource’s time, 100 when left out.' }),
})
export type UpdateAssignment = z.infer<typeof UpdateAssignment>

export const AddAssignment = z.looseObject({ id: NewId, ...UpdateAssignment.shape })
export type AddAssignment = z.infer<typeof AddAssignment>

export const Resource = z.looseObject({
  id: PlanId,
  parent: z.int().nonnegative().meta({ description: 'The resource above, 0 at the top.' }),
  name: z.string(),
})
export type Resource = z.infer<typeof Resource>

export const UpdateResource = z.looseObject({ parent: AnyId, name: z.unknown().optional() })
export type UpdateResource = z.infer<typeof UpdateResource>

export const AddResource = z.looseObject({ id: NewId, ...UpdateResource.shape })
export type AddResource = z.infer<typeof AddResource>

export const BatchItem = z.looseObject({
  url: z.string().meta({ description: 'Such as tasks/5; a path from the root will do as well.' }),
  method: z.string().meta({ description: 'POST, PUT, PATCH or DELETE.' }),
  data: z.unknown().optional().meta({ description: 'The body.' }),
})
export type BatchItem = z.infer<typeof BatchItem>

export const Batch = z.array(BatchItem)
export type Batch = z.infer<typeof Batch>

/** What the items would have been answered alone, in their order. */
export const BatchAnswer = z.array(z.unknown())
export type BatchAnswer = z.infer<typeof BatchAnswer>
