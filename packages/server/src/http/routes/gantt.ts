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
import { addTask } from '../../domain/gantt/add-task.ts'
import { addLink, deleteLink, updateLink } from '../../domain/gantt/change-links.ts'
import { copyTask } from '../../domain/gantt/copy-task.ts'
import { deleteTask } from '../../domain/gantt/delete-task.ts'
import { listLinks, listLinksOf } from '../../domain/gantt/list-links.ts'
import { listTasks } from '../../domain/gantt/list-tasks.ts'
import { moveTask } from '../../domain/gantt/move-task.ts'
import { linkView } from '../../domain/gantt/views.ts'
import { setLazy } from '../../domain/gantt/set-lazy.ts'
import { updateTask } from '../../domain/gantt/update-task.ts'
import { answerJson } from '../wire/answer.ts'
import { answerList } from '../wire/answer.ts'
import { ifNoneMatch } from '../wire/answer.ts'
import { route, routeWithBody } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'
import type { Reply } from '../wire/reply.ts'

const group = 'Gantt'
const scope = 'workspace'
const params = { id: 'The id, as a number.' }
const answer = TaskReference
const taskErrors = ['gantt.task_not_found', 'gantt.bad_id'] as const
const valueErrors = ['gantt.bad_date', 'gantt.bad_value'] as const
const linkErrors = ['gantt.bad_link', 'gantt.cycle', 'gantt.bad_id', 'gantt.bad_value'] as const
const described = { scope, group, answer } as const
const list = {
  scope,
  group,
  requestHeaders: {
    'If-None-Match': 'The ETag of a list the client has: 304 when it still holds.',
  },
  answer: z.array(Task),
  answerHeaders: { ETag: 'The version of the plan.' },
} as const

export const gantt: Route[] = [
  route({
    ...list,
    method: 'GET',
    path: '/tasks',
    summary: 'List the tasks, down to those whose children are sent on demand',
    errors: [],
    handle: (call) => answerTasks(call, null),
  }),
  route({
    ...list,
    method: 'GET',
    path: '/tasks/{id}',
    params,
    summary: 'List what is below a task',
    errors: taskErrors,
    handle: (call) => answerTasks(call, call.param('id')),
  }),
  routeWithBody({
    ...described,
    method: 'POST',
    path: '/tasks',
    summary: 'Add a task',
    body: AddTask,
    errors: [...taskErrors, ...valueErrors, 'gantt.id_taken'],
    handle: async (call, body) => answerJson(call, await addTask(call.context, body)),
  }),
  routeWithBody({
    ...described,
    method: 'PUT',
    path: '/tasks/{id}',
    params,
    summary: 'Change, move or copy a task',
    body: PutTask,
    errors: [...taskErrors, ...valueErrors, 'gantt.into_itself'],
    handle: async (call, body) => answerJson(call, await putTask(call, body)),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/tasks/{id}',
    params,
    summary: 'Delete a task with everything below it',
    errors: taskErrors,
    handle: async (call) => answerJson(call, await deleteTask(call.context, call.param('id'))),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/links',
    summary: 'List the links between the tasks that are listed',
    answer: z.array(Link),
    errors: [],
    handle: async (call) => answerJson(call, (await listLinks(call.context)).map(linkView)),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/links/{id}',
    params: { id: 'The id of a task.' },
    query: {
      ends: z.literal('any').optional().meta({
        description: 'With it, also links whose other end is not listed with them.',
      }),
    },
    summary: 'List the links that come with what is below a task',
    answer: z.array(Link),
    errors: taskErrors,
    handle: async (call) => {
      const ends = call.query['ends'] === 'any' ? 'any' : 'shown'
      const links = await listLinksOf(call.context, call.param('id'), ends)
      return answerJson(call, links.map(linkView))
    },
  }),
  routeWithBody({
    ...described,
    method: 'POST',
    path: '/links',
    summary: 'Add a link; one that is there already is answered as it is',
    body: AddLink,
    errors: [...linkErrors, 'gantt.id_taken'],
    handle: async (call, body) => answerJson(call, await addLink(call.context, body)),
  }),
  routeWithBody({
    ...described,
    method: 'PUT',
    path: '/links/{id}',
    params,
    summary: 'Change a link',
    body: UpdateLink,
    errors: ['gantt.link_not_found', ...linkErrors],
    handle: async (call, body) =>
      answerJson(call, await updateLink(call.context, { id: call.param('id'), body })),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/links/{id}',
    params,
    summary: 'Delete a link',
    errors: ['gantt.link_not_found', 'gantt.bad_id'],
    handle: async (call) => answerJson(call, await deleteLink(call.context, call.param('id'))),
  }),
]

async function answerTasks(call: Call, below: string | null): Promise<Reply> {
  const isKnown = ifNoneMatch(call)
  const { revision, body } = await listTasks(call.context, { below, isKnown })
  return answerList(call, { version: revision, body })
}

/** One address for several things; `operation` says which. */
async function putTask(call: Call, body: PutTask): Promise<TaskReference> {
  const { context } = call
  const id = call.param('id')
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
