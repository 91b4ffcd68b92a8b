import type { Column } from '@triptych/contract/tables'
import type { References } from './references.ts'

/** A row to start with: empty, but for the columns that must have a value. */
export function newRow(
  columns: readonly Column[],
  references: References,
): Record<string, unknown> {
  const needed = columns.filter((column) => !column.nullable && column.default === null)
  return Object.fromEntries(needed.map((column) => [column.name, valueFor(column, references)]))
}

function valueFor(column: Column, references: References): unknown {
  const { name, type, unique, options } = column
  if (options) return type === 'json' ? [] : options[0]
  if (column.reference) return references.get(name)?.[0]?.id
  switch (type) {
    case 'text':
      return unique ? `New ${Date.now()}` : 'New'
    case 'integer':
    case 'number':
      return unique ? Date.now() : 0
    case 'boolean':
      return false
    case 'date':
    case 'datetime':
      return new Date()
    default:
      return {}
  }
}
