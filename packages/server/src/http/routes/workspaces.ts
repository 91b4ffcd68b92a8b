import { Workspace } from '@triptych/contract/workspaces'
import { z } from 'zod'
import { createWorkspace } from '../../domain/workspaces/create-workspace.ts'
import { exportWorkspace } from '../../domain/workspaces/export-workspace.ts'
import { listWorkspaces } from '../../domain/workspaces/list-workspaces.ts'
import { answerJson } from '../wire/answer.ts'
import { contentDisposition } from '../wire/content-disposition.ts'
import { route, routeWithBody } from '../old-route.ts'
import type { Route } from '../route.ts'
import { replyBody } from '../wire/reply.ts'
import { sendPieces } from '../wire/send-pieces.ts'

const group = 'Workspaces'
const scope = 'server'

export const workspaces: Route[] = [
  route({
    method: 'GET',
    path: '/workspaces',
    scope,
    group,
    summary: 'List the workspaces',
    answer: z.array(Workspace),
    errors: [],
    handle: async (call) => answerJson(call, await listWorkspaces(call.context)),
  }),
  routeWithBody({
    method: 'POST',
    path: '/workspaces',
    scope,
    group,
    summary: 'Make a workspace',
    body: Workspace,
    answer: Workspace,
    errors: ['workspaces.name_taken'],
    multiTransaction: () => null,
    handle: async (call, body) => answerJson(call, await createWorkspace(call.context, body)),
  }),
  route({
    method: 'GET',
    path: '/workspaces/{name}/export',
    params: { name: 'The name of a workspace.' },
    scope,
    group,
    summary: 'Download everything of a workspace as one archive',
    answer: {
      type: 'application/x-tar',
      description:
        'A tar that `triptych workspace import` reads. Without an `end.json` it is cut off.',
    },
    errors: ['workspaces.not_found'],
    async handle(call) {
      const name = call.param('name')
      const { pieces, close } = await exportWorkspace(call.context, name)
      const headers = {
        'content-type': 'application/x-tar',
        'content-disposition': contentDisposition('attachment', `${name}.tar`),
      }
      if (call.request.method === 'HEAD') {
        close()
        return replyBody(null, { headers })
      }
      return replyBody(sendPieces(call, { pieces, close: async () => close() }), { headers })
    },
  }),
]
