import type { Column } from '@triptych/contract/tables'

type Node = Record<string, unknown>

/** What a row has in its cells so that a filter shows it, as far as the filter leaves no choice. */
export function valuesOfFilter(
  filter: object | null,
  columns: readonly Column[],
): Record<string, string | number | boolean> {
  const found = new Map<string, string | number | boolean>()
  read(filter as Node | null)
  return Object.fromEntries(found)

  function read(node: Node | null): void {
    if (!node) return
    const rules = node['rules'] as Node[] | undefined
    if (rules) {
      if (node['glue'] !== 'or' || rules.length === 1) for (const one of rules) read(one)
      return
    }
    const column = columns.find(({ name }) => name === node['field'])
    const value = onlyValue(node)
    if (column && isOf(column, value)) found.set(column.name, value)
  }
}

function onlyValue({ filter, value, includes }: Node): unknown {
  if (Array.isArray(includes) && includes.length > 0) {
    return includes.length === 1 ? (includes[0] as unknown) : undefined
  }
  return filter === 'equal' && value !== '' ? value : undefined
}

/** Days are asked for by their parts, and several choices by those they have. */
function isOf({ type }: Column, value: unknown): value is string | number | boolean {
  if (type === 'text') return typeof value === 'string'
  if (type === 'boolean') return typeof value === 'boolean'
  return (type === 'integer' || type === 'number') && typeof value === 'number'
}
