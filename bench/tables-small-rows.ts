/** Tables of their own for the connections that edit and read in turn. */
export const writers = 10
/** The short tables: how many rows each has, in every server. */
export const tableSizes = new Map([
  ['films', 10_000],
  ...Array.from({ length: writers }, (_, n) => [`films50-${n}`, 50] as const),
  ...Array.from({ length: writers }, (_, n) => [`films1000-${n}`, 1000] as const),
])

export function film(n: number): { name: string; year: number; votes: number } {
  // Nothing beyond Latin-1, where V8 would take two bytes a character and the floor twice the time.
  const name = n % 10 === 0 ? `Le fabuleux destin d'Amélie ${n}` : `The film with the number ${n}`
  return { name, year: 1930 + (n % 95), votes: 1000 + n }
}
