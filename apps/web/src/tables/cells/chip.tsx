import type { ICellProps } from '@svar-ui/react-grid'
import { pictureOf } from '../../picture.ts'

/** A choice in its colour: the same wherever the same is chosen. */
export function Chip({ label }: { label: string }) {
  const hue = Math.floor(pictureOf(label).hue / 24) * 24
  return (
    <span className="chip" style={{ '--hue': hue } as object}>
      {label}
    </span>
  )
}

/** A cell with one choice, or with several. */
export function ChoiceCell({ row, column }: ICellProps) {
  const value = row[column.id as string] as unknown
  const all = Array.isArray(value) ? (value as unknown[]) : [value]
  return all
    .filter((one) => one !== null && one !== undefined && one !== '')
    .map((one) => <Chip key={String(one)} label={String(one)} />)
}
