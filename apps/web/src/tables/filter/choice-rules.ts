import { getFilters } from '@svar-ui/react-filter'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { choiceOperators } from '@triptych/contract/choices'
import { dayText } from '../cell-texts.ts'
import { periodIn, periodLabel, periodNames, periodOperator } from './periods.ts'
import { t } from '../../words/words.ts'

/** Of several choices as the server says it; yes and no are values there. */
export type ChoiceOperator = (typeof choiceOperators)[number] | 'isYes' | 'isNo'

/** What the filter builder calls fields of several choices, and those of yes or no; it has no such kinds by itself. */
const choices = 'choices'
const yesOrNo = 'yes or no'
/** What it calls the others. It has no way to ask them whether there is anything. */
const plain = ['text', 'number', 'date', 'tuple']

const known: Record<ChoiceOperator, { label: string; of: readonly string[]; isUsual?: true }> = {
  anyOf: { label: t('has any of'), of: [choices], isUsual: true },
  allOf: { label: t('has all of'), of: [choices] },
  noneOf: { label: t('has none of'), of: [choices] },
  isYes: { label: t('is yes'), of: [yesOrNo], isUsual: true },
  isNo: { label: t('is no'), of: [yesOrNo] },
  isEmpty: { label: t('is empty'), of: [choices, yesOrNo, ...plain] },
  isNotEmpty: { label: t('is not empty'), of: [choices, yesOrNo, ...plain] },
}

/** What can be asked of such a field, as people call it. */
export function operatorsOf(type: string): [ChoiceOperator, string][] {
  const all = Object.entries(known) as [ChoiceOperator, (typeof known)[ChoiceOperator]][]
  return all.filter(([, { of }]) => of.includes(type)).map(([id, { label }]) => [id, label])
}

/** Whether choices are named with it. */
export const namesChoices = (operator: ChoiceOperator) => operator.endsWith('Of')

// Without a type this is the list itself: the builder shows only rules whose operators are in it.
const builders = getFilters(undefined as never)
for (const [id, { label, of, isUsual = false }] of Object.entries(known)) {
  const operator = { id, label, type: typesOf(of), default: isUsual, handler: () => true }
  if (!builders.some((one) => (one.id as string) === id)) builders.push(operator as never)
}
// Most who ask for dates mean one of these, so they come first.
for (const name of periodNames.toReversed()) knowPeriod(name, 'first')

/** The builder finds operators by `indexOf`, and by its items what checks a value; of a tuple it takes all. */
function typesOf(of: readonly string[]): string[] {
  return Object.assign(['tuple'], { indexOf: (one: string) => of.indexOf(one) })
}

function knowPeriod(name: string, place: 'first' | 'last' = 'last'): void {
  const id = periodOperator(name)
  if (builders.some((one) => (one.id as string) === id)) return
  const operator = {
    id,
    label: periodLabel(name),
    type: typesOf(['date']),
    handler: () => true,
  } as never
  if (place === 'first') builders.unshift(operator)
  else builders.push(operator)
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
  /** Whether it was never applied. */
  $temp?: boolean
}

/** Whether there is anything is asked without a value, and so is what is seen from today. */
export const asksNoValue = (operator: unknown) =>
  operator === 'isEmpty' || operator === 'isNotEmpty' || periodIn(operator) !== null

/** Whether an operator is one of those, by what people read. */
export function isWithoutValue(label: string): boolean {
  return builders.some((one) => one.label === label && asksNoValue(one.id))
}

/** The columns that can be filtered, in their order. */
export function filterFields({ columns, svar }: Pick<TableDescription, 'columns' | 'svar'>) {
  return columns.flatMap(({ name, type, options }): FilterField[] => {
    const of = type === 'json' && options ? choices : type === 'boolean' ? yesOrNo : null
    if (of) return [{ id: name, label: name, type: of, format: written }]
    const field = svar.fields.find(({ id }) => id === name)
    return field ? [field.type === 'date' ? { ...field, format: writtenDay } : field] : []
  })
}

/** Whether its rules have an editor of their own. */
export function isChoiceField(field: FilterField | undefined): boolean {
  return field?.type === choices || field?.type === yesOrNo
}

/** Whether a rule of an address can be shown. */
export function knowsOperator(type: string, operator: unknown, value?: unknown): boolean {
  if (operator === 'within') return type === 'date' && periodLabel(String(value)) !== null
  const isOf = (of: string) => getFilters(of as never).some(({ id }) => id === operator)
  return type === yesOrNo ? isOf('tuple') || asksNoValue(operator) : isOf(type)
}

/** A rule that is just begun; the builder itself fails at fields without a usual operator. */
export function begunRule({ id, type }: FilterField) {
  const filter = getFilters(type as never).find((one) => one.default)?.id ?? 'equal'
  return { field: id, type, filter, value: type === choices ? [] : type === yesOrNo ? true : '' }
}

type Node = Record<string, unknown>

/** As the builder shows it: what has no value is no rule to it, and no is no value. */
export function shownRules(filter: object, fields: readonly FilterField[]): object {
  const isYesOrNo = ({ field }: Node) =>
    fields.some(({ id, type }) => id === field && type === yesOrNo)
  return mapped(filter, (rule) => {
    if (rule['filter'] === 'within') {
      const name = String(rule['value'])
      knowPeriod(name)
      return [{ ...rule, filter: periodOperator(name), value: true, includes: [] }]
    }
    if (asksNoValue(rule['filter'])) {
      return [{ ...rule, ...(isYesOrNo(rule) && { type: yesOrNo }), value: true }]
    }
    if (!isYesOrNo(rule)) return [rule]
    const answer = answerIn(rule)
    if (answer === null) return [{ ...rule, type: 'tuple' }]
    const asked = { filter: answer ? 'isYes' : 'isNo', value: true, type: yesOrNo, includes: [] }
    return [{ ...rule, ...asked }]
  })
}

/** As the server knows them, without rules that ask nothing yet. */
export function completeRules(filter: object): object {
  return mapped(filter, (rule) => {
    if (isBegun(rule)) return []
    const period = periodIn(rule['filter'])
    if (period !== null) return [{ ...rule, filter: 'within', value: period, includes: [] }]
    if (rule['type'] !== yesOrNo) return [rule]
    const answer = { isYes: [true], isNo: [false] }[rule['filter'] as string]
    const asked = answer && { filter: 'equal', value: '', includes: answer }
    return [{ ...rule, type: 'tuple', ...asked }]
  })
}

/** Whether a rule asks for yes or for no; `null` where it asks something else. */
function answerIn({ filter, value, includes }: Node): boolean | null {
  const [only, ...others] = Array.isArray(includes) && includes.length > 0 ? includes : [value]
  const isOne = filter === 'equal' && others.length === 0 && typeof only === 'boolean'
  return isOne ? only : null
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

/** In a rule that asks for no day there is none. */
function writtenDay(value: unknown): string {
  return value === true ? '' : dayText(value)
}
