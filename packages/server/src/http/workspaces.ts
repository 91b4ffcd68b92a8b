import { Workspace } from '@triptych/contract/workspaces'
import { z } from 'zod'
import { createWorkspace } from '../domain/workspaces/create-workspace.ts'
import { listWorkspaces } from '../domain/workspaces/list-workspaces.ts'
import { answerJson } from './answer.ts'
import { route, routeWithBody } from './route.ts'
import type { Route } from './route.ts'

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
    apart: () => null,
    handle: async (call, body) => answerJson(call, await createWorkspace(call.context, body)),
  }),
]
