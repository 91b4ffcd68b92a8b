import { maxNameBytes } from '@triptych/contract/names'
import { ColumnName } from '@triptych/contract/tables'

/**
 * Names that the columns can have in a table, each once whatever its letter case. The one at
 * `rowIdAt` is `id`. Those that can stay as they are do.
 */
export function proposedNames(names: string[], rowIdAt: number): string[] {
  const taken = new Set<string>()
  const kept = names.map((name, i) =>
    i !== rowIdAt && isFree(name.trim(), taken) ? take(name.trim(), taken) : null,
  )
  return names.map((name, i) => {
    if (i === rowIdAt) return 'id'
    return kept[i] ?? take(nearest(name, taken), taken)
  })
}

function isFree(name: string, taken: Set<string>): boolean {
  return ColumnName.safeParse(name).success && !taken.has(name.toLowerCase())
}

function take(name: string, taken: Set<string>): string {
  taken.add(name.toLowerCase())
  return name
}

function nearest(name: string, taken: Set<string>): string {
  const stem = cleaned(name)
  for (let count = 1; ; count++) {
    const ending = count === 1 ? '' : `_${count}`
    const candidate = cut(stem, maxNameBytes - ending.length) + ending
    if (isFree(candidate, taken)) return candidate
  }
}

function cleaned(name: string): string {
  const text = name
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/^[\s$]+/, '')
  return text.trim() || 'column'
}

/** At most so many bytes, and no half characters. */
function cut(name: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(bytes))
  return name.slice(0, read).trimEnd()
}
