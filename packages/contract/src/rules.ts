import { z } from 'zod'

/** From the strictest on: not to be seen, to be read, to be changed. */
export const accesses = ['none', 'read', 'write'] as const
export type Access = (typeof accesses)[number]
export const Access = z.enum(accesses).meta({
  id: 'Access',
  description: 'Hidden, to be read only, or to be changed as far as the role goes.',
})

const folder = z.strictObject({
  kind: z.literal('folder'),
  id: z.string().meta({ description: 'The path of a folder or file; `/` is all of them.' }),
})
const table = z.strictObject({
  kind: z.literal('table'),
  table: z.string().meta({ description: 'The name of a table; `*` is all of them.' }),
})
const column = z.strictObject({
  kind: z.literal('column'),
  table: z.string(),
  column: z.string(),
})
const branch = z.strictObject({
  kind: z.literal('branch'),
  task: z.int().min(0).meta({ description: 'A task, with all below it; 0 is the whole plan.' }),
})

/** What a rule is about, and all that is below it. */
export const Thing = z.discriminatedUnion('kind', [folder, table, column, branch])
export type Thing = z.infer<typeof Thing>

const id = z.string().min(1).max(64)
const account = z.strictObject({ kind: z.literal('account'), id })
const group = z.strictObject({ kind: z.literal('group'), id })
const everyone = z.strictObject({ kind: z.literal('everyone') })

/** Whom a rule binds. Everyone: those whom no other rule of the same thing binds. */
export const Subject = z.discriminatedUnion('kind', [account, group, everyone])
export type Subject = z.infer<typeof Subject>

export const Rule = z
  .object({
    thing: Thing,
    title: z.string().nullable().meta({ description: 'What a task is called.' }),
    subject: Subject,
    name: z.string().nullable().meta({ description: 'Of the account or group.' }),
    access: Access,
  })
  .meta({ id: 'Rule', description: 'What somebody may do with a thing, at most.' })
export type Rule = z.infer<typeof Rule>

/** Sets a rule, or takes it away. */
export const RuleChange = z.strictObject({
  thing: Thing,
  subject: Subject,
  access: Access.nullable().meta({ description: '`null` takes the rule away.' }),
})
export type RuleChange = z.infer<typeof RuleChange>

export const OwnRule = z
  .object({ thing: Thing, access: Access.exclude(['none']) })
  .meta({ id: 'OwnRule', description: 'What whoever asks may do with a thing, at most.' })
export type OwnRule = z.infer<typeof OwnRule>
