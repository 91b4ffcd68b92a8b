import type { ICellProps } from '@svar-ui/react-grid'
import type { ChoiceColor } from '@triptych/contract/choices'
import type { Column } from '@triptych/contract/tables'
import { hueOfText, palette } from './choice-colors.ts'
import { colorOf } from './choice-drafts.ts'

/** As a style; without a colour it goes by the text, the same wherever the same is chosen. */
export function chipLook(label: string, color: ChoiceColor | undefined): object {
  if (!color) return { '--hue': hueOfText(label) }
  const [chosen, tint] = palette[color]
  return { '--hue': chosen, '--light': `${80 * tint}% 84%`, '--dark': `${50 * tint}% 28%` }
}

/** A choice in its colour. */
export function Chip({ label, color }: { label: string; color?: ChoiceColor | undefined }) {
  return (
    <span className="chip" style={chipLook(label, color)}>
      {label}
    </span>
  )
}

/** A cell with one choice, or with several. */
export function ChoiceCell({ row, column }: ICellProps) {
  const value = row[column.id as string] as unknown
  const { colors } = column as Pick<Column, 'colors'>
  const all = Array.isArray(value) ? (value as unknown[]) : [value]
  return all
    .filter((one) => one !== null && one !== undefined && one !== '')
    .map((one) => (
      <Chip key={String(one)} label={String(one)} color={colorOf(colors, String(one))} />
    ))
}
