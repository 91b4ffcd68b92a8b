const maxLength = 31

/** A name that Excel lets a sheet have, as near as can be. */
export function sheetName(name: string): string {
  const allowed = name.replace(/[[\]:*?/\\]|\p{Cc}/gu, '_').replace(/^'|'$/g, '_')
  const cut = allowed.slice(0, maxLength)
  // Half of a character at the end goes as a whole.
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1).toWellFormed()
  if (whole.trim() === '') return 'Sheet1'
  // The one name that Excel keeps for itself.
  return whole.toLowerCase() === 'history' ? `${whole}_` : whole
}
