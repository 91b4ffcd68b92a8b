// oxlint-disable-next-line no-control-regex
const forbidden = /[<>:"/\\|?*\x00-\x1f]/
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])( *\.|$| +$)/i

/**
 * Why Windows could not hold such a name; `null`: it can. It would not refuse all of them: it takes `a\b` for a way, `a:b` for a
 * second content of the file `a`, drops dots and spaces at the end, and opens a device for `NUL.txt`.
 */
export function windowsProblem(name: string): string | null {
  if (forbidden.test(name)) return 'A name has none of < > : " / \\ | ? * on Windows.'
  if (/[. ]$/.test(name)) return 'A name does not end with a dot or a space on Windows.'
  return device.test(name) ? 'This is the name of a device on Windows.' : null
}
