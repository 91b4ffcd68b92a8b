import { getFilters } from '@svar-ui/react-filter'
import { fittingQuery } from '@triptych/client'
import type { FilterRule } from '@triptych/client'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { TableAddress } from './table-address.ts'

/**
 * What of an address the table and the filter builder can show; the same object where that is all
 * of it. The builder fails at a column or an operator it does not know.
 */
export function fittingAddress(
  address: TableAddress,
  { columns, svar }: TableDescription,
): TableAddress {
  const names = new Set(['id', ...columns.map(({ name }) => name)])
  const types = new Map<unknown, string>(svar.fields.map(({ id, type }) => [id, type]))
  const isRule = ({ field, filter }: FilterRule) => {
    const type = types.get(field)
    const isKnown = getFilters(type as never).some(({ id }) => id === filter)
    return type !== undefined && (filter === undefined || isKnown)
  }
  const query = fittingQuery(address, (name) => names.has(name), isRule)
  const hidden = [...address.hidden].filter((name) => names.has(name))
  const isSame = query === address && hidden.length === address.hidden.size
  return isSame ? address : { ...address, ...query, hidden: new Set(hidden) }
}
