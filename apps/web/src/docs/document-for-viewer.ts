interface Answer {
  content?: Record<string, object>
  headers?: object
}

interface Operation {
  servers?: Server[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer>
}

interface Schema {
  properties?: Record<string, object>
}

interface Server {
  url: string
  description: string
  variables?: Record<string, { default: string; description: string }>
}

/** As much of it as is looked at here. */
export interface OpenApiDocument {
  info: { title: string; version: string }
  servers: Server[]
  paths: Record<string, Record<string, Operation>>
}

/** The document as it reads best on a page that was loaded from `pagePath`. */
export function documentForViewer(document: OpenApiDocument, pagePath: string): OpenApiDocument {
  const base = baseOf(pagePath)
  const moved = serversBelow(base, document.servers)
  const servers = [...moved(document.servers), ...workspacesBelow(base)]
  const paths = mapValues(document.paths, (operations) =>
    mapValues(operations, (operation) => ({
      ...operation,
      ...(operation.servers && { servers: moved(operation.servers) }),
      ...(operation.requestBody && { requestBody: withEmptyForm(operation.requestBody) }),
      responses: mapValues(operation.responses, withoutProblem),
    })),
  )
  return withoutClutter({ ...document, servers, paths })
}

/** What stands before `/docs/api` in the address: a proxy may have put more there than the server knows of. */
function baseOf(pagePath: string): string {
  return pagePath.replaceAll(/\/{2,}/g, '/').replace(/(\/v1)?\/docs\/api$/, '')
}

function serversBelow(base: string, [own]: Server[]): (servers: Server[]) => Server[] {
  const known = own?.url.replace(/\/$/, '') ?? ''
  return (servers) =>
    servers.map(({ url, description, ...rest }) => ({
      ...rest,
      url: (base + url.slice(known.length)).replace(/\/$/, '') || '/',
      // It is shown as it is, not as Markdown.
      description: description.replaceAll('`', ''),
    }))
}

/** On the page any workspace can be asked. The document has one: that it is of. */
function workspacesBelow(base: string): Server[] {
  const variables = { workspace: { default: 'main', description: 'The name of a workspace.' } }
  return [
    { url: `${base}/w/{workspace}`, description: 'A workspace by its name.', variables },
    { url: `${base}/v1/w/{workspace}`, description: 'The same, in version 1.', variables },
  ]
}

/** All errors are of one form, which is told once; of each one its codes and their meaning are enough. */
function withoutProblem(answer: Answer): Answer {
  const { 'application/problem+json': problem, ...content } = answer.content ?? {}
  if (!problem) return answer
  const { headers: _headers, content: _content, ...rest } = answer
  return Object.keys(content).length > 0 ? { ...answer, content } : rest
}

/** The viewer fills forms in with made-up values, which nobody wants to send. */
function withEmptyForm(body: NonNullable<Operation['requestBody']>): typeof body {
  const form = body.content['multipart/form-data']
  if (!form) return body
  const properties = mapValues(form.schema.properties ?? {}, (field) => ({ example: '', ...field }))
  const empty = { ...form, schema: { ...form.schema, properties } }
  return { ...body, content: { ...body.content, 'multipart/form-data': empty } }
}

/**
 * What the viewer makes up examples from and should not: patterns with kinds of letters, which it cannot
 * read, and that anything may be added.
 */
function withoutClutter<T>(node: T): T {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map((item: unknown) => withoutClutter(item)) as T
  const kept = Object.entries(node).filter(([name, value]) => !isClutter(name, value))
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutClutter(value)])) as T
}

function isClutter(name: string, value: unknown): boolean {
  if (name === 'pattern') return typeof value === 'string' && value.includes('\\p{')
  return name === 'additionalProperties' && JSON.stringify(value) === '{}'
}

function mapValues<T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
