import { z } from 'zod'

/** The part of JSON Schema that our zod schemas turn into. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  /** What a text holds. */
  contentMediaType?: string
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
  /** What stands at each place of an array that has just so many. */
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  minProperties?: number
  /** Of a column: the table whose rows it names. */
  'x-reference'?: object
}

/** Those that have an `id` in their `meta`, by that; all others are written out where they are used. */
export type NamedSchemas = Record<string, JsonSchema>

/** Adds to `named` what the schema refers to. A body may leave out what has a default. */
export function bodySchema(schema: z.ZodType, named: NamedSchemas): JsonSchema {
  return jsonSchema(schema, 'input', named)
}

/** The same for an answer, which has it. */
export function answerSchema(schema: z.ZodType, named: NamedSchemas): JsonSchema {
  return jsonSchema(schema, 'output', named)
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output', named: NamedSchemas): JsonSchema {
  const converted = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // An answer may get more members one day; a reader that refuses them would break.
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties
      }
      const { prefixItems } = jsonSchema
      if (prefixItems) Object.assign(jsonSchema, lengthOf(prefixItems))
      // Every integer is one that JSON readers can keep, so that needs no word.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  // The dialect is that of the whole document.
  const { $schema: _, $defs = {}, ...own } = inComponents(converted)
  for (const [name, defined] of Object.entries($defs)) addNamed(named, name, defined)
  return own
}

/** A tuple has all of its items and no more. `items` says nothing new, but many readers ask each array for it. */
function lengthOf(prefixItems: readonly unknown[]): object {
  const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item])).values()]
  const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds }
  return { items, minItems: prefixItems.length, maxItems: prefixItems.length }
}

interface Converted extends JsonSchema {
  $schema?: string
  $defs?: NamedSchemas
}

function inComponents(schema: object): Converted {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  return JSON.parse(text) as Converted
}

function addNamed(named: NamedSchemas, name: string, schema: JsonSchema): void {
  const known = named[name]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`${name} is not the same in bodies and in answers: it needs two schemas.`)
  }
  named[name] = schema
}
