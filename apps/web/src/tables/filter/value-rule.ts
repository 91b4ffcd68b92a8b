import type { Column } from '@triptych/contract/tables'

type Node = Record<string, unknown>

/** The filter that also asks for what stands in a cell; what it asked of that column alone gives way. */
export function withValueRule(filter: object | null, column: Column, value: unknown): object {
  const { glue, rules } = (filter ?? {}) as { glue?: unknown; rules?: Node[] }
  const isAnd = rules !== undefined && (glue !== 'or' || rules.length === 1)
  const others = isAnd ? rules.filter(({ field }) => field !== column.name) : filter ? [filter] : []
  return { glue: 'and', rules: [...others, valueRule(column, value)] }
}

/** As the filter builder writes it, so that it can be changed there. */
function valueRule({ name: field, type, options }: Column, value: unknown): Node {
  const isNone = value === null || value === undefined || value === ''
  if (isNone || (Array.isArray(value) && value.length === 0)) {
    return { field, ...(isDate(type) && { type: 'date' }), filter: 'isEmpty', value: true }
  }
  if (type === 'json') return { field, filter: 'allOf', value }
  if (type === 'boolean') return only(field, 'tuple', value)
  if (options && type === 'text') return only(field, 'text', value)
  if (options) return only(field, 'tuple', value)
  const kind = isDate(type) ? 'date' : type === 'text' ? 'text' : 'number'
  return { field, type: kind, filter: 'equal', value }
}

/** A value that is ticked in the list of all. */
function only(field: string, type: string, value: unknown): Node {
  return {
    field,
    type,
    filter: type === 'text' ? 'contains' : 'equal',
    value: '',
    includes: [value],
  }
}

function isDate(type: Column['type']): boolean {
  return type === 'date' || type === 'datetime'
}

/** Whether there is a rule for what it holds: JSON without choices is not asked for. */
export function canAskFor({ type, options }: Column): boolean {
  return type !== 'json' || options !== null
}
