import { neutraliseFormula } from './formula.ts'

/**
 * A text as a cell, in quotes only where it must be: nothing and an empty text can be told apart, and what a spreadsheet
 * would take for a formula is none. At a semicolon half of Europe splits what is not in quotes.
 */
export function csvCell(text: string, delimiter = ','): string {
  const safe = neutraliseFormula(text)
  const isPlain =
    text !== '' && safe === text && !/["\r\n;]/.test(text) && !text.includes(delimiter)
  return isPlain ? text : `"${safe.replaceAll('"', '""')}"`
}

/** One record with the end of its line; `null` is a cell with nothing in it. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  const written = cells.map((cell) =>
    typeof cell === 'string' ? csvCell(cell) : cell === null ? '' : String(cell),
  )
  return `${written.join(',')}\r\n`
}
