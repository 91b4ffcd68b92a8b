import type { CellValue } from '@triptych/contract/tables'
import { parseJson } from '../../codecs/json/strict-json.ts'

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair, so no engine is given them. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

// JSON inside a text never met the limit for bodies; both databases and our recursion need one.
const maxDepth = 100

export function isStorableJson(value: unknown, depth = 0): value is CellValue {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'boolean' || value === null) return true
  if (typeof value !== 'object' || depth === maxDepth) return false
  if (Array.isArray(value)) return value.every((item) => isStorableJson(item, depth + 1))
  return Object.entries(value).every(
    ([key, item]) => key !== '__proto__' && isStorableText(key) && isStorableJson(item, depth + 1),
  )
}

/** `undefined` when the text is not JSON. */
export function parseText(text: string): unknown {
  try {
    return parseJson(text, { depth: maxDepth })
  } catch {
    return undefined
  }
}
