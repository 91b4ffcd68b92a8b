import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NewChange } from '@triptych/contract/changes'
import type { ErrorCode } from '@triptych/contract/errors'
import type { z } from 'zod'
import type { Context } from '../context.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One request on its way through a route. */
export interface Call {
  context: Context
  request: Request
  /** What the request was made from, where it came over a socket of ours. */
  incoming: IncomingMessage | null
  /** What the answer goes to, if so. */
  outgoing: ServerResponse | null
  /** The address as it was sent: `..` is not resolved where the request came over our socket. */
  url: string
  /** A decoded segment of the path; what `{name*}` stands for is not decoded. */
  param(name: string): string
  /** The query parameters as they were sent; a route looks at those it knows. */
  query: Record<string, string>
  /** Headers every answer carries. */
  headers: Record<string, string>
  /** Takes what is answered, in place of a response, where it goes no further as one. */
  take?: (value: unknown, headers: Record<string, string>) => void
}

interface Described {
  method: Method
  /** With `{name}` for a variable segment; `{name*}` at the end stands for one or more of them. */
  path: string
  /** What the variable segments mean, where it is not what they mean elsewhere. */
  params?: Record<string, string>
  /** Routes of the server are there once; routes of a workspace also under `/w/{name}`. */
  scope: 'server' | 'workspace'
  group: string
  summary: string
  /** Query parameters by name, with what they mean. */
  query?: Record<string, z.ZodType>
  /** Request headers that matter here, by name. */
  requestHeaders?: Record<string, string>
  /** The fields of a form (`multipart/form-data`), by name, where the route reads one. */
  form?: Record<string, FormField>
  /** What is answered: a schema of JSON, or the type of something else. */
  answer: z.ZodType | { type: string; description: string }
  /** Headers of the answer that mean something, by name. */
  answerHeaders?: Record<string, string>
  /** Other statuses that are no errors, with the same body. */
  otherStatuses?: Record<number, string>
  errors: readonly ErrorCode[]
  /** Of a POST that changes nothing, always or with such a body: it may come again as often as it likes. */
  reads?: true | ((body: unknown) => boolean)
  /**
   * Of a POST or PUT that is more than one transaction: what it answers, told from the change that completes
   * it. `undefined` for a change on the way there, `null` where the change does not tell.
   */
  apart?: (change: NewChange) => object | null | undefined
}

export interface FormField {
  kind: 'file' | 'text'
  required: boolean
  description: string
}

/** A route as the table of all routes holds it: what mounts it also documents it. */
export interface Route extends Described {
  body: z.ZodType | null
  handle(call: Call, body: unknown): Promise<Response> | Response
}

/** A route without a JSON body; what is sent nevertheless is not looked at, unless it reads a form. */
export function route(
  described: Described & { handle: (call: Call) => Promise<Response> | Response },
): Route {
  return { ...described, body: null }
}

/** A route whose body is checked before it is handled. */
export function routeWithBody<B extends z.ZodType>(
  described: Described & {
    body: B
    handle: (call: Call, body: z.infer<B>) => Promise<Response> | Response
  },
): Route {
  const { handle } = described
  return { ...described, handle: (call, body) => handle(call, body as z.infer<B>) }
}
