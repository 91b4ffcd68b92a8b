import { createHash } from 'node:crypto'
import { z } from 'zod'
import { replyBody, replyJson } from '../wire/reply.ts'
import { docsPage } from './docs-page.ts'
import { docsStyle } from './docs-style.ts'
import { openApiDocument } from './openapi.ts'
import type { OpenApiSettings } from './openapi.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'

/** The API described by itself, for programs and for people. */
export function reference(allRoutes: () => Route[], settings: OpenApiSettings): Route[] {
  const document = once(() => openApiDocument(allRoutes(), settings))
  const json = once(() => JSON.stringify(document()))
  const page = once(() => docsPage(document()))

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
      handle: () => replyJson(json()),
    }),
    route({
      method: 'GET',
      path: '/docs',
      scope: 'server',
      group: 'Server',
      operationId: 'getDocs',
      summary: 'Describe the API, for people',
      description: 'These pages.',
      // People come with links that others have put something behind.
      ignores: 'everything',
      answer: { type: 'text/html', description: 'The reference as a page.' },
      errors: [],
      handle: () => replyBody(page(), { headers: pageHeaders() }),
    }),
  ]
}

const pageHeaders = once(() => ({
  'content-type': 'text/html; charset=utf-8',
  // The page has one style, its own, and nothing else that could be loaded or run.
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}))

function once<T extends string | object>(make: () => T): () => T {
  let made: T | null = null
  return () => (made ??= make())
}
