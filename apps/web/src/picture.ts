/** How a person looks where there is room for two letters: the same wherever they have the same name. */
export function pictureOf(name: string): { initials: string; hue: number } {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const initials = letters.map((word) => Array.from(word ?? '')[0] ?? '').join('')
  // Letter case does not count in names of accounts.
  const hue = Array.from(name.toLowerCase()).reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360,
    7,
  )
  return { initials: initials.toUpperCase(), hue }
}
