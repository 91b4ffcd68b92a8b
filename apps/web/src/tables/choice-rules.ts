import { getFilters } from '@svar-ui/react-filter'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { choiceOperators } from '@triptych/contract/choices'
import { t } from '../words/words.ts'

export type ChoiceOperator = (typeof choiceOperators)[number]

/** What the filter builder calls a field of several choices; it has no such kind by itself. */
const kind = 'choices'

export const operatorLabels: Record<ChoiceOperator, string> = {
  anyOf: t('has any of'),
  allOf: t('has all of'),
  noneOf: t('has none of'),
  isEmpty: t('is empty'),
  isNotEmpty: t('is not empty'),
}

/** Whether choices are named with it. */
export const namesChoices = (operator: ChoiceOperator) => operator.endsWith('Of')

/** The builder finds operators by `indexOf`, and by its items what checks a value; of a tuple it takes all. */
const type = Object.assign(['tuple'], { indexOf: (one: string) => (one === kind ? 0 : -1) })

// Without a type this is the list itself: the builder shows only rules whose operators are in it.
const known = getFilters(undefined as never)
for (const [id, label] of Object.entries(operatorLabels)) {
  const operator = { id, label, type, default: id === 'anyOf', handler: () => true }
  if (!known.some((one) => (one.id as string) === id)) known.push(operator as never)
}

export interface FilterField {
  id: string
  label: string
  type: string
  /** How a value is written in a rule. */
  format?: (value: unknown) => string
}

export interface ChoiceRule {
  field: string
  type: string
  filter: ChoiceOperator
  value: (string | number)[] | true
}

/** The columns that can be filtered, in their order. */
export function filterFields({ columns, svar }: Pick<TableDescription, 'columns' | 'svar'>) {
  return columns.flatMap(({ name, type, options }): FilterField[] => {
    if (type === 'json' && options) return [{ id: name, label: name, type: kind, format: written }]
    const field = svar.fields.find(({ id }) => id === name)
    return field ? [field] : []
  })
}

export function isChoiceField(field: FilterField | undefined): boolean {
  return field?.type === kind
}

/** A rule that is just begun; the builder itself fails at fields without a usual operator. */
export function begunRule({ id, type }: FilterField) {
  const filter = getFilters(type as never).find((one) => one.default)?.id ?? 'equal'
  return { field: id, type, filter, value: type === kind ? [] : '' }
}

type Node = Record<string, unknown>

/** As the builder shows it: what has no value is no rule to it. */
export function shownRules(filter: object): object {
  return mapped(filter, (rule) => [
    rule['filter'] === 'isEmpty' || rule['filter'] === 'isNotEmpty'
      ? { ...rule, value: true }
      : rule,
  ])
}

/** Without rules that ask nothing yet. */
export function completeRules(filter: object): object {
  return mapped(filter, (rule) => (isBegun(rule) ? [] : [rule]))
}

function isBegun({ filter, value }: Node): boolean {
  const isChoice = filter === 'anyOf' || filter === 'allOf' || filter === 'noneOf'
  return isChoice && !(Array.isArray(value) && value.length > 0)
}

function mapped(node: object, rule: (rule: Node) => Node[]): object {
  const { rules } = node as { rules?: Node[] }
  if (!rules) return node
  const next = rules.flatMap((one) => (one['rules'] ? [mapped(one, rule) as Node] : rule(one)))
  return { ...node, rules: next }
}

function written(value: unknown): string {
  if (value === true) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}
