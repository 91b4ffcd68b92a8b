/**
 * A spreadsheet takes a cell that begins with one of these for a formula, and runs it: also in the widths of East Asia,
 * also behind a sign at which it may split cells, and behind the end of a line.
 */
export const formulaSigns = '=+-@\t\r\n＝＋－＠'
export const splittingSigns = ';,|'
const begins = `[${splittingSigns}]*[${formulaSigns.replace('-', '')}-]`
const formula = new RegExp(`^'*${begins}`)
const neutralised = new RegExp(`^'+${begins}`)

/**
 * Text for a spreadsheet: an apostrophe in front makes it text there. A text that has such an
 * apostrophe of its own gets one more, so that taking one off always gives the text back.
 */
export function neutraliseFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

export function restoreFormula(text: string): string {
  return neutralised.test(text) ? text.slice(1) : text
}
