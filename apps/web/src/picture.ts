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

/** What a person is shown in, dark enough for white letters whatever the hue: yellow and green are the lightest. */
export function colourOf(hue: number): string {
  return `hsl(${hue} 45% 32%)`
}

/** So many degrees two colours must be apart to be told from each other. */
const leastApart = 25
/** Whoever goes on by it meets every part of the circle soon. */
const goldenAngle = 137.5

/** A colour for each of them, so that no two look alike as far as there are colours. */
export function huesOf(names: Iterable<string>): Map<string, number> {
  const hues = new Map<string, number>()
  // In one order, so that everybody sees them alike.
  for (const name of [...names].toSorted()) {
    let { hue } = pictureOf(name)
    for (let tries = 0; tries < 30 && [...hues.values()].some(isNear(hue)); tries++) {
      hue = (hue + goldenAngle) % 360
    }
    hues.set(name, hue)
  }
  return hues
}

function isNear(hue: number): (other: number) => boolean {
  return (other) => {
    const apart = Math.abs(hue - other) % 360
    return Math.min(apart, 360 - apart) < leastApart
  }
}
