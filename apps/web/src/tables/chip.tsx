import type { ICellProps } from '@svar-ui/react-grid'
import type { ChoiceColor } from '@triptych/contract/choices'
import type { Column } from '@triptych/contract/tables'
import { pictureOf } from '../picture.ts'
import { colorOf } from './choice-drafts.ts'

/** On the circle of colours, and how much of it: brown is a dull orange, grey next to nothing. */
const palette: Record<ChoiceColor, [hue: number, tint: number]> = {
  red: [0, 1],
  orange: [28, 1],
  yellow: [50, 1],
  lime: [85, 1],
  green: [140, 1],
  teal: [172, 1],
  cyan: [195, 1],
  blue: [218, 1],
  violet: [268, 1],
  pink: [322, 1],
  brown: [25, 0.35],
  grey: [215, 0.1],
}

/** As a style; without a colour it goes by the text, the same wherever the same is chosen. */
export function chipLook(label: string, color: ChoiceColor | undefined): object {
  const hue = Math.floor(pictureOf(label).hue / 24) * 24
  if (!color) return { '--hue': hue }
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
