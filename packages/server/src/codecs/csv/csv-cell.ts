import { neutraliseFormula } from './formula.ts'

/**
 * A text as a cell, in quotes only where it must be: nothing and an empty text can be told apart, and what a spreadsheet
 * would take for a formula is none. At a semicolon half of Europe splits what is not in quotes.
 */
export function csvCell(text: string, delimiter: string): string {
  const safe = neutraliseFormula(text)
  const isPlain =
    text !== '' && safe === text && !/["\r\n;]/.test(text) && !text.includes(delimiter)
  return isPlain ? text : `"${safe.replaceAll('"', '""')}"`
}
