import type { Column } from '@triptych/contract/tables'
import type { JsonSchema } from './openapi-schemas.ts'

/** What a cell of the column holds when it is answered, which is also what it takes. */
export function cellSchema(column: Column): JsonSchema {
  const { reference } = column
  const description = descriptionOf(column)
  return {
    ...valueSchema(column),
    ...(description && { description }),
    ...(reference && { 'x-reference': reference }),
    ...(column.formula !== undefined && { readOnly: true }),
  }
}

function valueSchema({ type, options, nullable, format }: Column): JsonSchema {
  const orNull = (name: string): JsonSchema => ({ type: nullable ? [name, 'null'] : name })
  if (type === 'json') return options ? { ...orNull('array'), items: { enum: options } } : {}
  if (options) return { enum: nullable ? [...options, null] : options }
  if (type === 'date') return { ...orNull('string'), format: 'date' }
  if (type === 'datetime') return { ...orNull('string'), format: 'date-time' }
  // An empty text fits, too.
  if (format?.kind === 'file') return { ...orNull('string'), pattern: '^(/[^/]+)*$' }
  const isAddress = format?.kind === 'email' || format?.kind === 'url'
  if (!isAddress) return orNull(type === 'text' ? 'string' : type)
  const address = { type: 'string', format: format.kind === 'url' ? 'uri' : 'email' }
  // An empty text fits, and is no address.
  return { anyOf: [address, { const: '' }, ...(nullable ? [{ type: 'null' }] : [])] }
}

function descriptionOf({ type, options, reference, format, formula, unique }: Column): string {
  const said = [
    reference && `The id of a row of \`${reference.table}\`.`,
    type === 'json' && !options && 'Any JSON.',
    format?.kind === 'file' && 'The path of a file of the drive; it need not be there.',
    format?.kind === 'percent' && 'A part of 1: 0.5 is 50 %.',
    format?.kind === 'currency' && `An amount in ${format.currency}.`,
    formula !== undefined && `Worked out: ${formula}`,
    unique && 'No two rows have the same.',
  ]
  return said.filter(Boolean).join(' ')
}
