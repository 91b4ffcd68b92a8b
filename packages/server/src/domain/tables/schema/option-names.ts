import type { KeptView, TableStep } from '@triptych/contract/table-schema'
import type { CellValue, Column } from '@triptych/contract/tables'
import { invalidColumn } from '../cell-value.ts'
import { colorsAmong } from '../option-colors.ts'

type Option = string | number

/** Options by their names until now, each with the one after it. Those that keep theirs are not in it. */
export type OptionNames = ReadonlyMap<Option, Option>

export const sameNames: OptionNames = new Map()

/** First by the one, then by the other. */
export function namesAfter(first: OptionNames, then: OptionNames): OptionNames {
  const both = new Map([...first].map(([from, to]) => [from, then.get(to) ?? to]))
  // What has such a name now got it from the first.
  for (const [from, to] of then) if (!both.has(from)) both.set(from, to)
  return both
}

/** From the options that there are back to those that there were; where several became one, to the first of them. */
export function namesBefore(
  names: OptionNames,
  was: Pick<Column, 'options'>,
  is: Pick<Column, 'options'>,
): OptionNames {
  const isOld = (to: Option): boolean => was.options?.includes(to) === true && !names.has(to)
  const back = [...names].filter(([, to]) => is.options?.includes(to) && !isOld(to))
  return new Map(back.toReversed().map(([from, to]) => [to, from]))
}

/** What a cell holds by the new names: one option, or a list in which each is only once. */
export function withNewNames(names: OptionNames, value: CellValue): CellValue {
  if (names.size === 0) return value
  const nameOf = (one: CellValue): CellValue => names.get(one as Option) ?? one
  return Array.isArray(value) ? [...new Set(value.map(nameOf))] : nameOf(value)
}

type Renames = { from: Option; to: Option }[]

/** The column by the new names, as far as the step that gives them says nothing else; throws `body.invalid`. */
export function renamedOptions<C extends Column>(
  column: C,
  { renameOptions = [], options }: { renameOptions?: Renames | undefined; options?: unknown },
): { column: C; names: OptionNames } {
  if (renameOptions.length === 0) return { column, names: sameNames }
  const given = new Map(renameOptions.map(({ from, to }) => [from, to]))
  const unknown = [...given.keys()].find((from) => !column.options?.includes(from))
  if (unknown !== undefined) throw invalidColumn(column, `has no option ${quoted(unknown)}.`)
  if (given.size < renameOptions.length) {
    throw invalidColumn(column, 'can give an option only one new name.')
  }
  const lost = renameOptions.find(({ to }) => Array.isArray(options) && !options.includes(to))
  if (lost) throw invalidColumn(column, `is to have no option ${quoted(lost.to)}.`)
  const names = new Map([...given].filter(([from, to]) => from !== to))
  const nameOf = (one: Option): Option => names.get(one) ?? one
  const renamed = {
    ...column,
    options: [...new Set(column.options!.map(nameOf))],
    default: withNewNames(names, column.default),
  }
  // One that becomes one with another has the colour of that.
  const moved = Object.entries(column.colors ?? {}).toSorted(
    ([one], [other]) => Number(isRenamed(other)) - Number(isRenamed(one)),
  )
  const colors = Object.fromEntries(moved.map(([name, color]) => [newText(name), color]))
  return { column: { ...renamed, ...colorsAmong({ ...renamed, colors }) }, names }

  function optionIn(text: string): Option | undefined {
    return column.options!.find((one) => String(one) === text)
  }
  function isRenamed(text: string): boolean {
    return names.has(optionIn(text) ?? text)
  }
  function newText(text: string): string {
    return String(nameOf(optionIn(text) ?? text))
  }
}

function quoted(option: Option): string {
  return JSON.stringify(option).slice(0, 60).toWellFormed()
}

/** The columns of which the options got other names by these steps: by their names behind them all. */
export function optionNamesIn(steps: readonly TableStep[]): Map<string, OptionNames> {
  const all = new Map<string, OptionNames>()
  for (const step of steps) {
    if ('dropColumn' in step) all.delete(step.dropColumn)
    if ('renameColumn' in step) {
      const { from, to } = step.renameColumn
      const names = all.get(from)
      all.delete(from)
      if (names) all.set(to, names)
    }
    if (!('changeColumn' in step)) continue
    const { name, renameOptions = [] } = step.changeColumn
    // One that keeps its name has changed no cell.
    const others = renameOptions.filter(({ from, to }) => from !== to)
    if (others.length === 0) continue
    const names = new Map(others.map(({ from, to }) => [from, to]))
    all.set(name, namesAfter(all.get(name) ?? sameNames, names))
  }
  return all
}

/** What a filter may ask that is an option by its whole name. */
const whole = new Set<unknown>(['equal', 'notEqual', 'anyOf', 'allOf', 'noneOf'])

type Asked = Pick<Column, 'type' | 'options'> & { names: OptionNames }

/** The view that asks for what it asked for; columns are named as before, and are `columns`. */
export function viewByNewNames(
  view: KeptView,
  columns: readonly Column[],
  all: ReadonlyMap<string, OptionNames>,
): KeptView {
  if (all.size === 0) return view
  const asked = columns.flatMap((column) => {
    const names = all.get(column.name)
    return names ? [[column.name, { ...column, names }] as const] : []
  })
  return { ...view, filter: renamedIn(view.filter, new Map(asked)) }
}

function renamedIn(node: KeptView['filter'], all: ReadonlyMap<string, Asked>): KeptView['filter'] {
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return node
  const { rules, field, filter, includes, value } = node
  if (Array.isArray(rules)) return { ...node, rules: rules.map((one) => renamedIn(one, all)) }
  const asked = all.get(String(field))
  if (!asked) return node
  const { names } = asked
  return {
    ...node,
    ...(Array.isArray(includes) && { includes: withNewNames(names, includes as CellValue[]) }),
    ...(whole.has(filter) && { value: withNewNames(names, meantBy(asked, value as CellValue)) }),
  }
}

/** The option that a filter finds by a value: letter case does not count, and a number is found by its text. */
function meantBy({ type, options, names }: Asked, value: CellValue): CellValue {
  const isPlain = typeof value === 'string' || typeof value === 'number'
  if (type === 'json' || !isPlain || options?.includes(value)) return value
  const found = options?.filter((one) => loosely(one) === loosely(value)) ?? []
  return found.length === 1 && names.has(found[0]!) ? found[0]! : value
}

function loosely(option: Option): string {
  return String(option).toLowerCase()
}
