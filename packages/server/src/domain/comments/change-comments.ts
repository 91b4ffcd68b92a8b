import { maxComments } from '@triptych/contract/comments'
import type { Comment, NewComment } from '@triptych/contract/comments'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StoredComment } from '../../ports/comments.ts'
import type { Stores } from '../../ports/database.ts'
import { recordChange } from '../record-change.ts'
import {
  areaOf,
  authoriseReading,
  lookAt,
  nameOf,
  noComment,
  thingNamed,
  viewOf,
} from './commented.ts'
import { mentionsIn } from './mentions.ts'

export async function addComment(ctx: Context, { of, text }: NewComment): Promise<Comment> {
  authorise(ctx.principal, 'comments.write')
  authoriseReading(ctx, of)
  await lookAt(ctx, of)
  const mentions = await mentionsIn(ctx, text)
  return ctx.workspace.database.transact(async (stores) => {
    const comment: StoredComment = {
      id: ctx.newId(),
      on: await thingNamed(ctx, stores, of),
      author: ctx.principal.name,
      authorId: ctx.principal.id,
      text,
      mentions,
      at: ctx.now().getTime(),
      editedAt: null,
    }
    const name = (await nameOf(ctx, stores, comment.on)) ?? of
    await insertComment(ctx, stores, comment, name)
    return viewOf(comment, name)
  })
}

export async function updateComment(ctx: Context, id: string, text: string): Promise<Comment> {
  authorise(ctx.principal, 'comments.write')
  const mentions = await mentionsIn(ctx, text)
  return ctx.workspace.database.transact(async (stores) => {
    const { comment, of } = await seenComment(ctx, stores, id)
    refuseOthers(ctx, comment)
    const after = { ...comment, text, mentions, editedAt: ctx.now().getTime() }
    await writeComment(ctx, stores, comment, after, of)
    return viewOf(after, of)
  })
}

export async function deleteComment(ctx: Context, id: string): Promise<void> {
  authorise(ctx.principal, 'comments.write')
  await ctx.workspace.database.transact(async (stores) => {
    const { comment, of } = await seenComment(ctx, stores, id)
    refuseRemoving(ctx, comment)
    await removeComment(ctx, stores, comment, of)
  })
}

interface Seen {
  comment: StoredComment
  /** What it is on, as that is called now. */
  of: string
}

async function seenComment(ctx: Context, stores: Stores, id: string): Promise<Seen> {
  const comment = await stores.comments.find(id)
  const of = comment && (await nameOf(ctx, stores, comment.on))
  if (!of) throw noComment()
  return { comment, of }
}

/** Nobody puts words into the mouth of another. */
export function refuseOthers({ principal }: Context, { authorId }: StoredComment): void {
  if (authorId === principal.id) return
  throw new AppError('forbidden', 'Only its author may change a comment.')
}

export function refuseRemoving(ctx: Context, comment: StoredComment): void {
  if (!ctx.principal.can('comments.manage')) refuseOthers(ctx, comment)
}

export async function insertComment(
  ctx: Context,
  stores: Stores,
  comment: StoredComment,
  of: string,
): Promise<void> {
  if ((await stores.comments.count(comment.on)) >= maxComments) {
    const message = `There are ${maxComments} comments on this, and there can be no more.`
    throw new AppError('comments.too_many', message, { limit: maxComments })
  }
  await record(ctx, stores, 'comment-added', comment, { before: null, after: kept(comment, of) })
  await stores.comments.add(comment)
}

export async function writeComment(
  ctx: Context,
  stores: Stores,
  before: StoredComment,
  after: StoredComment,
  of: string,
): Promise<void> {
  const values = { before: kept(before, of), after: kept(after, of) }
  await record(ctx, stores, 'comment-updated', after, values)
  await stores.comments.change(after.id, after)
}

export async function removeComment(
  ctx: Context,
  stores: Stores,
  comment: StoredComment,
  of: string,
): Promise<void> {
  await record(ctx, stores, 'comment-deleted', comment, { before: kept(comment, of), after: null })
  await stores.comments.remove(comment.id)
}

/** All of it, so that one that was deleted can come back. */
function kept(comment: StoredComment, of: string): Record<string, unknown> {
  return { ...viewOf(comment, of) }
}

async function record(
  ctx: Context,
  stores: Stores,
  operation: 'comment-added' | 'comment-updated' | 'comment-deleted',
  { id, on }: StoredComment,
  values: { before: Record<string, unknown> | null; after: Record<string, unknown> | null },
): Promise<void> {
  const change = { area: areaOf(on), operation, entity: `comments/${id}`, ...values }
  await recordChange(ctx, stores, change)
}
