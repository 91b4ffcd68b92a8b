import type { ChoiceColor } from '@triptych/contract/choices'
import type { Column } from '@triptych/contract/tables'
import { colorOf, optionRules } from '../choice-drafts.ts'
import type { ColumnDraft } from './column-kinds.ts'

type Option = string | number

/**
 * What of the options is to be other, and nothing else: what somebody else does with others of them at the same time
 * stays.
 */
export function optionChanges(
  column: Pick<Column, 'options' | 'colors'>,
  draft: Pick<ColumnDraft, 'choices' | 'typed'>,
  renameOptions: readonly { from: Option; to: Option }[],
): object {
  const { options, colors } = optionRules(draft)
  const names = new Map(renameOptions.map(({ from, to }) => [from, to]))
  const renamed = [...new Set((column.options ?? []).map((one) => names.get(one) ?? one))]
  const dropOptions = renamed.filter((one) => !options.includes(one))
  const addOptions = options.filter((one) => !renamed.includes(one))
  const inOrder = [...renamed.filter((one) => options.includes(one)), ...addOptions]
  const isSorted = inOrder.every((one, at) => one === options[at])
  const setColors = Object.fromEntries(
    options.flatMap((option): [string, ChoiceColor | null][] => {
      const is = colorOf(colors ?? undefined, String(option)) ?? null
      return is === colorBefore(column, option, renameOptions) ? [] : [[String(option), is]]
    }),
  )
  return {
    ...(renameOptions.length > 0 && { renameOptions }),
    ...(addOptions.length > 0 && { addOptions }),
    ...(dropOptions.length > 0 && { dropOptions }),
    ...(!isSorted && { sortOptions: options }),
    ...(Object.keys(setColors).length > 0 && { setColors }),
  }
}

/** `undefined`: several became this one, so that it is to be said which it has. */
function colorBefore(
  { options, colors }: Pick<Column, 'options' | 'colors'>,
  option: Option,
  renameOptions: readonly { from: Option; to: Option }[],
): ChoiceColor | null | undefined {
  const renamed = renameOptions.filter(({ to }) => to === option).map(({ from }) => from)
  const stayed = options?.includes(option) && !renameOptions.some(({ from }) => from === option)
  const before = [...renamed, ...(stayed ? [option] : [])]
  if (before.length > 1) return undefined
  return before[0] === undefined ? null : (colorOf(colors, String(before[0])) ?? null)
}
