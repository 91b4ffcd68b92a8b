import { badQuery } from '../query/bad-query.ts'

const groupKeys = new Set(['glue', 'rules'])
const ruleKeys = new Set(['field', 'type', 'filter', 'value', 'includes', 'predicate', 'id'])

/**
 * Where rows are changed or deleted, a filter must say what it means: a rule that is not finished or
 * a key that is misspelt asks nothing, and so would mean all rows. `{}` alone means them.
 */
export function refuseVagueFilter(filter: unknown): void {
  if (!isObject(filter)) return
  if (Object.keys(filter).length > 0) checkNode(filter)
}

function checkNode(node: unknown): void {
  if (!isObject(node)) throw vague('A rule is an object.')
  const { rules } = node
  if (rules === undefined) return checkRule(node)
  refuseUnknown(node, groupKeys)
  if (!Array.isArray(rules) || rules.length === 0) {
    throw vague('A group without rules asks nothing; {} means all rows.')
  }
  for (const rule of rules) checkNode(rule)
}

function checkRule(rule: Record<string, unknown>): void {
  refuseUnknown(rule, ruleKeys)
  const { filter, includes } = rule
  const isAsking = Boolean(filter) || (Array.isArray(includes) && includes.length > 0)
  if (!isAsking) throw vague('A rule without an operator asks nothing; {} means all rows.')
}

function refuseUnknown(node: Record<string, unknown>, known: ReadonlySet<string>): void {
  const isKnown = Object.keys(node).every((key) => known.has(key) || key.startsWith('$'))
  if (!isKnown) throw vague('The filter has a key that means nothing.')
}

function vague(message: string) {
  return badQuery('filter', message)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
