/** A spreadsheet takes a cell that begins with one of these for a formula, and runs it. */
const formula = /^'*[=+\-@\t\r]/
const neutralised = /^'+[=+\-@\t\r]/

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
