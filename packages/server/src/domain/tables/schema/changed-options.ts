import type { TableStep } from '@triptych/contract/table-schema'
import { maxOptions } from '@triptych/contract/tables'
import type { Column, OptionColors } from '@triptych/contract/tables'
import { invalidColumn } from '../cell-value.ts'
import { colorsAmong } from '../option-colors.ts'

type Change = Extract<TableStep, { changeColumn: unknown }>['changeColumn']

/** What two people change of the options at the same time both counts: each says only what is to be other. */
export function changedOptions(
  column: Column,
  step: Pick<Change, 'addOptions' | 'dropOptions' | 'sortOptions'>,
): Column['options'] {
  const { addOptions = [], dropOptions = [], sortOptions = [] } = step
  const { options } = column
  if (addOptions.length + dropOptions.length + sortOptions.length === 0) return options
  if (options === null) throw invalidColumn(column, 'has no options that could become others.')
  const dropped = new Set(dropOptions)
  const all = new Set([...options, ...addOptions].filter((one) => !dropped.has(one)))
  if (all.size === 0) throw invalidColumn(column, 'keeps at least one option.')
  if (all.size > maxOptions) throw invalidColumn(column, `has at most ${maxOptions} options.`)
  return [...new Set([...sortOptions.filter((one) => all.has(one)), ...all])]
}

export function changedColors(
  { colors: given, setColors = {} }: Pick<Change, 'colors' | 'setColors'>,
  column: Pick<Column, 'options'> & { colors?: OptionColors | null | undefined },
): { colors?: OptionColors | null } {
  const others = given === undefined ? colorsAmong(column).colors : given
  if (Object.keys(setColors).length === 0) return others === undefined ? {} : { colors: others }
  const all = Object.entries({ ...others, ...setColors })
  return { colors: Object.fromEntries(all.flatMap(([name, one]) => (one ? [[name, one]] : []))) }
}
