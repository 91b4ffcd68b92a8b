let lastMs = Number.NaN
let lastText = ''

/** `toISOString()` for times that mostly fall into the same millisecond as the one before. */
export function isoTime(time: Date): string {
  const ms = time.getTime()
  if (ms !== lastMs) {
    lastMs = ms
    lastText = time.toISOString()
  }
  return lastText
}
