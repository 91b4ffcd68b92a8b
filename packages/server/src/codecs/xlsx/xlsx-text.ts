import { escapeText } from '../xml/entities.ts'

/**
 * What XML cannot hold is written as `_x000B_`, as Excel does; a carriage return too, which readers of
 * XML would take for a new line. So a text that looks so by itself must be told apart from that.
 */
const unwritable = /[^\P{Cc}\t\n\x7f-\x9f]|[\ufffe\uffff]|\p{Cs}/gu
const looksLikeCode = /_x[0-9A-Fa-f]{4}/
const code = /_x([0-9A-Fa-f]{4})_/g

/** Text as it stands in a cell. */
export function xmlOfText(text: string): string {
  return escapeText(coded(text))
}

// Every `_x` of such a text, so that a database can do the same with a plain replace. The closing
// underscore is not looked for: that of the code for a character after it would do.
function coded(text: string): string {
  const told = looksLikeCode.test(text) ? text.replaceAll('_x', '_x005F_x') : text
  return told.replace(unwritable, (sign) => {
    return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })
}

/** The text that was meant by what stands in a cell. */
export function decoded(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(code, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}
