import { fittingQuery } from 'triptych-client'
import type { FilterRule } from 'triptych-client'
import type { TableDescription } from '@triptych/contract/table-schema'
import { filterFields, knowsOperator } from '../filter/choice-rules.ts'
import type { TableAddress } from '../views/table-address.ts'

/**
 * What of an address the table and the filter builder can show; the same object where that is all
 * of it. The builder fails at a column or an operator it does not know.
 */
export function fittingAddress(
  address: TableAddress,
  { columns, svar }: Pick<TableDescription, 'columns' | 'svar'>,
): TableAddress {
  const kinds = new Map<string, string>([
    ['id', 'integer'],
    ...columns.map(({ name, type }) => [name, type] as const),
  ])
  const types = new Map<unknown, string>(
    filterFields({ columns, svar }).map(({ id, type }) => [id, type]),
  )
  const isRule = ({ field, filter, value }: FilterRule) => {
    const type = types.get(field)
    return type !== undefined && (filter === undefined || knowsOperator(type, filter, value))
  }
  const isKnown = (name: string) => kinds.has(name)
  const query = fittingQuery(address, isKnown, isRule)
  const hidden = [...address.hidden].filter(isKnown)
  const order = address.order.filter(isKnown)
  const widths = only(address.widths, isKnown)
  const totals = only(address.totals, (name, total) => canAddUp(kinds.get(name), total))
  const frozen = address.frozen !== null && isKnown(address.frozen) ? address.frozen : null
  const { group } = address
  const levels = [...(group ? [group] : []), ...address.subgroups]
  const groups = levels.filter(({ column, unit }) => canGroupBy(kinds.get(column), unit))
  const [outer = null, ...subgroups] = groups
  const isSame =
    query === address &&
    hidden.length === address.hidden.size &&
    order.length === address.order.length &&
    Object.keys(widths).length === Object.keys(address.widths).length &&
    Object.keys(totals).length === Object.keys(address.totals).length &&
    frozen === address.frozen &&
    groups.length === levels.length &&
    outer === group
  if (isSame) return address
  return {
    ...address,
    ...query,
    hidden: new Set(hidden),
    order,
    widths,
    totals,
    frozen,
    group: outer,
    subgroups,
  }
}

export function canAddUp(type: string | undefined, total: string): boolean {
  if (type === undefined) return false
  if (total === 'sum' || total === 'avg') return type === 'integer' || type === 'number'
  return total === 'count' || type !== 'json'
}

export function canGroupBy(type: string | undefined, unit: string | null): boolean {
  if (type === undefined || type === 'json') return false
  return unit === null || type === 'date' || type === 'datetime'
}

function only<Value>(
  values: Readonly<Record<string, Value>>,
  isKept: (name: string, value: Value) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter((pair) => isKept(...pair)))
}
