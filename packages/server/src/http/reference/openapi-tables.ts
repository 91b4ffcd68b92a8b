import type { Column } from '@triptych/contract/tables'
import { costLimits } from '../../budget.ts'
import type { Sight } from '../../domain/tables/find-table.ts'
import { AppError } from '../../errors.ts'
import { cellSchema } from './openapi-columns.ts'
import type { OpenApiDocument } from './openapi.ts'
import type { Answer, Operation, Parameter } from './openapi-operation.ts'
import type { JsonSchema, NamedSchemas } from './openapi-schemas.ts'

/** So many columns of all tables together fit into a document that is made at once. */
const mostColumns = 20_000

/** These leave columns out, or say what the columns of the table themselves do. */
const generalParameters = new Set(['table', 'where', 'fields', 'view'])

interface Described {
  sight: Sight
  /** Of schemas and operations; no other table has it. */
  name: string
  document: OpenApiDocument
}

/** The document with the tables in it that somebody sees: their rows have schemas of their own. */
export function withTables(document: OpenApiDocument, sights: readonly Sight[]): OpenApiDocument {
  const columns = sights.reduce((sum, { table }) => sum + table.columns.length, 0)
  if (columns > mostColumns) throw tooMany()
  const names = namesOf(sights.map(({ table }) => table.name))
  const described = sights.map((sight, at) => ({ sight, name: names[at]!, document }))
  const { components } = document
  const schemas = Object.assign({ ...components.schemas }, ...described.map(schemasOf))
  return {
    ...document,
    paths: Object.assign({}, document.paths, ...described.map(pathsOf)),
    components: { ...components, schemas, responses: errorAnswers(document) },
  }
}

function tooMany(): AppError {
  const message = `The tables have more than ${mostColumns.toLocaleString('en')} columns together, which is more than one document can hold.`
  return new AppError('request.too_costly', message, {
    cost: 'answerBytes',
    limit: costLimits.answerBytes,
  })
}

/** As programs write them: `order-items` is `OrderItems`. What is no letter of theirs is left out. */
function namesOf(tables: string[]): string[] {
  const taken = new Set<string>()
  return tables.map((table) => {
    const words =
      table
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .match(/[a-zA-Z0-9]+/g) ?? []
    const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
    let free = /^[A-Z]/.test(name) ? name : `Table${name}`
    for (let count = 2; taken.has(free); count++) free = `${name}_${count}`
    taken.add(free)
    return free
  })
}

function schemasOf({ sight: { table, isWritable, locked }, name }: Described): NamedSchemas {
  const writable = writableIn(table, locked)
  const id = { type: 'integer', minimum: 1, description: 'Made by the server.' }
  const row = {
    type: 'object',
    description: `A row of \`${table.name}\`.`,
    properties: { id, ...propertiesOf(table.columns) },
    required: ['id', ...table.columns.map((column) => column.name)],
  }
  const changed = {
    type: 'object',
    description: `Columns of a row of \`${table.name}\`; those that are left out stay as they are.`,
    properties: propertiesOf(writable),
    additionalProperties: false,
  }
  return {
    [`${name}Row`]: row,
    ...(isWritable && { [`New${name}Row`]: newRow(table.name, writable) }),
    ...(writable.length > 0 && { [`Changed${name}Row`]: changed }),
  }
}

function writableIn({ columns }: Sight['table'], locked: Sight['locked']): Column[] {
  return columns.filter(({ name, formula }) => !locked.has(name) && formula === undefined)
}

function newRow(table: string, columns: Column[]): JsonSchema {
  const properties = propertiesOf(columns)
  for (const { name, default: value } of columns) {
    if (value !== null) properties[name] = { ...properties[name], default: value }
  }
  const needed = columns.filter((column) => !column.nullable && column.default === null)
  return {
    type: 'object',
    description: `A row of \`${table}\` to be added; at least one column has a value.`,
    properties,
    minProperties: 1,
    additionalProperties: false,
    ...(needed.length > 0 && { required: needed.map(({ name }) => name) }),
  }
}

function propertiesOf(columns: Column[]): Record<string, JsonSchema> {
  return Object.fromEntries(columns.map((column) => [column.name, cellSchema(column)]))
}

function pathsOf(described: Described): OpenApiDocument['paths'] {
  const { sight, name } = described
  const { table, isWritable, locked } = sight
  const row = refTo(`${name}Row`)
  const writable = writableIn(table, locked)
  const path = `/${encodeURIComponent(table.name)}`
  const rows = { type: 'array', items: row }
  const cell = {
    type: 'object',
    properties: { key: { enum: writable.map((column) => column.name) }, value: {} },
    required: ['key', 'value'],
  }
  const of = (id: string, about: { body?: JsonSchema; answer?: JsonSchema }): Operation =>
    ofTable(described, id, about)
  const canChange = writable.length > 0
  return {
    [path]: {
      get: withColumns(of('listRows', { answer: rows }), table.columns),
      ...(isWritable && { post: of('addRow', { body: newRowBody(described), answer: row }) }),
    },
    [`${path}/{id}`]: {
      get: of('getRow', { answer: row }),
      ...(canChange && {
        put: of('updateRow', { body: refTo(`Changed${name}Row`), answer: row }),
        patch: of('updateCell', { body: cell }),
      }),
      ...(isWritable && { delete: of('deleteRow', {}) }),
    },
  }
}

/** A row that could be taken for a filter is sent as what it is. */
function newRowBody({ sight, name }: Described): JsonSchema {
  const row = refTo(`New${name}Row`)
  const isMistakable = sight.table.columns.some((one) => ['field', 'rules'].includes(one.name))
  return isMistakable ? { type: 'object', properties: { row }, required: ['row'] } : row
}

function refTo(schema: string): JsonSchema {
  return { $ref: `#/components/schemas/${schema}` }
}

/** The operation on any table, as it is on this one. */
function ofTable(
  { sight: { table }, name, document }: Described,
  id: string,
  { body, answer }: { body?: JsonSchema; answer?: JsonSchema },
): Operation {
  const general = generalOperation(document, id)
  const { 200: success, ...others } = general.responses
  const answers = Object.keys(others).map((status) => [
    status,
    { $ref: `#/components/responses/${id}-${status}` },
  ])
  const { requestBody, ...rest } = general
  return {
    ...rest,
    operationId: `${id}Of${name}`,
    summary: `${summaries[id]} \`${table.name}\``,
    tags: ['Tables'],
    parameters: general.parameters.filter((one) => !generalParameters.has(one.name)),
    ...(body && requestBody && { requestBody: { ...requestBody, content: json(body) } }),
    responses: {
      200: { ...success!, ...(answer && { content: json(answer) }) },
      ...Object.fromEntries(answers),
    },
  }
}

const summaries: Record<string, string> = {
  listRows: 'List the rows of',
  addRow: 'Add a row to',
  getRow: 'Read a row of',
  updateRow: 'Change columns of a row of',
  updateCell: 'Change one cell of',
  deleteRow: 'Delete a row of',
}

function json(schema: JsonSchema): { 'application/json': { schema: JsonSchema } } {
  return { 'application/json': { schema } }
}

function generalOperation({ paths }: OpenApiDocument, id: string): Operation {
  const ofRows = [paths['/{table}'], paths['/{table}/{id}']].flatMap((one) =>
    Object.values(one ?? {}),
  )
  return ofRows.find(({ operationId }) => operationId === id)!
}

/** All but the successes, which are the same for every table and are told once. */
function errorAnswers(document: OpenApiDocument): Record<string, Answer> {
  const answers = Object.keys(summaries).flatMap((id) =>
    Object.entries(generalOperation(document, id).responses)
      .filter(([status]) => status !== '200')
      .map(([status, answer]) => [`${id}-${status}`, answer]),
  )
  return Object.fromEntries(answers) as Record<string, Answer>
}

/** A parameter for each column that can be asked for by its value. */
function withColumns(operation: Operation, columns: Column[]): Operation {
  const taken = new Set(operation.parameters.map(({ name }) => name))
  for (const name of generalParameters) taken.add(name)
  const own = columns
    .filter(({ type }) => type !== 'json')
    .map((column): Parameter => {
      const { name, options } = column
      const plain = cellSchema({ ...column, nullable: false })
      const { description: _, 'x-reference': __, ...schema } = plain
      return {
        name: taken.has(name) ? `${name}:eq` : name,
        in: 'query',
        required: false,
        description: `Only rows with this value in \`${name}\`${options ? '' : '; others are compared as `' + name + ':gte`'}.`,
        schema,
      }
    })
  return { ...operation, parameters: [...operation.parameters, ...own] }
}
