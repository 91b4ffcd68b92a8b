import { isWorkspaceName } from '@triptych/contract/workspaces'
import { z } from 'zod'
import { listSights } from '../../domain/tables/get-table.ts'
import { readAddress } from '../address.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { hasParameter } from '../wire/query.ts'
import { replyJson } from '../wire/reply.ts'
import { inWorkspace, openApiDocument } from './openapi.ts'
import type { OpenApiDocument, OpenApiSettings } from './openapi.ts'
import { withTables } from './openapi-tables.ts'

/** The API described by itself. `/docs/api` shows it to people. */
export function reference(allRoutes: () => Route[], settings: OpenApiSettings): Route[] {
  const { base } = settings
  let made: OpenApiDocument | null = null
  let text: string | null = null
  const general = () => (made ??= openApiDocument(allRoutes(), settings))
  const generalText = () => (text ??= JSON.stringify(general()))

  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      scope: 'workspace',
      group: 'Server',
      operationId: 'getOpenApi',
      summary: 'Describe the API, for programs',
      description:
        'What these pages are made of; clients can be generated from it. Its servers are those of the workspace where it is asked for.',
      query: {
        tables: z.boolean().default(false).meta({
          description:
            'With operations of their own for each table that one sees, whose rows have the columns of the table. One has to say who one is.',
        }),
      },
      answer: z.looseObject({ openapi: z.string() }).meta({ description: 'OpenAPI 3.1.' }),
      errors: ['request.too_costly'],
      forEverybody: (url) => !hasParameter(url, 'tables'),
      async handle({ context, url }, { query: { tables } }) {
        const { workspace } = readAddress(url, base) ?? { workspace: null }
        const isNamed = workspace !== null && isWorkspaceName(workspace)
        if (!isNamed && !tables) return replyJson(generalText())
        const document = isNamed ? inWorkspace(general(), base, workspace) : general()
        if (!tables) return replyJson(JSON.stringify(document))
        return replyJson(JSON.stringify(withTables(document, await listSights(context))))
      },
    }),
  ]
}
