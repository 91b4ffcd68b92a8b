import { maxNameBytes } from '@triptych/contract/names'
import { maxColumns, maxRowId, ColumnName } from '@triptych/contract/tables'
import type { ColumnFormat, ColumnType } from '@triptych/contract/tables'
import { importTooLarge } from '../../../codecs/records.ts'
import type { SourceCell, SourceRecords } from '../../../codecs/records.ts'
import { idFrom } from '../../entity-id.ts'
import { fitsFormat } from '../column-format.ts'
import { dayOf, instantOf } from '../date-value.ts'
import { isStorableJson, parseText } from '../json-value.ts'
import { formatOfMark } from './written-forms.ts'
import type { WrittenForm } from './written-forms.ts'

/** What a column of a file could be in a new table. */
export interface ColumnGuess {
  /** Its name in the file. */
  source: string
  /** The name it can have in a table: the same, when that is allowed. */
  name: string
  type: ColumnType
  /** What its texts or numbers are, as far as was looked. */
  format: ColumnFormat | null
  nullable: boolean
  /** Its values are the ids of the rows; it is no column of the table. */
  isRowId: boolean
  /** How its values are written, where that is not the usual way. */
  form: WrittenForm | null
}

/** How the values at a place of the file are written, where they are of a type, or of any that fits. */
export type FormOf = (place: number, type: ColumnType | null) => WrittenForm | null

/**
 * A guess never changes what a value means: what another type could not keep stays text, such as 007, +5, 1E5 or a
 * number with more digits than can be kept, and so does what has two meanings, such as 12/11/2024 or 1,234, unless
 * the file proves which one it is, or somebody says it. Any column may be empty in rows that were not looked at, but for the ids.
 */
export function guessColumns(
  { names, stringsAre, marks }: Pick<SourceRecords, 'names' | 'stringsAre' | 'marks'>,
  rows: SourceCell[][],
  forms: FormOf = () => null,
): ColumnGuess[] {
  const rowIdAt = names.findIndex((name, i) => isIdName(name) && areRowIds(rows, i))
  if (names.length - (rowIdAt < 0 ? 0 : 1) > maxColumns) {
    throw importTooLarge(`The file has more than ${maxColumns} columns.`)
  }
  const proposed = proposedNames(names, rowIdAt)
  const shownWith = marks?.() ?? []
  return names.map((source, i) => {
    const kinds = new Set(rows.map((row) => kindOf(row[i], stringsAre)))
    const isRowId = i === rowIdAt
    const form = isRowId ? null : forms(i, null)
    const found = form?.type ?? typeFor(kinds, stringsAre)
    const shown = form || isRowId ? null : shownAs(found, shownWith[i] ?? null)
    const type = shown?.type ?? found
    const format =
      form?.format ??
      shown?.format ??
      (type === 'text' ? formatOf(rows.map((row) => row[i])) : null)
    return { source, name: proposed[i]!, type, format, nullable: !isRowId, isRowId, form }
  })
}

/** What the numbers of a sheet are by how it shows them; `null` where that says nothing. */
function shownAs(
  type: ColumnType,
  mark: string | null,
): { type: ColumnType; format: ColumnFormat } | null {
  const format = mark === null ? undefined : formatOfMark(mark)
  if (!format || (type !== 'integer' && type !== 'number')) return null
  // A share of 100 % is a whole number by chance.
  return { type: format.kind === 'percent' ? 'number' : type, format }
}

/** What all texts of a column are. */
function formatOf(cells: readonly SourceCell[]): ColumnFormat | null {
  const texts = cells.filter((cell) => cell !== undefined && cell !== null && cell !== '')
  if (texts.length === 0) return null
  const formats = [{ kind: 'email' }, { kind: 'url' }] as const
  return formats.find((format) => texts.every((text) => fitsFormat(format, text ?? null))) ?? null
}

function isIdName(name: string): boolean {
  return name.trim().toLowerCase() === 'id'
}

function areRowIds(rows: SourceCell[][], at: number): boolean {
  const ids = new Set(rows.map((row) => rowIdOf(row[at])))
  return ids.size === rows.length && !ids.has(null)
}

function rowIdOf(cell: SourceCell): number | null {
  const id = idFrom(cell)
  return id !== null && id <= maxRowId ? id : null
}

type Kind = ColumnType | 'empty'

function typeFor(kinds: Set<Kind>, stringsAre: SourceRecords['stringsAre']): ColumnType {
  const [first, ...others] = [...kinds].filter((kind) => kind !== 'empty')
  if (first === undefined) return 'text'
  if (others.length === 0) return first
  const all = [first, ...others]
  if (all.every((kind) => kind === 'integer' || kind === 'number')) return 'number'
  // Text takes numbers, but neither booleans nor objects.
  const isMixed = all.some((kind) => kind === 'boolean' || kind === 'json')
  return stringsAre === 'values' && isMixed ? 'json' : 'text'
}

function kindOf(cell: SourceCell, stringsAre: SourceRecords['stringsAre']): Kind {
  if (cell === undefined || cell === null) return 'empty'
  if (typeof cell === 'boolean') return 'boolean'
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? 'integer' : 'number'
  if (typeof cell !== 'string') return 'json'
  return kindOfTime(cell) ?? (stringsAre === 'text' ? kindOfText(cell) : 'text')
}

function kindOfText(text: string): Kind {
  if (text === '') return 'empty'
  if (text === 'true' || text === 'false') return 'boolean'
  if (isExactInteger(text)) return 'integer'
  if (isExactNumber(text)) return 'number'
  return /^[[{]/.test(text) && isStorableJson(parseText(text)) ? 'json' : 'text'
}

function isExactInteger(text: string): boolean {
  return /^(?:0|-?[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text))
}

/** Up to 15 digits are always kept, and what JavaScript would write itself is too. */
function isExactNumber(text: string): boolean {
  if (text.length > 30 || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]\d+)?$/.test(text)) return false
  const value = Number(text)
  if (Object.is(value, -0)) return false
  if (/[.e]/.test(text) && String(value) === text) return true
  return text.includes('.') && !text.includes('e') && text.replace(/\D/g, '').length <= 15
}

/** A time with more than milliseconds would lose the rest. */
function kindOfTime(text: string): Kind | null {
  if (!/^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:\d\d)/.test(text) || /\.\d{3}\d*[1-9]/.test(text)) return null
  if (text.length === 10) return dayOf(text) === null ? null : 'date'
  return instantOf(text) === null ? null : 'datetime'
}

/**
 * Names that the columns can have in a table, each once whatever its letter case. The one at
 * `rowIdAt` is `id`. Those that can stay as they are do.
 */
function proposedNames(names: string[], rowIdAt: number): string[] {
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
