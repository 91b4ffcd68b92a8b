import { Problem } from '@triptych/contract/errors'
import type { Limits } from '../../config/config.ts'
import { answerHeaders, documentedPath, operationOf, securitySchemes } from './openapi-operation.ts'
import type { Answer, Header, Operation, Server } from './openapi-operation.ts'
import type { Route } from '../route.ts'
import { answerSchema } from './openapi-schemas.ts'
import type { NamedSchemas } from './openapi-schemas.ts'

export interface OpenApiDocument {
  openapi: string
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: Server[]
  tags: { name: string; description?: string }[]
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: NamedSchemas
    headers: Record<string, Header>
    /** Of the operations on single tables: what they have in common. */
    responses?: Record<string, Answer>
    securitySchemes: typeof securitySchemes
  }
  'x-limits': Limits
}

export interface OpenApiSettings {
  version: string
  limits: Limits
  base: string
}

/** Everything the routes say about themselves, as OpenAPI 3.1. */
export function openApiDocument(
  routes: readonly Route[],
  { version, limits, base }: OpenApiSettings,
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  const named: NamedSchemas = {}
  answerSchema(Problem, named)
  for (const route of inOrder(routes)) {
    const operations = (paths[documentedPath(route)] ??= {})
    operations[route.method.toLowerCase()] = {
      ...operationOf(route, named),
      ...(route.scope === 'server' && { servers: serverAddresses(base) }),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Triptych',
      version,
      description: description.join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: serverAddresses(base),
    tags: tagsOf(routes),
    paths,
    components: { schemas: sorted(named), headers: answerHeaders, securitySchemes },
    'x-limits': limits,
  }
}

const description = [
  'A workspace has a drive of files, a Gantt plan, tables, and one log of everything that was changed in it. `/` is the workspace `main`, `/w/{workspace}` is any other, and all of it is served under `/v1` as well.',
  'Bodies are JSON in UTF-8, whatever their `Content-Type` says. Lists are plain arrays. Slashes that are doubled, or stand at the end of an address, do not count. A query parameter that an operation does not list is refused, and so is one that is said twice; only `_`, by which libraries keep answers from being cached, is ignored in every GET.',
  'An error is `application/problem+json` (RFC 9457): `code` says what happened and never changes its meaning, `error` says it for people. What is not listed here answers `not_found` or `method_not_allowed`, or `tables.not_found` where the address could be that of a table.',
]

/** The same as it is found at another workspace. What belongs to the server stays where it is. */
export function inWorkspace(
  document: OpenApiDocument,
  base: string,
  name: string,
): OpenApiDocument {
  const servers = [
    { url: `${base}/w/${name}`, description: `The workspace \`${name}\`.` },
    { url: `${base}/v1/w/${name}`, description: 'The same, in version 1 of the API.' },
  ]
  return { ...document, servers }
}

/** What people come for stands first. */
const groups: Record<string, string> = {
  Files:
    'The drive of a workspace. The id of a file or folder is its path; the SVAR file manager works on these routes as it is.',
  Shares:
    'Links to files and folders for people without an account, and signed addresses that last for a while.',
  Gantt:
    'The plan of a workspace: tasks, the links between them, and who works on them. The SVAR Gantt works on these routes as it is.',
  Tables:
    'Tables and their rows. An `ETag` is the version of a row: sent back in `If-Match`, it keeps an edit from being lost. The SVAR grid works on these routes as it is.',
  Batch: 'Many changes of tables and of the plan in one request and one transaction.',
  History:
    'Steps that were made, taken back and made again, and the workspace as it was at any time.',
  Comments: 'What people say about a task, a row or a file.',
  Search: 'Everything in a workspace by a part of its name or text.',
  Changes: 'Every change of the workspace, numbered without gaps in the order of the commits.',
  Workspaces: 'Each is a world of its own, with its own files, plan, tables and log.',
  Accounts:
    'Who is in, who may do what, and the ways in: passwords, passkeys, tokens, links by mail.',
  Server: 'How the server is, and what it can do. These are not part of a workspace.',
}

/** Group by group; within a group as they are. */
function inOrder(routes: readonly Route[]): Route[] {
  const order = [...new Set([...Object.keys(groups), ...routes.map(({ group }) => group)])]
  return routes.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
}

function tagsOf(routes: readonly Route[]): OpenApiDocument['tags'] {
  const used = new Set(inOrder(routes).map(({ group }) => group))
  return [...used].map((name) => {
    const description = groups[name]
    return { name, ...(description && { description }) }
  })
}

function sorted(schemas: NamedSchemas): NamedSchemas {
  const names = Object.keys(schemas).toSorted()
  return Object.fromEntries(names.map((name) => [name, schemas[name]!]))
}

function serverAddresses(base: string): Server[] {
  return [
    { url: base || '/', description: 'The workspace `main`, and the server itself.' },
    { url: `${base}/v1`, description: 'The same, in version 1 of the API.' },
  ]
}
