import { z } from 'zod'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { replyJson } from '../wire/reply.ts'
import { openApiDocument } from './openapi.ts'
import type { OpenApiSettings } from './openapi.ts'

/** The API described by itself. `/docs` shows it to people. */
export function reference(allRoutes: () => Route[], settings: OpenApiSettings): Route[] {
  let made: string | null = null
  const json = () => (made ??= JSON.stringify(openApiDocument(allRoutes(), settings)))

  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      scope: 'server',
      group: 'Server',
      operationId: 'getOpenApi',
      summary: 'Describe the API, for programs',
      description: 'What these pages are made of; clients can be generated from it.',
      answer: z.looseObject({ openapi: z.string() }).meta({ description: 'OpenAPI 3.1.' }),
      errors: [],
      forEverybody: true,
      handle: () => replyJson(json()),
    }),
  ]
}
