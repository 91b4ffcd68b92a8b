import { ArchiveWithout, extrasIn } from '@triptych/contract/archive'
import { NewWorkspace, Workspace, WorkspaceChange } from '@triptych/contract/workspaces'
import { z } from 'zod'
import { createWorkspace } from '../../domain/workspaces/create-workspace.ts'
import {
  deleteWorkspace,
  listDeleted,
  restoreWorkspace,
} from '../../domain/workspaces/delete-workspace.ts'
import { exportWorkspace } from '../../domain/workspaces/export-workspace.ts'
import { listWorkspaces } from '../../domain/workspaces/list-workspaces.ts'
import { renameWorkspace } from '../../domain/workspaces/rename-workspace.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { At, atErrors } from '../wire/moment.ts'
import { contentDisposition } from '../wire/content-disposition.ts'
import { replyBody } from '../wire/reply.ts'
import { sendPieces } from '../wire/send-pieces.ts'
import { atPace } from '../wire/stream-body.ts'

const described = { scope: 'server', group: 'Workspaces' } as const

export const workspaces: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/workspaces',
    operationId: 'listWorkspaces',
    summary: 'List the workspaces',
    description: '`main` is always there.',
    query: {
      deleted: z.boolean().default(false).meta({
        description: 'Instead, those that were deleted and that I can bring back.',
      }),
    },
    answer: z.array(Workspace),
    errors: [],
    handle: ({ context }, { query: { deleted } }) =>
      deleted ? listDeleted(context) : listWorkspaces(context),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/workspaces',
    operationId: 'createWorkspace',
    summary: 'Make a workspace',
    description: 'It is empty, and everything of it is below `/w/{workspace}`.',
    body: NewWorkspace,
    answer: Workspace,
    errors: ['workspaces.name_taken', 'workspaces.too_many', 'storage_full'],
    multiTransaction: () => null,
    handle: ({ context }, { body }) => createWorkspace(context, body),
  }),
  route({
    ...described,
    method: 'PATCH',
    path: '/workspaces/{name}',
    params: { name: z.string().meta({ description: 'The name of a workspace.' }) },
    operationId: 'renameWorkspace',
    summary: 'Give a workspace another title',
    description: 'Its name, and so all addresses, stay what they are.',
    body: WorkspaceChange,
    answer: Workspace,
    errors: ['workspaces.not_found', 'storage_full'],
    multiTransaction: () => undefined,
    handle: ({ context }, { params: { name }, body }) => renameWorkspace(context, name, body),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/workspaces/{name}',
    params: { name: z.string().meta({ description: 'The name of a workspace.' }) },
    operationId: 'deleteWorkspace',
    summary: 'Delete a workspace',
    description:
      'It is not there any more for anybody: streams of events end, and what is still being sent is cut off. It can be brought back for as many days as files stay in the trash, and its name stays taken until then. `main` stays.',
    answer: Workspace,
    errors: ['workspaces.not_found', 'workspaces.stays', 'storage_full', 'unavailable'],
    multiTransaction: () => undefined,
    handle: ({ context }, { params: { name } }) => deleteWorkspace(context, name),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/workspaces/{name}/restore',
    params: { name: z.string().meta({ description: 'The name of a workspace.' }) },
    operationId: 'restoreWorkspace',
    summary: 'Bring a deleted workspace back',
    description: 'With everything that was in it, and for those who had a role there.',
    answer: Workspace,
    errors: ['workspaces.not_found', 'workspaces.not_deleted', 'storage_full'],
    multiTransaction: () => undefined,
    handle: ({ context }, { params: { name } }) => restoreWorkspace(context, name),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/workspaces/{name}/export',
    params: { name: z.string().meta({ description: 'The name of a workspace.' }) },
    query: { without: ArchiveWithout.optional(), at: At },
    operationId: 'exportWorkspace',
    summary: 'Download everything of a workspace as one archive',
    description:
      'Files with trash and versions, plan, tables and log as they are at one moment, on any engine. With `at` files, plan and tables as they were.',
    answer: {
      type: 'application/x-tar',
      description:
        'A tar that `triptych workspace import` reads. Without an `end.json` it is cut off.',
    },
    errors: ['workspaces.not_found', ...atErrors],
    async handle(call, { params: { name }, query: { without, at } }) {
      const left = new Set(extrasIn(without ?? ''))
      const { pieces, close } = await exportWorkspace(call.context, name, left, at)
      const headers = {
        'content-type': 'application/x-tar',
        'content-disposition': contentDisposition('attachment', `${name}.tar`),
      }
      if (call.request.method === 'HEAD') {
        await pieces.return?.()
        close()
        return replyBody(null, { headers })
      }
      const body = sendPieces(
        call,
        atPace(call, pieces, async () => {
          // Nobody else ends what was begun before the first byte was asked for.
          await pieces.return?.()
          close()
        }),
      )
      return replyBody(body, { headers })
    },
  }),
]
