import { Origin } from '@triptych/contract/changes'
import { errorCodes } from '@triptych/contract/errors'
import type { ErrorCode } from '@triptych/contract/errors'
import { z } from 'zod'
import { statusOf } from '../wire/error-response.ts'
import { longestKey, takesKey } from '../idempotency.ts'
import { answerSchema, bodySchema } from './openapi-schemas.ts'
import type { JsonSchema, NamedSchemas } from './openapi-schemas.ts'
import type { FormField, OtherAnswer, Route } from '../route.ts'
import { undeclared } from '../wire/query.ts'
import type { Shape } from '../wire/query.ts'

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  /** Where it is, if that is not where everything is. */
  servers?: Server[]
  /** Any of them will do; an empty one is for those who show nothing. */
  security: Record<string, []>[]
  parameters: Parameter[]
  requestBody?: RequestBody
  /** By status. */
  responses: Record<string, Answer>
  /** Query parameters that are not refused though they mean nothing, with who sends them. */
  'x-ignored-parameters'?: Record<string, string> | 'everything'
}

export interface Server {
  url: string
  description: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  style?: 'form'
  explode?: true
  schema: JsonSchema
}

export interface RequestBody {
  required: boolean
  description: string
  content: Content
}

export interface Answer {
  description: string
  headers: Record<string, { $ref: string } | Header>
  content?: Content
}

export type Content = Record<string, { schema: JsonSchema }>
export type Header = { description: string; schema: JsonSchema }

/** Headers that every answer carries. */
export const answerHeaders: Record<string, Header> = {
  'API-Version': { description: 'The major version of the API.', schema: { type: 'string' } },
  'X-Request-Id': {
    description: 'Finds the request in the log of the server. A client may choose it.',
    schema: { type: 'string' },
  },
}

/** How somebody says who they are, on a server with accounts. */
export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'triptych',
    description:
      'What a login sets; by https it is called `__Host-triptych`. A write needs a page of the same origin.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of an account, or of an issuer that the server trusts.',
  },
  tokenInAddress: {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description: 'A token of an account, for those who can send no header.',
  },
}

/** What is for everybody asks for nothing, and a signed address says enough. */
function securityOf({ forEverybody, refusalOfStrangers }: Route): Operation['security'] {
  if (forEverybody === true) return []
  const all = Object.keys(securitySchemes).map((name): Record<string, []> => ({ [name]: [] }))
  return refusalOfStrangers || forEverybody ? [...all, {}] : all
}

/** Adds to `named` what the schemas of the route refer to. */
export function operationOf(route: Route, named: NamedSchemas): Operation {
  const { operationId, summary, description, group, body, form, content, ignores } = route
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags: [group],
    security: securityOf(route),
    parameters: parametersOf(route, named),
    ...(body && { requestBody: requestBodyOf(body, named) }),
    ...(form && { requestBody: formOf(form) }),
    ...(content && { requestBody: contentOf(content) }),
    responses: responsesOf(route, named),
    ...(ignores && { 'x-ignored-parameters': ignores }),
  }
}

/** That `{id*}` may hold slashes is nothing that OpenAPI could say; they may be sent escaped. */
export function documentedPath({ path }: Route): string {
  return path.replace('*}', '}')
}

function parametersOf(route: Route, named: NamedSchemas): Parameter[] {
  const { params, query, headers } = route
  const common = {
    ...(writesToLog(route) && { 'X-Origin': originHeader }),
    ...(takesKey(route) && { 'Idempotency-Key': keyHeader }),
  }
  return [
    ...parametersIn('path', params, named),
    ...parametersIn('query', query, named),
    ...parametersIn('header', { ...headers, ...common }, named),
  ]
}

function parametersIn(place: Parameter['in'], shape: Shape, named: NamedSchemas): Parameter[] {
  return Object.entries(shape).map(([name, one]) => {
    const { description = '', ...schema } = bodySchema(one, named)
    const required = place === 'path' || !isOptional(one)
    // All other parameters there may be, by name.
    const gathered = undeclared.has(one) && ({ style: 'form', explode: true } as const)
    return { name, in: place, required, description, ...gathered, schema }
  })
}

function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success
}

function writesToLog({ method, scope }: Route): boolean {
  return method !== 'GET' && scope === 'workspace'
}

const originHeader = Origin.optional().meta({
  description: 'What the client calls itself. The change carries it, so that its maker knows it.',
})

const keyHeader = z.string().min(1).max(longestKey).optional().meta({
  description:
    'What the client calls this request. Sent again under the same key, it does nothing and is answered as it was the first time.',
})

const replayed = {
  'Idempotency-Replayed': '`true` when this is what the first request of this key was answered.',
}

function requestBodyOf(body: z.ZodType, named: NamedSchemas): RequestBody {
  return {
    required: true,
    description: 'JSON, whatever the content type says.',
    content: { 'application/json': { schema: bodySchema(body, named) } },
  }
}

function formOf(form: Record<string, FormField>): RequestBody {
  const fields = Object.entries(form)
  const properties = fields.map(([name, { kind, description }]): [string, JsonSchema] => [
    name,
    { type: 'string', description, ...(kind === 'file' && { format: 'binary' }) },
  ])
  const required = fields.filter(([, field]) => field.required).map(([name]) => name)
  const schema = { type: 'object', properties: Object.fromEntries(properties), required }
  return {
    required: true,
    description: 'A form, as browsers send it.',
    content: { 'multipart/form-data': { schema } },
  }
}

function contentOf({ type, description }: OtherAnswer): RequestBody {
  return {
    required: true,
    description,
    content: { [type]: { schema: { type: 'string', format: 'binary' } } },
  }
}

const formErrors = ['body.malformed', 'body.too_large', 'body.invalid'] as const

const headers = Object.fromEntries(
  Object.keys(answerHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

const whenAgain = { 'Retry-After': 'Seconds until it is worth to ask again.' }

/** By status; where an answer and an error share one, it has the content of both. */
function responsesOf(route: Route, named: NamedSchemas): Record<string, Answer> {
  const responses = answersOf(route, named)
  const codes = [...new Set([...route.errors, ...kernelErrors(route)])]
  const byStatus = Object.groupBy(codes, (code) => statusOf[code])
  for (const [status, ofStatus = []] of Object.entries(byStatus)) {
    const answer = responses[status]
    const error = errorAnswer(statusIn(route, Number(status)), ofStatus)
    const description = answer ? `${answer.description}\n\n${error.description}` : error.description
    responses[status] = {
      description,
      headers: { ...headers, ...(status === '429' && headersOf(whenAgain)) },
      content: { ...answer?.content, ...error.content },
    }
  }
  return responses
}

function answersOf(route: Route, named: NamedSchemas): Record<string, Answer> {
  const { answer, headers: sent, answerHeaders: own = {}, otherStatuses = {} } = route
  const all = { ...headers, ...headersOf({ ...own, ...(takesKey(route) && replayed) }) }
  const isJson = answer instanceof z.ZodType
  const content: Content = isJson
    ? { 'application/json': { schema: answerSchema(answer, named) } }
    : { [answer.type]: { schema: { type: 'string' } } }
  const answers: Record<string, Answer> = {
    200: { description: isJson ? 'Success.' : answer.description, headers: all, content },
  }
  for (const [status, description] of Object.entries(otherStatuses)) {
    answers[status] = { description, headers, content }
  }
  if ('If-None-Match' in sent) {
    answers[304] = { description: 'The client has the newest already.', headers: all }
  }
  return answers
}

function headersOf(described: Record<string, string>): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(described).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  )
}

/** What can happen to a request before and behind its route. */
function kernelErrors(route: Route): ErrorCode[] {
  const { method, scope, body, form, ignores, forForeignPages, forEverybody, isUncounted } = route
  const allCodes = Object.keys(errorCodes) as ErrorCode[]
  return [
    'bad_request',
    ...(ignores === 'everything' ? [] : (['query.invalid'] as const)),
    ...(forEverybody === true ? [] : (['unauthenticated'] as const)),
    ...(forForeignPages === 'use' ? [] : (['forbidden'] as const)),
    ...(method === 'GET' ? [] : (['storage_full'] as const)),
    ...(body ? allCodes.filter((code) => code.startsWith('body.')) : []),
    ...(form ? formErrors : []),
    ...(takesKey(route) ? allCodes.filter((code) => code.startsWith('idempotency.')) : []),
    ...(scope === 'workspace' ? (['workspaces.not_found'] as const) : []),
    ...(isUncounted ? [] : (['rate_limited'] as const)),
    'internal',
    'unavailable',
  ]
}

/** What may stand in `status`: of a form that holds a file, the word for the uploader as well. */
function statusIn({ form }: Route, status: number): JsonSchema {
  return form ? { enum: [status, 'error'] } : { const: status }
}

function errorAnswer(status: JsonSchema, codes: ErrorCode[]): Answer {
  const schema: JsonSchema = {
    $ref: '#/components/schemas/Problem',
    properties: { status, code: { enum: codes } },
  }
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code]}`).join('\n\n'),
    headers,
    content: { 'application/problem+json': { schema } },
  }
}
