import { Change } from '@triptych/contract/changes'
import { Problem } from '@triptych/contract/errors'
import { Health } from '@triptych/contract/health'
import {
  AddRow,
  Column,
  NewColumn,
  NewTable,
  Row,
  RowReference,
  Table,
  UpdateCell,
  UpdateRow,
} from '@triptych/contract/tables'
import { Workspace } from '@triptych/contract/workspaces'
import { z } from 'zod'

/** The part of JSON Schema that our zod schemas turn into. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
}

type Schemas = Record<string, z.ZodType>
type Direction = 'input' | 'output'

/** Schemas that have a name in the document; all others are written out where they are used. */
const bodies: Schemas = { AddRow, NewColumn, NewTable, UpdateCell, UpdateRow }
const answers: Schemas = { Change, Column, Health, Problem, Row, RowReference, Table, Workspace }
const named: Schemas = { ...answers, ...bodies }

export function namedSchemas(): Record<string, JsonSchema> {
  const sent = convert(named, 'input')
  const answered = convert(named, 'output')
  return Object.fromEntries(
    Object.keys(named).map((name) => [name, (name in bodies ? sent : answered)[name]!]),
  )
}

export function bodySchema(schema: z.ZodType): JsonSchema {
  return jsonSchema(schema, 'input')
}

export function answerSchema(schema: z.ZodType): JsonSchema {
  return jsonSchema(schema, 'output')
}

function jsonSchema(schema: z.ZodType, direction: Direction): JsonSchema {
  const name = Object.keys(named).find((key) => named[key] === schema)
  if (name) return { $ref: addressOf(name) }
  const nameless = '-'
  return convert({ ...named, [nameless]: schema }, direction)[nameless]!
}

function convert(schemas: Schemas, io: Direction): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const converted = z.toJSONSchema(registry, {
    io,
    uri: addressOf,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // An answer may get more members one day; a reader that refuses them would break.
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties
      }
    },
  })
  return Object.fromEntries(Object.entries(converted.schemas).map(withoutIdentity))
}

function addressOf(name: string): string {
  return `#/components/schemas/${name}`
}

/** The dialect is that of the whole document, and the address is where the schema stands. */
function withoutIdentity([name, schema]: [string, object]): [string, JsonSchema] {
  const {
    $schema: _schema,
    $id: _id,
    ...rest
  } = schema as JsonSchema & Record<'$schema' | '$id', string>
  return [name, rest]
}
