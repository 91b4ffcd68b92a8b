import {
  AddAssignment,
  AddResource,
  Assignment,
  Resource,
  TaskReference,
  UpdateAssignment,
  UpdateResource,
} from '@triptych/contract/gantt'
import { z } from 'zod'
import {
  addAssignment,
  deleteAssignment,
  updateAssignment,
} from '../../domain/gantt/change-assignments.ts'
import {
  addResource,
  deleteResource,
  listResources,
  updateResource,
} from '../../domain/gantt/change-resources.ts'
import { listAssignments, listAssignmentsOf } from '../../domain/gantt/list-assignments.ts'
import { assignmentView, resourceViews } from '../../domain/gantt/views.ts'
import { answerJson } from '../wire/answer.ts'
import { route, routeWithBody } from '../old-route.ts'
import type { Route } from '../route.ts'

const params = { id: 'The id, as a number.' }
const taskErrors = ['gantt.task_not_found', 'gantt.bad_id'] as const
const assignmentErrors = ['gantt.bad_assignment', 'gantt.bad_id', 'gantt.bad_value'] as const
const resourceErrors = [
  'gantt.resource_not_found',
  'gantt.into_itself',
  'gantt.bad_id',
  'gantt.bad_value',
] as const
const described = { scope: 'workspace', group: 'Gantt', answer: TaskReference } as const

/** Who works on the plan, and on what. */
export const resources: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/assignments',
    summary: 'List who works on the tasks that are listed',
    answer: z.array(Assignment),
    errors: [],
    handle: async (call) =>
      answerJson(call, (await listAssignments(call.context)).map(assignmentView)),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/assignments/{id}',
    params: { id: 'The id of a task.' },
    summary: 'List who works on what is below a task',
    answer: z.array(Assignment),
    errors: taskErrors,
    handle: async (call) =>
      answerJson(
        call,
        (await listAssignmentsOf(call.context, call.param('id'))).map(assignmentView),
      ),
  }),
  routeWithBody({
    ...described,
    method: 'POST',
    path: '/assignments',
    summary: 'Assign a resource to a task',
    body: AddAssignment,
    errors: [...assignmentErrors, 'gantt.id_taken'],
    handle: async (call, body) => answerJson(call, await addAssignment(call.context, body)),
  }),
  routeWithBody({
    ...described,
    method: 'PUT',
    path: '/assignments/{id}',
    params,
    summary: 'Change an assignment',
    body: UpdateAssignment,
    errors: ['gantt.assignment_not_found', ...assignmentErrors],
    handle: async (call, body) =>
      answerJson(call, await updateAssignment(call.context, { id: call.param('id'), body })),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/assignments/{id}',
    params,
    summary: 'Take an assignment back',
    errors: ['gantt.assignment_not_found', 'gantt.bad_id'],
    handle: async (call) =>
      answerJson(call, await deleteAssignment(call.context, call.param('id'))),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/resources',
    summary: 'List the resources',
    answer: z.array(Resource),
    errors: [],
    handle: async (call) => answerJson(call, resourceViews(await listResources(call.context))),
  }),
  routeWithBody({
    ...described,
    method: 'POST',
    path: '/resources',
    summary: 'Add a resource',
    body: AddResource,
    errors: [...resourceErrors, 'gantt.id_taken'],
    handle: async (call, body) => answerJson(call, await addResource(call.context, body)),
  }),
  routeWithBody({
    ...described,
    method: 'PUT',
    path: '/resources/{id}',
    params,
    summary: 'Change a resource',
    body: UpdateResource,
    errors: resourceErrors,
    handle: async (call, body) =>
      answerJson(call, await updateResource(call.context, { id: call.param('id'), body })),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/resources/{id}',
    params,
    summary: 'Delete a resource with its assignments',
    errors: ['gantt.resource_not_found', 'gantt.bad_id'],
    handle: async (call) => answerJson(call, await deleteResource(call.context, call.param('id'))),
  }),
]
