import { Comment, CommentChange, CommentedThing, NewComment } from '@triptych/contract/comments'
import { z } from 'zod'
import { addComment, deleteComment, updateComment } from '../../domain/comments/change-comments.ts'
import { listComments } from '../../domain/comments/list-comments.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'

const described = { scope: 'workspace', group: 'Comments', yieldsTo: 'comments' } as const
const params = { id: z.string().max(64).meta({ description: 'The id of the comment.' }) }
const thingErrors = [
  'gantt.task_not_found',
  'gantt.bad_id',
  'tables.not_found',
  'tables.row_not_found',
  'files.bad_path',
  'files.not_found',
  'files.link',
  'files.denied',
] as const

export const comments: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/comments',
    operationId: 'listComments',
    summary: 'List what is said about a task, a row or a file',
    description: 'All comments on it, oldest first. They stay with it when it is renamed or moved.',
    query: { of: CommentedThing },
    answer: z.array(Comment),
    errors: thingErrors,
    handle: ({ context }, { query }) => listComments(context, query.of),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/comments',
    operationId: 'addComment',
    summary: 'Comment on a task, a row or a file',
    description:
      'Whoever sees it and is at least a commenter may. `@name` mentions members of the workspace, by the names they have now.',
    body: NewComment,
    answer: Comment,
    errors: [...thingErrors, 'comments.too_many'],
    multiTransaction: ({ after }) => after,
    handle: ({ context }, { body }) => addComment(context, body),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/comments/{id}',
    params,
    operationId: 'updateComment',
    summary: 'Change what one has said',
    description: 'For its author only.',
    body: CommentChange,
    answer: Comment,
    errors: ['comments.not_found'],
    multiTransaction: ({ after }) => after,
    handle: ({ context }, { params: { id }, body }) => updateComment(context, id, body.text),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/comments/{id}',
    params,
    operationId: 'deleteComment',
    summary: 'Delete a comment',
    description: 'For its author, and for owners of the workspace.',
    answer: z.object({}),
    errors: ['comments.not_found'],
    handle: async ({ context }, { params: { id } }) => {
      await deleteComment(context, id)
      return {}
    },
  }),
]
