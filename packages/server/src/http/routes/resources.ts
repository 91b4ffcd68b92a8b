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
import { addResource, deleteResource, updateResource } from '../../domain/gantt/change-resources.ts'
import { listAssignments, listAssignmentsOf } from '../../domain/gantt/list-assignments.ts'
import { listResources } from '../../domain/gantt/list-resources.ts'
import { assignmentView, resourceViews } from '../../domain/gantt/views.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { At, atErrors } from '../wire/moment.ts'

const id = z
  .string()
  .meta({ description: 'The id as a number, or the temporary one it was added with.' })
const ofTask = z.string().meta({ description: 'The id of a task.' })
const taskErrors = ['gantt.task_not_found', 'gantt.bad_id'] as const
const assignmentErrors = ['gantt.bad_assignment', 'gantt.bad_id', 'gantt.bad_value'] as const
const resourceErrors = [
  'gantt.resource_not_found',
  'gantt.into_itself',
  'gantt.bad_id',
  'gantt.bad_value',
] as const
const described = { scope: 'workspace', group: 'Gantt' } as const

/** Who works on the plan, and on what. */
export const resources: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/assignments',
    operationId: 'listAssignments',
    summary: 'List who works on the tasks that are listed',
    description:
      'The assignments of the tasks in `GET /tasks`, or all of one resource, wherever its tasks are.',
    query: {
      at: At,
      resource: z.int().min(1).optional().meta({ description: 'Only those of this resource.' }),
    },
    answer: z.array(Assignment),
    errors: atErrors,
    handle: async ({ context }, { query }) =>
      (await listAssignments(context, query.at, query.resource)).map(assignmentView),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/assignments/{id}',
    params: { id: ofTask },
    operationId: 'listAssignmentsBelow',
    summary: 'List who works on what is below a task',
    description: 'The assignments of the tasks in `GET /tasks/{id}`.',
    query: { at: At },
    answer: z.array(Assignment),
    errors: [...taskErrors, ...atErrors],
    handle: async ({ context }, { params, query }) =>
      (await listAssignmentsOf(context, params.id, query.at)).map(assignmentView),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/assignments',
    operationId: 'addAssignment',
    summary: 'Assign a resource to a task',
    description: 'With the share of its time that the resource gives to the task.',
    body: AddAssignment,
    answer: TaskReference,
    errors: [...assignmentErrors, 'gantt.id_taken'],
    handle: ({ context }, { body }) => addAssignment(context, body),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/assignments/{id}',
    params: { id },
    operationId: 'updateAssignment',
    summary: 'Change an assignment',
    description: 'The assignment is afterwards as the body says.',
    body: UpdateAssignment,
    answer: TaskReference,
    errors: ['gantt.assignment_not_found', ...assignmentErrors],
    handle: ({ context }, { params, body }) => updateAssignment(context, { id: params.id, body }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/assignments/{id}',
    params: { id },
    operationId: 'deleteAssignment',
    summary: 'Take an assignment back',
    description: 'The task and the resource stay as they are.',
    answer: TaskReference,
    errors: ['gantt.assignment_not_found', 'gantt.bad_id'],
    handle: ({ context }, { params }) => deleteAssignment(context, params.id),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/resources',
    operationId: 'listResources',
    summary: 'List the resources',
    description: 'People, machines, or groups of them: a parent before its children.',
    query: { at: At },
    answer: z.array(Resource),
    errors: atErrors,
    handle: async ({ context }, { query }) => resourceViews(await listResources(context, query.at)),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/resources',
    operationId: 'addResource',
    summary: 'Add a resource',
    description: 'At the top, or below the one that `parent` names.',
    body: AddResource,
    answer: TaskReference,
    errors: [...resourceErrors, 'gantt.id_taken'],
    handle: ({ context }, { body }) => addResource(context, body),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/resources/{id}',
    params: { id },
    operationId: 'updateResource',
    summary: 'Change a resource',
    description: 'The resource is afterwards as the body says; one cannot be put below itself.',
    body: UpdateResource,
    answer: TaskReference,
    errors: resourceErrors,
    handle: ({ context }, { params, body }) => updateResource(context, { id: params.id, body }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/resources/{id}',
    params: { id },
    operationId: 'deleteResource',
    summary: 'Delete a resource with its assignments',
    description: 'What is below it goes with it.',
    answer: TaskReference,
    errors: ['gantt.resource_not_found', 'gantt.bad_id'],
    handle: ({ context }, { params }) => deleteResource(context, params.id),
  }),
]
