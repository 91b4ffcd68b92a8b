import { z } from 'zod'

/** What nobody writes beside a thing any more, but into a file. */
export const maxCommentLength = 10_000

/** How many a thing may have: all of them are listed at once. */
export const maxComments = 1000

/** What a comment is on, as the log and `GET /history` name it. */
export const CommentedThing = z
  .string()
  .max(8192)
  .regex(/^[^/]+\/./u, 'a thing such as `tasks/5`, `films/7` or `files/docs/plan.txt`')
  .meta({
    description:
      'A task (`tasks/5`), a row (`films/7`), or a file or folder (`files/docs/plan.txt`).',
  })

const Text = z
  .string()
  .trim()
  .min(1)
  .max(maxCommentLength)
  .meta({ description: 'With `@name` somebody in the workspace is mentioned.' })

export const Mention = z
  .object({ id: z.string(), name: z.string() })
  .meta({ id: 'Mention', description: 'An account that was mentioned, by the name it had then.' })
export type Mention = z.infer<typeof Mention>

export const Comment = z
  .object({
    id: z.string(),
    of: z.string().meta({ description: 'What it is on, as that is called now.' }),
    text: z.string(),
    mentions: z.array(Mention),
    author: z.string(),
    authorId: z
      .string()
      .nullable()
      .meta({ description: 'Their account, where there are accounts.' }),
    at: z.iso.datetime(),
    editedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Comment', description: 'What somebody said about a task, a row or a file.' })
export type Comment = z.infer<typeof Comment>

export const NewComment = z.strictObject({ of: CommentedThing, text: Text })
export type NewComment = z.infer<typeof NewComment>

export const CommentChange = z.strictObject({ text: Text })
export type CommentChange = z.infer<typeof CommentChange>
