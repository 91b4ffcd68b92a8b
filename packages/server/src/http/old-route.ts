import { z } from 'zod'
import type { Call as NewCall } from './call.ts'
import { route as newRoute } from './route.ts'
import type { Declared, Input, OtherAnswer, Route } from './route.ts'
import type { Shape } from './wire/query.ts'

/** A call of a route that reads its parameters itself, as texts. */
export interface Call extends NewCall {
  param(name: string): string
  query: Record<string, string>
}

type Any = z.ZodType
type Described = Omit<
  Declared<Shape, Shape, Shape, Any, Any | OtherAnswer>,
  'params' | 'headers' | 'body' | 'handle' | 'reads' | 'operationId' | 'description'
> & {
  params?: Record<string, string>
  requestHeaders?: Record<string, string>
  reads?: true | ((body: unknown) => boolean)
}

/** A route without a JSON body; what is sent nevertheless is not looked at, unless it reads a form. */
export function route(described: Described & { handle: (call: Call) => unknown }): Route {
  return adapted(described, null, (call) => described.handle(call))
}

/** A route whose body is checked before it is handled. */
export function routeWithBody<B extends Any>(
  described: Described & { body: B; handle: (call: Call, body: z.infer<B>) => unknown },
): Route {
  return adapted(described, described.body, (call, body) =>
    described.handle(call, body as z.infer<B>),
  )
}

const usualParams = { table: 'The name of a table.', id: 'The id of a row.' }

function adapted(
  { params = {}, requestHeaders = {}, query = {}, ...described }: Described,
  body: Any | null,
  handle: (call: Call, body: unknown) => unknown,
): Route {
  const { method, path } = described
  const names = [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name)
  const meanings: Record<string, string> = { ...usualParams, ...params }
  const made = newRoute({
    // What it does not know it does not refuse.
    ignores: 'everything',
    ...described,
    operationId: operationIdOf(method, path),
    description: '',
    params: Object.fromEntries(names.map((name) => [name, text(meanings[name] ?? '')])),
    headers: Object.fromEntries(
      Object.entries(requestHeaders).map(([name, meaning]) => [name, text(meaning).optional()]),
    ),
    ...(body && { body }),
    handle: () => null,
  } as Declared<Shape, Shape, Shape, Any, Any>)
  return {
    ...made,
    query,
    readInput: ({ params: sent, url }) => ({ params: sent, query: queryIn(url), headers: {} }),
    handle: (call, input) => handle(callOf(call, input), input.body),
  }
}

function callOf(call: NewCall, { params, query }: Input): Call {
  return {
    ...call,
    param: (name) => (params as Record<string, string>)[name] ?? '',
    query: query as Record<string, string>,
  }
}

function queryIn(url: string): Record<string, string> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const [query = ''] = url.slice(start + 1).split('#')
  return Object.fromEntries(new URLSearchParams(query))
}

function text(description: string) {
  return z.string().meta({ description })
}

/** `PATCH /{table}/{id}` is `patchByTableById`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replaceAll('{', 'by-')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}
