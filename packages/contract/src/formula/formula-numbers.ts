/**
 * Numbers have fifteen figures, as in a spreadsheet: what binary fractions leave behind them is nothing that
 * anybody has typed, and 0.1 + 0.2 is 0.3. What no cell can hold is empty.
 */
export function cellNumber(value: number): number | null {
  if (!Number.isFinite(value)) return null
  if (Number.isInteger(value)) return value === 0 ? 0 : value
  return Number(value.toPrecision(15))
}

/** An integer column holds no more than JavaScript can count. */
export function cellInteger(value: number): number | null {
  return Number.isSafeInteger(value) ? (value === 0 ? 0 : value) : null
}

/** To so many decimals; halves go away from zero, as people learn it. */
export function rounded(value: number, decimals: number): number | null {
  const places = Math.min(Math.max(Math.trunc(decimals), -20), 20)
  const near = cellNumber(value)
  if (near === null) return null
  const whole = Math.round(shifted(Math.abs(near), places))
  const made = shifted(whole, -places)
  return cellNumber(near < 0 ? -made : made)
}

/** Moves the point in the decimal text: multiplying would change the last figures. */
function shifted(value: number, places: number): number {
  const [figures = '0', exponent = '0'] = String(value).split('e')
  return Number(`${figures}e${Number(exponent) + places}`)
}
