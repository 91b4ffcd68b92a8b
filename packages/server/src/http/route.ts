import type { ErrorCode } from '@triptych/contract/errors'
import type { z } from 'zod'
import type { Context } from '../context.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One request on its way through a route. */
export interface Call {
  context: Context
  request: Request
  /** A decoded segment of the path. */
  param(name: string): string
  /** The query parameters as they were sent; a route looks at those it knows. */
  query: Record<string, string>
  /** Headers every answer carries. */
  headers: Record<string, string>
}

interface Described {
  method: Method
  /** With `{name}` for a variable segment. */
  path: string
  /** Routes of the server are there once; routes of a workspace also under `/w/{name}`. */
  scope: 'server' | 'workspace'
  group: string
  summary: string
  /** Query parameters by name, with what they mean. */
  query?: Record<string, z.ZodType>
  /** Request headers that matter here, by name. */
  requestHeaders?: Record<string, string>
  /** What is answered: a schema of JSON, or the type of something else. */
  answer: z.ZodType | { type: string; description: string }
  /** Headers of the answer that mean something, by name. */
  answerHeaders?: Record<string, string>
  /** Other statuses that are no errors, with the same body. */
  otherStatuses?: Record<number, string>
  errors: readonly ErrorCode[]
}

/** A route as the table of all routes holds it: what mounts it also documents it. */
export interface Route extends Described {
  body: z.ZodType | null
  handle(call: Call, body: unknown): Promise<Response> | Response
}

/** A route without a body; whatever body is sent is not looked at. */
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
