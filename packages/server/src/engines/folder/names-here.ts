import { AppError } from '../../errors.ts'

/** Which names a system can hold: any but those that no system can, or only what Windows takes. */
export type NamesOf = 'any' | 'windows'

export const namesHere: NamesOf = process.platform === 'win32' ? 'windows' : 'any'

// oxlint-disable-next-line no-control-regex
const forbidden = /[<>:"/\\|?*\x00-\x1f]/
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])( *\.|$| +$)/i

/**
 * Windows would not refuse all of them: it takes `a\b` for a way, `a:b` for a second content of the file `a`, drops dots and
 * spaces at the end, and opens a device for `NUL.txt`.
 */
export function checkNameFor(system: NamesOf, name: string | Buffer): void {
  if (system === 'any') return
  const text = String(name)
  if (forbidden.test(text)) throw bad(`A name has none of < > : " / \\ | ? * on Windows.`)
  if (/[. ]$/.test(text)) throw bad('A name does not end with a dot or a space on Windows.')
  if (device.test(text)) throw bad('This is the name of a device on Windows.')
}

function bad(message: string): AppError {
  return new AppError('files.bad_name', message)
}
