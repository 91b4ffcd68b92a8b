import {
  AddLink,
  AddTask,
  Link,
  PutTask,
  Task,
  TaskReference,
  UpdateLink,
} from '@triptych/contract/gantt'
import type { CopyTask, MoveTask, SetLazy } from '@triptych/contract/gantt'
import { z } from 'zod'
import { withCounts } from '../../domain/comments/count-comments.ts'
import { addTask } from '../../domain/gantt/add-task.ts'
import { addTasks } from '../../domain/gantt/add-tasks.ts'
import { addLink, deleteLink, updateLink } from '../../domain/gantt/change-links.ts'
import { copyTask } from '../../domain/gantt/copy-task.ts'
import { deleteTask } from '../../domain/gantt/delete-task.ts'
import { listLinks, listLinksOf } from '../../domain/gantt/list-links.ts'
import { listTasks } from '../../domain/gantt/list-tasks.ts'
import { moveTask } from '../../domain/gantt/move-task.ts'
import { readTask } from '../../domain/gantt/read-task.ts'
import { linkView } from '../../domain/gantt/views.ts'
import { setLazy } from '../../domain/gantt/set-lazy.ts'
import { updateTask } from '../../domain/gantt/update-task.ts'
import { withBaseline } from '../../domain/gantt/with-baseline.ts'
import type { Call } from '../call.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { CountedComments } from '../wire/counted-comments.ts'
import { IfNoneMatch, knownVersions } from '../wire/etag.ts'
import { At, atErrors, refuseWithAt } from '../wire/moment.ts'
import { replyList } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'

const id = z
  .string()
  .meta({ description: 'The id as a number, or the temporary one it was added with.' })
const ofTask = z.string().meta({ description: 'The id of a task.' })
const taskErrors = ['gantt.task_not_found', 'gantt.bad_id'] as const
const valueErrors = ['gantt.bad_date', 'gantt.bad_value'] as const
const linkErrors = ['gantt.bad_link', 'gantt.cycle', 'gantt.bad_id', 'gantt.bad_value'] as const
const described = { scope: 'workspace', group: 'Gantt' } as const
const Wbs = z.boolean().default(false).meta({
  description: 'With it, each task says in `$wbs` its number in the outline, such as 1.2.1.',
})
const InBaseline = z.int().min(1).optional().meta({
  description:
    'With the id of a baseline, each task in it says in `base_start`, `base_end` and `base_duration` where it stood.',
})
const list = {
  ...described,
  query: { at: At, comments: CountedComments, wbs: Wbs, baseline: InBaseline },
  headers: { 'If-None-Match': IfNoneMatch },
  answer: z.array(Task),
  answerHeaders: { ETag: 'The version of the plan.' },
} as const

export const gantt: Route[] = [
  route({
    ...list,
    method: 'GET',
    path: '/tasks',
    operationId: 'listTasks',
    summary: 'List the tasks, down to those whose children are sent on demand',
    description:
      'All tasks in the order of the chart, a parent before its children. Below a task with `lazy` there is more: `GET /tasks/{id}` lists it.',
    errors: [...atErrors, 'baselines.not_found'],
    handle: (call, { query, headers }) => listed(call, null, query, headers['If-None-Match']),
  }),
  route({
    ...list,
    method: 'GET',
    path: '/tasks/{id}',
    params: { id: ofTask },
    operationId: 'listTasksBelow',
    summary: 'List what is below a task',
    description: 'The branch below a task, down to those whose children are sent on demand.',
    errors: [...taskErrors, ...atErrors, 'baselines.not_found'],
    handle: (call, { params, query, headers }) =>
      listed(call, params.id, query, headers['If-None-Match']),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/tasks/{id}/self',
    params: { id: ofTask },
    query: { at: At },
    operationId: 'getTask',
    summary: 'Read one task',
    description: 'The task itself, as the lists have it. `GET /tasks/{id}` is what is below it.',
    answer: Task,
    errors: [...taskErrors, ...atErrors],
    handle: ({ context }, { params, query }) => readTask(context, { id: params.id, at: query.at }),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/tasks',
    operationId: 'addTask',
    summary: 'Add a task',
    description:
      'At the end of the plan, or where `mode` and `target` say. What is left out is made up: a start today, a duration of 1, an end where the chart needs one.',
    body: AddTask,
    answer: TaskReference,
    errors: [...taskErrors, ...valueErrors, 'gantt.id_taken', 'gantt.too_many_tasks'],
    handle: ({ context }, { body }) => addTask(context, body),
    handleMany: ({ context }, { bodies }) => addTasks(context, bodies),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/tasks/{id}',
    params: { id },
    operationId: 'updateTask',
    summary: 'Change, move or copy a task',
    description:
      'Without `operation` the fields that are said change and all others stay. With it the task is moved or copied, with its branch, or is told whether its children are sent on demand.',
    body: PutTask,
    answer: TaskReference,
    errors: [
      ...taskErrors,
      ...valueErrors,
      'gantt.into_itself',
      'gantt.cycle',
      'gantt.too_many_tasks',
      'request.too_costly',
    ],
    handle: (call, { params, body }) => putTask(call, params.id, body),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/tasks/{id}',
    params: { id },
    operationId: 'deleteTask',
    summary: 'Delete a task with everything below it',
    description: 'The whole branch goes, with its links and assignments.',
    answer: TaskReference,
    errors: taskErrors,
    handle: (call, { params }) => deleteTask(call.context, params.id),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/links',
    operationId: 'listLinks',
    summary: 'List the links between the tasks that are listed',
    description: 'Those whose two ends are both in `GET /tasks`.',
    query: { at: At },
    answer: z.array(Link),
    errors: atErrors,
    handle: async ({ context }, { query }) => (await listLinks(context, query.at)).map(linkView),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/links/{id}',
    params: { id: ofTask },
    operationId: 'listLinksBelow',
    summary: 'List the links that come with what is below a task',
    description:
      'Those that have an end in `GET /tasks/{id}` and whose other end is listed already.',
    query: {
      ends: z.literal('any').optional().meta({
        description: 'With it, also links whose other end is not listed with them.',
      }),
      at: At,
    },
    answer: z.array(Link),
    errors: [...taskErrors, ...atErrors],
    handle: async ({ context }, { params, query: { ends, at } }) =>
      (await listLinksOf(context, params.id, ends ?? 'shown', at)).map(linkView),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/links',
    operationId: 'addLink',
    summary: 'Add a link; one that is there already is answered as it is',
    description: 'A link that would make tasks wait for each other is refused.',
    body: AddLink,
    answer: TaskReference,
    errors: [...linkErrors, 'gantt.id_taken'],
    handle: ({ context }, { body }) => addLink(context, body),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/links/{id}',
    params: { id },
    operationId: 'updateLink',
    summary: 'Change a link',
    description: 'The link is afterwards as the body says: a lag that is left out is none.',
    body: UpdateLink,
    answer: TaskReference,
    errors: ['gantt.link_not_found', ...linkErrors],
    handle: ({ context }, { params, body }) => updateLink(context, { id: params.id, body }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/links/{id}',
    params: { id },
    operationId: 'deleteLink',
    summary: 'Delete a link',
    description: 'The tasks at its ends stay as they are.',
    answer: TaskReference,
    errors: ['gantt.link_not_found', 'gantt.bad_id'],
    handle: ({ context }, { params }) => deleteLink(context, params.id),
  }),
]

interface ListQuery {
  at: z.output<typeof At>
  comments: z.output<typeof CountedComments>
  wbs: boolean
  baseline?: number | undefined
}

async function listed(
  call: Call,
  below: string | null,
  { at, comments, wbs, baseline }: ListQuery,
  tags: z.output<typeof IfNoneMatch>,
): Promise<Reply<never>> {
  const { context } = call
  const isKnown = knownVersions(context, tags)
  refuseWithAt(at, { comments, baseline })
  const plain = (known: typeof isKnown) => listTasks(context, { below, at, wbs, isKnown: known })
  const based = (known: typeof isKnown) =>
    baseline === undefined ? plain(known) : withBaseline(context, baseline, known, plain)
  if (!comments) return replyList(call, await based(isKnown))
  return replyList(call, await withCounts(context, { kind: 'task', table: '' }, isKnown, based))
}

/** One address for several things; `operation` says which. */
async function putTask({ context }: Call, id: string, body: PutTask): Promise<TaskReference> {
  if (isMove(body)) {
    return moveTask(context, { id, target: body.target, mode: body.mode ?? 'after' })
  }
  if (isLazy(body)) return setLazy(context, { id, value: body.value })
  if (!isCopy(body)) return updateTask(context, { id, body })
  return copyTask(context, {
    id,
    temporary: body.id,
    target: body.target,
    mode: body.mode ?? 'after',
    isDeep: body.lazy === true || body.nested === true,
  })
}

function isMove(body: PutTask): body is MoveTask {
  return body.operation === 'move'
}

function isLazy(body: PutTask): body is SetLazy {
  return body.operation === 'lazy'
}

function isCopy(body: PutTask): body is CopyTask {
  return body.operation === 'copy'
}
