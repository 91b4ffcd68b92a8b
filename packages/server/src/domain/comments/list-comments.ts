import type { Comment } from '@triptych/contract/comments'
import type { Context } from '../../context.ts'
import { authoriseReading, lookAt, nameOf, thingNamed, viewOf } from './commented.ts'

/** All that is said of a thing, oldest first. */
export async function listComments(ctx: Context, of: string): Promise<Comment[]> {
  authoriseReading(ctx, of)
  await lookAt(ctx, of)
  return ctx.workspace.database.read(async (stores) => {
    const thing = await thingNamed(ctx, stores, of)
    const name = (await nameOf(ctx, stores, thing)) ?? of
    return (await stores.comments.on(thing)).map((comment) => viewOf(comment, name))
  })
}
