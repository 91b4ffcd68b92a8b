import { z } from 'zod'

/** Ids the server makes are positive integers; those a client asks for stay far below 2^53. */
export const GanttId = z.int().positive()
export const maxPlanId = 2 ** 48

export const moveModes = ['before', 'after', 'child', 'up', 'down'] as const
export type MoveMode = (typeof moveModes)[number]

export const linkTypes = ['e2s', 's2s', 'e2e', 's2e'] as const

const WallTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  .meta({ description: 'Wall time without a zone, such as 2026-04-01T09:00:00.' })

/** A task as it is read, with whatever fields its clients gave it. */
export const Task = z
  .looseObject({
    id: GanttId,
    parent: z
      .int()
      .nonnegative()
      .meta({ description: 'The task above, 0 at the top of the plan.' }),
    type: z.string().meta({ description: 'task, summary, milestone, or a type of your own.' }),
    text: z.string(),
    start: WallTime,
    end: WallTime.optional().meta({ description: 'A milestone has none.' }),
    duration: z.number().optional().meta({ description: 'In the unit of the chart.' }),
    progress: z.number().meta({ description: 'From 0 to 100.' }),
    open: z.literal(true).optional().meta({ description: 'Unfolded: its children are here too.' }),
    lazy: z.literal(true).optional().meta({ description: 'It has children: ask for them.' }),
  })
  .meta({ id: 'Task', description: 'A task, with whatever other fields its clients gave it.' })
export type Task = z.infer<typeof Task>

/**
 * What a body may say. The rules of the Gantt judge it, and say exactly what is wrong with it: so these
 * describe what is taken and take everything.
 */
function described(schema: { type: string | string[]; description?: string }) {
  return z.unknown().optional().meta(schema)
}

const AnyId = z.union([z.string(), z.number()]).nullish()
const AnyDate = described({
  type: ['string', 'null'],
  description:
    'A date with or without a time, such as 2026-04-01 or 2026-04-01T09:00; zones are dropped.',
})
const AnyNumber = { type: ['number', 'string', 'null'] }
const Mode = z.enum(moveModes).nullish().meta({ description: 'Where it goes, seen from target.' })

const NewId = AnyId.meta({
  description: 'A temporary id, or the real one of something that was deleted.',
})
const Target = AnyId.meta({ description: 'The task to stand beside or below.' })
const Parent = AnyId.meta({ description: 'The task above; 0 or nothing at the top.' })

const taskMembers = {
  id: NewId,
  type: described({
    type: ['string', 'null'],
    description: 'task when left out; else summary, milestone, or a type of your own.',
  }),
  text: described({
    type: ['string', 'number', 'null'],
    description: 'At most 100,000 characters.',
  }),
  start: AnyDate,
  end: AnyDate,
  duration: described({ ...AnyNumber, description: 'In the unit of the chart, from 0 on.' }),
  progress: described({ ...AnyNumber, description: 'From 0 to 100.' }),
  open: described({ type: ['boolean', 'null'], description: 'Whether it is unfolded.' }),
  details: described({ type: ['string', 'number', 'null'] }),
}

/** SVAR's event (`task`, `mode`, `target`), or the task itself. */
export const AddTask = z
  .union([
    z.looseObject({
      task: z.looseObject({ ...taskMembers, parent: Parent }),
      mode: Mode,
      target: Target,
    }),
    z.looseObject({
      ...taskMembers,
      parent: Parent,
      mode: Mode,
      target: Target,
      task: z.never().optional(),
    }),
  ])
  .meta({
    id: 'AddTask',
    description:
      'A task, or what the SVAR Gantt sends: the task with where it goes. Fields of any other name are kept as they are.',
  })
export type AddTask = z.infer<typeof AddTask>

export const MoveTask = z
  .looseObject({
    operation: z.literal('move'),
    target: Target,
    mode: Mode,
  })
  .meta({ id: 'MoveTask', description: 'Gives a task with its branch another place.' })
export type MoveTask = z.infer<typeof MoveTask>

export const CopyTask = z
  .looseObject({
    operation: z.literal('copy'),
    id: NewId,
    target: Target,
    mode: Mode,
    lazy: z.boolean().nullish().meta({ description: 'With everything below it.' }),
    nested: z.boolean().nullish().meta({ description: 'What older clients say for lazy.' }),
  })
  .meta({ id: 'CopyTask', description: 'Makes a copy of a task, or of its whole branch.' })
export type CopyTask = z.infer<typeof CopyTask>

/** Fields that are left out stay as they are. A move or a copy gone wrong must not pass for this. */
export const UpdateTask = z
  .looseObject({
    ...taskMembers,
    operation: z.literal('update').nullish(),
  })
  .meta({
    id: 'UpdateTask',
    description: 'Fields that are left out stay as they are; fields of any other name are kept.',
  })
export type UpdateTask = z.infer<typeof UpdateTask>

/** Whether the children of a task are sent on demand: yes, no, or as many as they are. */
export const SetLazy = z
  .looseObject({
    operation: z.literal('lazy'),
    value: z.boolean().nullable(),
  })
  .meta({
    id: 'SetLazy',
    description: 'Whether the children are sent on demand; null: when there are many of them.',
  })
export type SetLazy = z.infer<typeof SetLazy>

export const PutTask = z.union([MoveTask, CopyTask, SetLazy, UpdateTask])
export type PutTask = z.infer<typeof PutTask>

export const TaskReference = z
  .object({ id: GanttId })
  .meta({ id: 'GanttReference', description: 'The real id of what was added or changed.' })
export type TaskReference = z.infer<typeof TaskReference>

export const Link = z
  .looseObject({
    id: GanttId,
    source: GanttId,
    target: GanttId,
    type: z
      .enum(linkTypes)
      .meta({ description: 'From end or start of the source to the target’s.' }),
    lag: z.number().optional().meta({ description: 'Days between the two.' }),
  })
  .meta({
    id: 'Link',
    description: 'One task waits for another, with whatever other fields it was given.',
  })
export type Link = z.infer<typeof Link>

const linkMembers = {
  source: AnyId.meta({ description: 'The id of a task.' }),
  target: AnyId.meta({ description: 'The id of another task.' }),
  type: described({
    type: ['string', 'null'],
    description: 'e2s (end to start) when left out; else s2s, e2e or s2e.',
  }),
  lag: described({ ...AnyNumber, description: 'Days between the two; none when left out.' }),
}

export const AddLink = z.looseObject({ id: NewId, ...linkMembers }).meta({ id: 'AddLink' })
export type AddLink = z.infer<typeof AddLink>

export const UpdateLink = z.looseObject(linkMembers).meta({ id: 'UpdateLink' })
export type UpdateLink = z.infer<typeof UpdateLink>

export const Assignment = z
  .looseObject({
    id: GanttId,
    task: GanttId,
    resource: GanttId,
    units: z.number().meta({ description: 'Percent of the resource’s time.' }),
  })
  .meta({ id: 'Assignment', description: 'A resource works on a task.' })
export type Assignment = z.infer<typeof Assignment>

const assignmentMembers = {
  task: AnyId.meta({ description: 'The id of a task.' }),
  resource: AnyId.meta({ description: 'The id of a resource.' }),
  units: described({
    ...AnyNumber,
    description: 'Percent of the resource’s time, up to 1000; 100 when left out.',
  }),
  work: described({
    ...AnyNumber,
    description: 'Minutes of work; as much as fits into the length of the task when left out.',
  }),
}

export const UpdateAssignment = z.looseObject(assignmentMembers).meta({ id: 'UpdateAssignment' })
export type UpdateAssignment = z.infer<typeof UpdateAssignment>

export const AddAssignment = z
  .looseObject({ id: NewId, ...assignmentMembers })
  .meta({ id: 'AddAssignment' })
export type AddAssignment = z.infer<typeof AddAssignment>

export const Resource = z
  .looseObject({
    id: GanttId,
    parent: z.int().nonnegative().meta({ description: 'The resource above, 0 at the top.' }),
    name: z.string(),
  })
  .meta({
    id: 'Resource',
    description: 'Who or what works on tasks, with whatever other fields it was given.',
  })
export type Resource = z.infer<typeof Resource>

const resourceMembers = {
  parent: AnyId.meta({ description: 'The resource above; 0 or nothing at the top.' }),
  name: described({ type: ['string', 'number', 'null'], description: 'At most 1,000 characters.' }),
  type: described({
    type: ['string', 'number', 'null'],
    description: 'work when left out; else material or cost, which have no hours.',
  }),
  calendar: described({
    type: ['string', 'number', 'null'],
    description: 'The id of the calendar by which they work.',
  }),
  maxUnits: described({
    ...AnyNumber,
    description: 'Percent of their time that there is; 100 when left out.',
  }),
}

export const UpdateResource = z.looseObject(resourceMembers).meta({ id: 'UpdateResource' })
export type UpdateResource = z.infer<typeof UpdateResource>

export const AddResource = z
  .looseObject({ id: NewId, ...resourceMembers })
  .meta({ id: 'AddResource' })
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
