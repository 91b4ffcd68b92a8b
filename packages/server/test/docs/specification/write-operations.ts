import type { OpenApiDocument } from '../../../src/http/reference/openapi.ts'
import type { Content, Operation } from '../../../src/http/reference/openapi-operation.ts'
import type { JsonSchema } from '../../../src/http/reference/openapi-schemas.ts'
import { withoutExample } from './examples.ts'
import type { Shown } from './run-examples.ts'

const intro = `# The operations

Made from \`/openapi.json\` and from the answers of a running server by \`npm run specification\`; a test holds it to both. It is the catalogue of the
[specification](../specification.md), whose sections 2, 3 and 11 hold for every operation. Addresses are below that of a workspace unless
they are marked as those of the server. Every example was sent to one server, in an order in which each can succeed, by its first owner; what is drawn anew each time is
replaced (\`…secret 1…\`, ids, times), of lists the first two items are shown, and of long answers the beginning.
`

/** The catalogue as Markdown. */
export function operationsPage(document: OpenApiDocument, shown: Record<string, Shown>): string {
  const parts = document.tags.map(({ name, description }) => {
    const own = operationsOf(document).filter(({ operation }) => operation.tags.includes(name))
    const sections = own.map((one) => sectionOf(one, shown))
    return [`## ${name}`, description ?? '', ...sections].join('\n\n')
  })
  return `${[intro.trimEnd(), ...parts].join('\n\n')}\n`
}

/** The schemas as Markdown. */
export function schemasPage({ components }: OpenApiDocument): string {
  const sections = Object.entries(components.schemas).map(([name, schema]) => {
    const about = schema.description ?? ''
    return [`## ${name}`, about, shapeOf(schema, '')].filter(Boolean).join('\n\n')
  })
  const head = `# The schemas

Bodies and answers that have a name, made from \`/openapi.json\` by \`npm run specification\`. The [operations](operations.md) refer to them. An answer may have more members than
are named here; a body may not, unless that is said.`
  return `${[head, ...sections].join('\n\n')}\n`
}

interface Place {
  method: string
  path: string
  operation: Operation
}

export function operationsOf({ paths }: OpenApiDocument): Place[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function sectionOf({ method, path, operation }: Place, shown: Record<string, Shown>): string {
  const { operationId, summary, description, servers, security, requestBody } = operation
  const notes = [
    servers && 'An address of the server.',
    security.length === 0 && 'Nobody has to say who they are.',
  ].filter(Boolean)
  return [
    `### ${operationId}`,
    `\`${method} ${path}\` ${summary}.`,
    description ?? '',
    notes.join(' '),
    parametersOf(operation),
    requestBody ? `**Body.** ${contentOf(requestBody.content)}` : '',
    answersOf(operation),
    exampleOf(operationId, shown),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function parametersOf({ parameters }: Operation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    (one) =>
      `| \`${one.name}\` | ${one.in}${one.required ? ', needed' : ''} | ${inCell(typeOf(one.schema))} | ${inCell(one.description)} |`,
  )
  return ['| parameter | in | type | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function contentOf(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const shape = shapeOf(schema, '') || 'an object without members'
      return /^- |\n/.test(shape) ? `\`${type}\`:\n\n${shape}` : `\`${type}\`: ${shape}`
    })
    .join('\n\n')
}

function answersOf({ responses }: Operation): string {
  const successes = Object.entries(responses).filter(([status]) => status < '400')
  const lines = successes.map(([status, { description, headers, content = {} }]) => {
    const own = Object.entries(headers).filter(([, header]) => !('$ref' in header))
    const named = own.map(([name]) => `\`${name}\``).join(', ')
    const said = description === 'Success.' ? '' : ` ${description.replaceAll('\n', ' ')}`
    const shape = Object.keys(content).length > 0 ? ` ${contentOf(content)}` : ''
    return `**${status}.**${said}${named && ` Headers: ${named}.`}${shape}`
  })
  const errors = Object.entries(responses)
    .filter(([, { content = {} }]) => 'application/problem+json' in content)
    .map(([status, { content }]) => {
      const codes = content!['application/problem+json']!.schema.properties!['code']!.enum!
      return `${status} ${codes.map((code) => `\`${String(code)}\``).join(', ')}`
    })
  return [...lines, `**Errors.** ${errors.join('; ')}.`].join('\n\n')
}

function exampleOf(operationId: string, shown: Record<string, Shown>): string {
  const example = shown[operationId]
  if (!example) return `No example: ${withoutExample[operationId]}.`
  const isJson = example.type.endsWith('json')
  return [
    fenced('http', example.request),
    `is answered ${example.status}${example.answer === 'null' ? ' without a body' : ''}`,
    ...(example.answer === 'null' ? [] : [fenced(isJson ? 'json' : 'text', example.answer)]),
  ].join('\n\n')
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

/** An object is told member by member, all else in a line. */
function shapeOf(schema: JsonSchema, indent: string): string {
  const members = membersOf(schema, indent)
  const type = schema.properties ? '' : typeOf(schema)
  return [type, members].filter(Boolean).join('\n\n')
}

function membersOf(schema: JsonSchema, indent: string): string {
  const required = new Set(schema.required ?? [])
  if (schema.$ref) return ''
  return Object.entries(schema.properties ?? {})
    .map(([name, member]) => {
      const may = required.has(name) ? '' : ', may be left out'
      const about = member.description ? `. ${member.description.replaceAll('\n', ' ')}` : ''
      const line = `${indent}- \`${name}\`: ${typeOf(member)}${may}${about}`
      const inner = membersOf(member.items?.properties ? member.items : member, `${indent}  `)
      return inner ? `${line}\n${inner}` : line
    })
    .join('\n')
}

function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, anyOf, format, additionalProperties, prefixItems } = schema
  if ($ref) {
    const name = $ref.split('/').at(-1)!
    return `[${name}](schemas.md#${name.toLowerCase()})`
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((one) => `\`${JSON.stringify(one)}\``).join(' or ')
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (prefixItems) return `array of ${prefixItems.map(typeOf).join(', ')}`
  if (type === 'array') return `array of ${items ? typeOf(items) : 'anything'}${boundsOf(schema)}`
  if (type === 'object' && typeof additionalProperties === 'object' && !schema.properties) {
    return `object with values of ${typeOf(additionalProperties)}`
  }
  const plain = [type ?? 'any JSON'].flat().join(' or ')
  return `${plain}${format ? ` (${format})` : ''}${boundsOf(schema)}`
}

function boundsOf(schema: JsonSchema): string {
  const names = [
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'default',
  ] as const
  const said = names
    .filter((name) => schema[name] !== undefined)
    .map((name) => `${name} \`${JSON.stringify(schema[name])}\``)
  if (schema.pattern && !schema.format) said.push(`pattern \`${schema.pattern}\``)
  return said.length > 0 ? `, ${said.join(', ')}` : ''
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
