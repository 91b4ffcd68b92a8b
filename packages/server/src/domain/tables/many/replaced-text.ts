import type { CellValue, Column } from '@triptych/contract/tables'

interface Replacing {
  find: string
  replace: string
  matchCase: boolean
  wholeCell: boolean
}

/**
 * What a cell would say with another text in place of one that is looked for; `null`: that is not in it. `grow` is told of
 * each time that it becomes longer by so many characters, before it does, and may throw: a cell can come to gigabytes.
 */
export function replacing(
  { find, replace, matchCase, wholeCell }: Replacing,
  grow: (characters: number) => void = () => {},
): (value: CellValue) => string | null {
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  const pattern = new RegExp(wholeCell ? `^${literal}$` : literal, matchCase ? 'g' : 'gi')
  // Letter case makes nothing longer.
  const longer = replace.length - find.length
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return null
    let isFound = false
    // By a function, as a dollar in it means a dollar.
    const text = String(value).replace(pattern, () => {
      isFound = true
      if (longer > 0) grow(longer)
      return replace
    })
    return isFound ? text : null
  }
}

const written = new Set(['text', 'integer', 'number', 'date', 'datetime'])

/** Whether its cells say what is stored in them: of a row that is named one sees the name. */
export function isLookedThrough({ type, reference, formula }: Column): boolean {
  return written.has(type) && reference === null && formula === undefined
}
