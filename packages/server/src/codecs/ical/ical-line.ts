/** What a line may have without its end, in bytes of UTF-8 (RFC 5545, 3.1). */
const maxLineBytes = 75

/** One line of a calendar, folded where it is too long; no character is taken apart. */
export function icalLine(name: string, value: string): string {
  const line = `${name}:${value}`
  if (Buffer.byteLength(line) <= maxLineBytes) return `${line}\r\n`
  let written = ''
  let bytes = 0
  for (const char of line) {
    const length = Buffer.byteLength(char)
    if (bytes + length > maxLineBytes) {
      written += '\r\n '
      bytes = 1
    }
    written += char
    bytes += length
  }
  return `${written}\r\n`
}

/** Text as a value (RFC 5545, 3.3.11). Controls other than tabs and the ends of lines are in no calendar. */
export function icalText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '')
}
