import type { CellValue, Column } from '@triptych/contract/tables'
import { maxOptionLength, maxOptions } from '@triptych/contract/tables'
import { badImport } from '../../../codecs/records.ts'

/** Who has a choice of more looks for a value rather than at the list. */
const mostOffered = 100

/** The different values of the columns of a new table that are, or could be, a choice of them. */
export interface FoundValues {
  /** The values of a row that is taken. Throws where one makes a choice impossible. */
  note(values: readonly CellValue[]): void
  /** Of a column, in the order of the file; `null` where they are too many, or one is too long. */
  of(name: string): string[] | null
}

/** `choices` are the columns that are to be one: they bear more values, and nothing that does not fit. */
export function findValues(
  columns: readonly Column[],
  choices: ReadonlySet<string>,
  canOffer: boolean,
): FoundValues {
  const watched = columns.flatMap(({ name, type, format }, at) => {
    const isTold = choices.has(name)
    const isWatched = isTold || (canOffer && type === 'text' && format === undefined)
    return isWatched ? [{ name, at, isTold, times: 0, values: new Set<string>() }] : []
  })
  let open = watched

  return { note, of: valuesOf }

  function note(row: readonly CellValue[]): void {
    for (const one of open) {
      const value = row[one.at]
      if (typeof value !== 'string' || value.trim() === '') continue
      one.times++
      one.values.add(value.trim())
      const isTooLong = value.trim().length > maxOptionLength
      const isTooMuch = isTooLong || one.values.size > (one.isTold ? maxOptions : mostOffered)
      if (isTooMuch && one.isTold) throw noChoice(one.name, isTooLong)
      if (isTooMuch) open = open.filter((each) => each !== one)
    }
  }

  function valuesOf(name: string): string[] | null {
    const one = open.find((each) => each.name === name)
    if (!one || one.values.size === 0) return null
    // What hardly repeats is a name, and no choice.
    return one.isTold || one.times >= one.values.size * 2 ? [...one.values] : null
  }
}

function noChoice(name: string, isTooLong: boolean): Error {
  return badImport(
    isTooLong
      ? `${name} cannot be a choice: one of its values has more than ${maxOptionLength} characters.`
      : `${name} cannot be a choice: it has more than ${maxOptions} different values.`,
  )
}
