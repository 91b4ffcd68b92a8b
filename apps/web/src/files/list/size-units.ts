/** As `formatSize` writes them. */
export const sizeUnits = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 }
export type SizeUnit = keyof typeof sizeUnits

/** `1.5` and `GB` as bytes. */
export function bytesOf(amount: string, unit: SizeUnit): number {
  return Math.round(Number(amount) * sizeUnits[unit])
}

/** The largest unit of which there is at least one, with no more digits than a person would type. */
export function amountOf(bytes: number): { amount: string; unit: SizeUnit } {
  const unit = bytes >= sizeUnits.TB ? 'TB' : bytes >= sizeUnits.GB ? 'GB' : 'MB'
  return { amount: String(Number((bytes / sizeUnits[unit]).toFixed(3))), unit }
}
