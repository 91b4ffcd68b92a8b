import {
  Baseline,
  BaselineChange,
  BaselineTask,
  Comparison,
  NewBaseline,
} from '@triptych/contract/baselines'
import { TaskReference } from '@triptych/contract/gantt'
import { z } from 'zod'
import { addBaseline, deleteBaseline, updateBaseline } from '../../domain/gantt/change-baselines.ts'
import { compareBaselines } from '../../domain/gantt/compare-baselines.ts'
import { listBaselines, listBaselineTasks } from '../../domain/gantt/list-baselines.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { IfNoneMatch, knownVersions } from '../wire/etag.ts'
import { replyList } from '../wire/reply.ts'

const id = z.string().meta({ description: 'The id of a baseline.' })
const described = { scope: 'workspace', group: 'Gantt' } as const
const notFound = ['baselines.not_found', 'gantt.bad_id'] as const

/** Where the plan stood once, and what became of it since. */
export const baselines: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/baselines',
    operationId: 'listBaselines',
    summary: 'List the baselines',
    description: 'Where the tasks stood when somebody kept that, the oldest first.',
    answer: z.array(Baseline),
    errors: [],
    handle: ({ context }) => listBaselines(context),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/baselines',
    operationId: 'addBaseline',
    summary: 'Keep where the tasks stand now',
    description: 'Of all tasks, or of some. What becomes of the plan later changes nothing in it.',
    body: NewBaseline,
    answer: TaskReference,
    errors: ['body.invalid', 'gantt.bad_value', 'gantt.task_not_found', 'baselines.too_many'],
    handle: ({ context }, { body }) => addBaseline(context, body),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/baselines/{id}',
    params: { id },
    operationId: 'listBaselineTasks',
    summary: 'Tell where the tasks stood',
    description: 'By their ids, also those that are gone by now.',
    headers: { 'If-None-Match': IfNoneMatch },
    answer: z.array(BaselineTask),
    answerHeaders: { ETag: 'The version of the baseline.' },
    errors: notFound,
    async handle(call, { params, headers }) {
      const isKnown = knownVersions(call.context, headers['If-None-Match'])
      return replyList(call, await listBaselineTasks(call.context, { id: params.id, isKnown }))
    },
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/baselines/{id}',
    params: { id },
    operationId: 'updateBaseline',
    summary: 'Rename a baseline',
    description: 'Where its tasks stood cannot be changed.',
    body: BaselineChange,
    answer: TaskReference,
    errors: ['body.invalid', 'gantt.bad_value', ...notFound],
    handle: ({ context }, { params, body }) => updateBaseline(context, { id: params.id, body }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/baselines/{id}',
    params: { id },
    operationId: 'deleteBaseline',
    summary: 'Delete a baseline',
    description: 'It can be taken back for as long as the log tells of it.',
    answer: TaskReference,
    errors: notFound,
    handle: ({ context }, { params }) => deleteBaseline(context, params.id),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/baselines/{id}/compare',
    params: { id },
    query: {
      with: z.int().min(1).optional().meta({
        description: 'Another baseline, which came later; without one, the plan as it is.',
      }),
    },
    operationId: 'compareBaselines',
    summary: 'Tell what became of the plan since a baseline',
    description:
      'The tasks that are not what they were, by how much they begin and end later, which are new and which are gone.',
    answer: Comparison,
    errors: notFound,
    handle: ({ context }, { params, query }) =>
      compareBaselines(context, { id: params.id, other: query.with ?? null }),
  }),
]
