/** What of an extension fits on an icon: a few letters and digits, in capitals. */
export function iconLabel(extension: string, maxLetters: number): string {
  return (
    extension
      .slice(0, 100)
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
      .match(/./gu)
      ?.slice(0, maxLetters)
      .join('') ?? ''
  )
}

/** The size of letters with which a label fits a width, as wide as sans-serif letters mostly are. */
export function letterSize(label: string, width: number, largest: number): number {
  const widths = Array.from(label, (letter) => {
    if (/[IJ1]/.test(letter)) return 0.42
    if (/[MW]/.test(letter)) return 1.05
    if (/[CDGHKNOQU]/.test(letter)) return 0.83
    return /[A-Z0-9]/.test(letter) ? 0.72 : 1.05
  })
  const total = widths.reduce((sum, one) => sum + one, 0)
  return Number(Math.min(largest, width / total).toFixed(1))
}
