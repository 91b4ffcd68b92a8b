import type { NewChange } from '@triptych/contract/changes'
import type { ErrorCode } from '@triptych/contract/errors'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Call } from './call.ts'
import type { ForForeignPages } from './cross-origin.ts'
import { queryReader } from './wire/query.ts'
import type { Shape } from './wire/query.ts'
import type { Reply } from './wire/reply.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Values<S extends Shape> = { readonly [Name in keyof S]: z.output<S[Name]> }

/** What a request says, checked and in the types that its route declares. */
export interface Input {
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, unknown>>
  /** `null` where the route takes no JSON. */
  body: unknown
}

/** What a request says, as it came. */
export interface Sent {
  /** The variable segments of the path; what `{name*}` stands for is not decoded. */
  params: Readonly<Record<string, string>>
  url: string
  headers: Pick<Headers, 'get'>
}

interface Described {
  method: Method
  /** With `{name}` for a variable segment; `{name*}` at the end stands for one or more of them. */
  path: string
  /** Routes of the server are there once; routes of a workspace also under `/w/{name}`. */
  scope: 'server' | 'workspace'
  group: string
  /** What a generated client calls it: a verb and a noun, and no other route has it. */
  operationId: string
  summary: string
  /** What the summary has no room for. */
  description: string
  /** The fields of a form (`multipart/form-data`), by name, where the route reads one. */
  form?: Record<string, FormField>
  /** A body that is neither JSON nor a form, which the route reads as it comes. */
  content?: OtherAnswer
  /** Headers of the answer that mean something, by name. */
  answerHeaders?: Record<string, string>
  /** Other statuses that are no errors, with the same body. */
  otherStatuses?: Record<number, string>
  errors: readonly ErrorCode[]
  /** However often it is asked: whoever watches the server has to know how it is. */
  isUncounted?: true
  /** Of an address that tells nothing of the data. All others are not there for foreign pages. */
  forForeignPages?: ForForeignPages
  /** Nobody has to say who they are; of some addresses only, where it tells of which. */
  forEverybody?: true | ((url: string) => boolean)
  /** It is answered at the address of any workspace, be there one or not: to all, or to browsers that show a page. */
  isAnywhere?: 'for all' | 'for browsers'
  /** The answer has a secret in it, or a session changes with it: it is never kept, whatever key is sent. */
  isNeverKept?: true
  /**
   * Of addresses in a workspace that bear a secret or a signature, which the route itself checks: they need no other
   * credentials. What is answered where there is no such workspace, which must be what a wrong secret is answered;
   * `null` for an address that bears none.
   */
  refusalOfStrangers?: (url: string) => AppError | null
  /** Headers that each of its answers has, whatever became of the request. */
  alwaysSends?: Record<string, string>
  /** In a workspace that has a table of this name its addresses are those of the table, as they were before there was the route. */
  yieldsTo?: string
  /**
   * Query parameters that mean nothing here and are sent nevertheless, with who sends them. All others
   * that are not declared are refused.
   */
  ignores?: Record<string, string> | 'everything'
  /**
   * Of a POST or PUT that is more than one transaction: what it answers, told from the change that completes
   * it. `undefined` for a change on the way there, `null` where the change does not tell.
   */
  multiTransaction?: (change: NewChange) => object | null | undefined
}

export interface FormField {
  kind: 'file' | 'text'
  required: boolean
  description: string
}

/** Something else than JSON. */
export interface OtherAnswer {
  type: string
  description: string
}

/** Whether nobody has to say who they are at this address. */
export function isForEverybody({ forEverybody }: Pick<Described, 'forEverybody'>, url: string) {
  return typeof forEverybody === 'function' ? forEverybody(url) : forEverybody === true
}

/** A route as the table of all routes holds it: what mounts it also documents it. */
export interface Route extends Described {
  params: Shape
  query: Shape
  headers: Shape
  body: z.ZodType | null
  answer: z.ZodType | OtherAnswer
  /** Of a POST that changes nothing, always or with such a body: it may come again as often as it likes. */
  reads?: true | ((body: unknown) => boolean)
  /** Of a POST that may do nothing but delete: whether this one does. */
  deletes?: (body: unknown) => boolean
  /** All but the body, which has to be waited for. */
  readInput(sent: Sent): Omit<Input, 'body'>
  /** What is answered: a value as JSON, or a `Reply`. */
  handle(call: Call, input: Input): unknown
  /** In a batch: what requests are answered that differ in their bodies alone, or why they are refused. */
  handleMany?(call: Call, input: ManyInputs): Promise<unknown[]>
}

export interface ManyInputs extends Omit<Input, 'body'> {
  bodies: unknown[]
}

type Nothing = Readonly<Record<string, never>>
type Answered<A> = A extends z.ZodType ? z.output<A> : never

export interface Declared<
  Params extends Shape,
  Query extends Shape,
  HeaderValues extends Shape,
  Body extends z.ZodType,
  Answer extends z.ZodType | OtherAnswer,
> extends Described {
  /** The variable segments of the path. What does not fit is an address where nothing is. */
  params?: Params
  query?: Query
  /** Request headers that matter here. */
  headers?: HeaderValues
  /** JSON that is checked before the route is called. */
  body?: Body
  /** What is answered: a schema of JSON, or the type of something else. */
  answer: Answer
  reads?: true | ((body: z.output<Body>) => boolean)
  deletes?: (body: z.output<Body>) => boolean
  handle(
    call: Call,
    input: {
      params: Values<Params>
      query: Values<Query>
      headers: Values<HeaderValues>
      body: z.output<Body>
    },
  ):
    | Answered<Answer>
    | Reply<Answered<Answer>>
    | Promise<Answered<Answer> | Reply<Answered<Answer>>>
  /** Of a request that comes many times in a batch: see `Route`. */
  handleMany?(
    call: Call,
    input: { params: Values<Params>; query: Values<Query>; bodies: z.output<Body>[] },
  ): Promise<(Answered<Answer> | Reply<Answered<Answer>> | AppError)[]>
}

/** One declaration: what a request may say, what is done, and what is answered. */
export function route<
  Answer extends z.ZodType | OtherAnswer,
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  HeaderValues extends Shape = Nothing,
  Body extends z.ZodType = z.ZodNull,
>(declared: Declared<Params, Query, HeaderValues, Body, Answer>): Route {
  const { params = {}, query = {}, headers = {}, body = null } = declared
  refuseOtherNames(declared.path, params)
  const readParams = paramsReader(params)
  const readQuery = queryReader(query, ignoredBy(declared))
  const readHeaders = headersReader(headers)
  return {
    // What a handler takes is narrower than what the table can say; `readInput` has seen to it.
    ...(declared as unknown as Route),
    params,
    query,
    headers,
    body,
    readInput: (sent) => ({
      query: readQuery(sent.url),
      params: readParams(sent.params),
      headers: readHeaders(sent.headers),
    }),
  }
}

function refuseOtherNames(path: string, params: Shape): void {
  const inPath = [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => name)
  if (inPath.join() === Object.keys(params).join()) return
  throw new Error(`The variables of ${path} are not those of its params, in their order.`)
}

/** Libraries name a parameter like this when they keep a browser from answering out of its cache. */
const cacheBuster = '_'

function ignoredBy({ method, ignores = {} }: Described): ReadonlySet<string> | 'everything' {
  if (ignores === 'everything') return ignores
  return new Set([...Object.keys(ignores), ...(method === 'GET' ? [cacheBuster] : [])])
}

function paramsReader(shape: Shape): (sent: Sent['params']) => Input['params'] {
  const params = Object.entries(shape)
  return (sent) => {
    const read: Record<string, unknown> = {}
    for (const [name, schema] of params) {
      const result = schema.safeParse(sent[name])
      if (!result.success) throw new AppError('not_found', 'There is nothing at this address.')
      read[name] = result.data
    }
    return read
  }
}

function headersReader(shape: Shape): (sent: Sent['headers']) => Input['headers'] {
  const headers = Object.entries(shape).map(([name, schema]) => headerOf(name, schema))
  return (sent) => {
    const read: Record<string, unknown> = {}
    for (const { name, valueIn } of headers) read[name] = valueIn(sent.get(name) ?? undefined)
    return read
  }
}

interface Header {
  name: string
  /** `undefined` for a header that was not sent. */
  valueIn: (text: string | undefined) => unknown
}

function headerOf(name: string, schema: z.ZodType): Header {
  /** What it means to leave it out, as one does with most: that is asked once. */
  let absent: { value: unknown } | null = null
  return {
    name,
    valueIn(text) {
      if (text === undefined && absent) return absent.value
      const result = schema.safeParse(text)
      if (!result.success) {
        const message = `The header ${name} is not of the right form: ${result.error.issues[0]?.message}`
        throw new AppError('bad_request', message, { header: name })
      }
      if (text === undefined) absent = { value: result.data }
      return result.data
    },
  }
}
