import { z } from 'zod'

/** One entry of the workspace's log: what `/changes` lists and `/events` sends. */
export const Change = z
  .object({
    revision: z
      .int()
      .positive()
      .meta({ description: 'Position in the log: 1, 2, 3 … without gaps.' }),
    at: z.iso.datetime(),
    actor: z.string().meta({ description: 'Who made the change.' }),
    actorId: z
      .string()
      .nullable()
      .meta({ description: 'Their account, where there are accounts.' }),
    origin: z.string().nullable().meta({
      description:
        'What the client sent in `X-Origin`, so that it knows its own changes. `schedule`: what followed from them, which is news for whoever asked, too.',
    }),
    step: z.string().nullable().meta({
      description:
        'The same for all entries of one request. Those of an older version, and what was found on the disk, have none.',
    }),
    area: z.enum(['tables', 'files', 'gantt', 'history', 'access', 'withheld']).meta({
      description:
        '`access`: who may do what, and how much, and how the workspace is called; told to owners only. `withheld`: an entry that is not for me, of which nothing else is told.',
    }),
    operation: z
      .enum([
        'table-created',
        'table-changed',
        'table-deleted',
        'view-added',
        'view-updated',
        'view-deleted',
        'row-added',
        'row-updated',
        'row-moved',
        'row-deleted',
        'rows-added',
        'rows-updated',
        'rows-moved',
        'rows-deleted',
        'file-added',
        'file-updated',
        'file-moved',
        'file-deleted',
        'version-deleted',
        'trash-deleted',
        'task-added',
        'task-updated',
        'task-moved',
        'task-copied',
        'task-deleted',
        'link-added',
        'link-updated',
        'link-deleted',
        'assignment-added',
        'assignment-updated',
        'assignment-deleted',
        'resource-added',
        'resource-updated',
        'resource-deleted',
        'comment-added',
        'comment-updated',
        'comment-deleted',
        'calendar-added',
        'calendar-updated',
        'calendar-deleted',
        'baseline-added',
        'baseline-updated',
        'baseline-deleted',
        'schedule-changed',
        'step-undone',
        'step-redone',
        'member-changed',
        'group-changed',
        'account-removed',
        'rule-changed',
        'quota-changed',
        'title-changed',
        'workspace-deleted',
        'workspace-restored',
        'share-added',
        'share-ended',
        'withheld',
        'reload',
      ])
      .meta({
        description:
          '`reload`: something I saw or see now is told by it; what is shown is to be loaded anew.',
      }),
    entity: z.string().meta({
      description:
        'What was changed: `films`, `films/7`, `tasks/12`, the path `/docs/plan.txt` as it is now, `comments/…` of a comment, whose values name its thing in `of`, or `steps/…` of a step that was taken back.',
    }),
    before: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The old values: of the whole entity, or of the changed fields only.' }),
    after: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        'The new values. `$order` in it is the place of a row among its siblings; of many rows at once (`rows-…`) there is only their `count`. `rows-moved` also has their places by id in `$orders`: they stay in the order they were in, but new places will be among these.',
    }),
  })
  .meta({ id: 'Change', description: 'One entry of the log: who changed what, from what to what.' })
export type Change = z.infer<typeof Change>

const valuesText = 'as JSON in a text: the hash is of these very characters.'

/** One entry with everything that is kept of it. */
export const AuditEntry = Change.extend({
  before: z
    .string()
    .nullable()
    .meta({ description: `The old values, ${valuesText}` }),
  after: z
    .string()
    .nullable()
    .meta({ description: `The new values, ${valuesText}` }),
  address: z.string().nullable().meta({ description: 'From where the request came.' }),
  hash: z.string().nullable().meta({
    description:
      'SHA-256 of this entry and the hash of the one before, in hexadecimal digits. Entries of an older version have none.',
  }),
}).meta({
  id: 'AuditEntry',
  description: 'One entry of the log with everything that is kept of it.',
})

export type AuditEntry = z.infer<typeof AuditEntry>

/** What a use-case hands to the log; revision, time and actor are added there. */
export type NewChange = Pick<Change, 'area' | 'operation' | 'entity' | 'before' | 'after'> & {
  /** The file or folder by its id in the index, whatever it is called by now. */
  thing?: number | null
  /** Of one that is somewhere else now, or nowhere: the id of the folder that it was in. */
  folder?: number | null
}

/** Marks the browser tab or program a change came from. */
export const Origin = z.string().regex(/^[\w.-]{1,64}$/)
