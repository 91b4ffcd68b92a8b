import type { Column } from '@triptych/contract/tables'
import { readCell } from './cell-values.ts'

export interface Choice {
  value: unknown
  label: string
}

/** Which one is meant: what is called so, else what begins so, else what has it anywhere. -1: none. */
export function meantBy(choices: readonly Choice[], typed: string): number {
  const words = typed.trim().toLowerCase()
  const labels = choices.map(({ label }) => label.toLowerCase())
  const ways = [
    (label: string) => label === words,
    // Who types “n” means “New”, and not “In work”.
    (label: string) => label.startsWith(words),
    (label: string) => label.includes(words),
  ]
  const places = ways.map((isMeant) => labels.findIndex(isMeant))
  return words === '' ? -1 : (places.find((place) => place >= 0) ?? -1)
}

/** Of several choices the one that is being typed. */
export const lastTyped = (text: string) => text.slice(text.lastIndexOf(',') + 1)

/** Those that stand before it. */
export function typedBefore(column: Column, text: string): unknown[] {
  const read = readCell(column, text.slice(0, Math.max(0, text.lastIndexOf(','))))
  return 'value' in read && Array.isArray(read.value) ? (read.value as unknown[]) : []
}
