const groupKeys = new Set(['glue', 'rules'])
const ruleKeys = new Set(['field', 'type', 'filter', 'value', 'includes', 'predicate'])

/**
 * Whether a body is the value of SVAR's filter and not a row: a group, a rule alone, or nothing, as
 * a filter without rules is sent. A row with columns of just these names comes as `{ row }`.
 */
export function isFilterBody(body: Record<string, unknown>): boolean {
  const keys = Object.keys(body)
  if (keys.every((key) => groupKeys.has(key)))
    return keys.length === 0 || Array.isArray(body['rules'])
  const isRule = keys.every((key) => ruleKeys.has(key)) && typeof body['field'] === 'string'
  return isRule && ('filter' in body || 'includes' in body)
}
