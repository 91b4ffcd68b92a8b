import type { Comment } from '@triptych/contract/comments'
import { authorise } from '../../auth/principal.ts'
import type { StoredComment } from '../../ports/comments.ts'
import {
  insertComment,
  refuseOthers,
  refuseRemoving,
  removeComment,
  writeComment,
} from '../comments/change-comments.ts'
import { nameOf, thingNamed } from '../comments/commented.ts'
import { changedSince, gone } from './take-back.ts'
import type { TakeBack } from './take-back.ts'

export const takeBackComment: TakeBack = async (ctx, stores, entry) => {
  authorise(ctx.principal, 'comments.write')
  const [before, after] = [entry.before, entry.after] as (Comment | null)[]
  const comment = await stores.comments.find(entry.entity.slice('comments/'.length))
  if (!after) {
    if (comment || !before) throw changedSince(entry)
    const back = { ...stored(before), on: await thingNamed(ctx, stores, before.of) }
    refuseRemoving(ctx, back)
    return insertComment(ctx, stores, back, before.of)
  }
  // Somebody has done it already.
  if (!comment && !before) return
  const of = comment && (await nameOf(ctx, stores, comment.on))
  if (!of) throw gone(entry)
  if (comment.text !== after.text) throw changedSince(entry)
  if (!before) {
    refuseRemoving(ctx, comment)
    return removeComment(ctx, stores, comment, of)
  }
  refuseOthers(ctx, comment)
  const { text, mentions, editedAt } = stored(before)
  await writeComment(ctx, stores, comment, { ...comment, text, mentions, editedAt }, of)
}

function stored({ id, text, mentions, author, authorId, at, editedAt }: Comment) {
  return {
    id,
    author,
    authorId,
    text,
    mentions,
    at: Date.parse(at),
    editedAt: editedAt === null ? null : Date.parse(editedAt),
  } satisfies Omit<StoredComment, 'on'>
}
