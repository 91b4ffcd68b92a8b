import { z } from 'zod'
import { Change } from './changes.ts'

/** The `step` of an entry of the log. */
export const StepId = z.string().min(1).max(64)

export const Undo = z.strictObject({
  step: StepId.nullable().default(null).meta({
    description: 'The `step` of an entry of the log; `null`: my last one in this client.',
  }),
  before: StepId.nullable().default(null).meta({
    description:
      'Without a `step`: my last one before this, which cannot be taken back (`step` of the refusal).',
  }),
})
export type Undo = z.infer<typeof Undo>

export const TakenBack = z
  .object({
    step: z.string().meta({ description: 'What was taken back, or done again.' }),
    text: z.string().meta({ description: 'What that was, in words.' }),
    operation: Change.shape.operation.meta({
      description: 'What kind of change it was, or its first one.',
    }),
    by: z.string().meta({ description: 'The step that did so, which can itself be taken back.' }),
    kept: z
      .array(z.object({ entity: z.string(), field: z.string() }))
      .meta({ description: 'What somebody has changed since, and what stays so.' }),
    more: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'So much else stays, where it is too much to be named.' }),
  })
  .meta({ id: 'TakenBack', description: 'What became of a step.' })
export type TakenBack = z.infer<typeof TakenBack>

export const historyAreas = ['tables', 'gantt', 'files', 'access'] as const
export const historyKinds = ['added', 'updated', 'moved', 'deleted'] as const

export const HistoryEntry = Change.pick({
  revision: true,
  area: true,
  operation: true,
  entity: true,
  before: true,
  after: true,
})
  .extend({
    text: z.string().meta({ description: 'What was done, in words.' }),
    columns: z.record(z.string(), z.string()).optional().meta({
      description:
        'Of a row: what its columns are called now, by their names in `before` and `after`, where that is something else.',
    }),
  })
  .meta({
    id: 'HistoryEntry',
    description: 'One change of a step; of what is long there are only the short values.',
  })
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const HistoryStep = Change.pick({ at: true, actor: true, actorId: true, origin: true })
  .extend({
    step: z
      .string()
      .nullable()
      .meta({ description: 'What `/undo` takes; `null`: an entry that belongs to no request.' }),
    revision: z.int().positive().meta({ description: 'Of its newest entry among these.' }),
    text: z.string().meta({ description: 'What was done, in words.' }),
    undone: z.boolean().meta({ description: 'It was taken back, and not done again since.' }),
    canUndo: z.boolean().meta({
      description: 'It can be tried to take it back; what others have changed since may forbid it.',
    }),
    entries: z.array(HistoryEntry).meta({
      description: 'The first of those that were asked for, in the order in which they were done.',
    }),
    more: z.int().min(0).meta({ description: 'So many others of them there are.' }),
  })
  .meta({ id: 'HistoryStep', description: 'What somebody has done at one time.' })
export type HistoryStep = z.infer<typeof HistoryStep>

export const HistoryPage = z
  .object({
    steps: z.array(HistoryStep).meta({ description: 'The newest first.' }),
    next: z
      .int()
      .nullable()
      .meta({ description: '`before` of the next page; `null`: there is none.' }),
  })
  .meta({ id: 'HistoryPage', description: 'Steps that were done, the newest first.' })
export type HistoryPage = z.infer<typeof HistoryPage>

export const Restore = z
  .strictObject({
    of: z.string().min(1).max(1000).meta({
      description:
        '`tasks` or `tasks/5`, which is a branch, `films` or `films/7`, `files` or `files/docs/plan.txt`.',
    }),
    at: z
      .union([z.int().min(0), z.iso.datetime({ offset: true })])
      .meta({ description: 'A revision of the log, or a time: how it was right after that.' }),
  })
  .meta({ id: 'Restore', description: 'What is to be what it was.' })
export type Restore = z.infer<typeof Restore>

export const Restored = z
  .object({
    of: z.string(),
    revision: z.int().meta({ description: 'It is now what it was at this revision.' }),
    by: z.string().meta({ description: 'The step that made it so, which can be taken back.' }),
    kept: TakenBack.shape.kept.meta({
      description: 'What could not be made so, because what it needs is not there any more.',
    }),
  })
  .meta({ id: 'Restored', description: 'What was brought back.' })
export type Restored = z.infer<typeof Restored>
